import DataSources
import Snapshots
import TestSupport

/// A thousand random edits in one apply.
func measureBatches(_ options: BenchmarkOptions) throws {
  var table = Table(
    "1000 random edits (a third each insert, delete, move) in one apply; in process, handles known;"
      + " median / p99 in µs; 10 sections, seed \(seed).",
    columns: ["n", "edits", "difference and publishing", "all"]
  )
  for size in options.sizes {
    var (edits, applies, totals) = (Samples(), Samples(), Samples())
    let source = try Model(ItemList(count: size)).dataSource()
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let batch = randomBatch(size, round, source.snapshot.pool.items, &generator)
      let base = source.snapshot
      let start = now()
      var draft = source.draft()
      try draft.edit { snapshot in
        for (kind, item, anchor, new) in batch
        where snapshot.containsItem(item) && snapshot.containsItem(anchor) {
          try kind.make(&snapshot, item, anchor, new: new)
        }
      }
      let middle = now()
      keep((base, try source.apply(&draft, areEqual: ==)))
      let end = now()
      guard round >= 10 else { continue }
      edits.add(middle - start)
      applies.add(end - middle)
      totals.add(end - start)
    }
    table.add([sizeText(size)] + [edits, applies, totals].map { $0.pair(.microseconds) })
  }
  table.print()
}

private typealias BatchedEdit = (kind: SingleEdit, item: Handle, anchor: Handle, new: Handle)

private func randomBatch(
  _ size: Int,
  _ round: Int,
  _ pool: Interner,
  _ generator: inout SeededGenerator
) -> [BatchedEdit] {
  (0..<1000).map { index in
    let item = Int.random(in: 0..<size, using: &generator)
    let anchor = (item + 1 + Int.random(in: 0..<size - 1, using: &generator)) % size
    return (
      [.insert, .delete, .move][index % 3],
      pool.handle(of: item),
      pool.handle(of: anchor),
      pool.handle(of: size + round * 1000 + index)
    )
  }
}
