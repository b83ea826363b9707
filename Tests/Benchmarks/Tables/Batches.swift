import DataSources
import Glibc
import Snapshots
import TestSupport

extension Benchmark {
  /// A thousand random edits in one apply.
  static let batches = Benchmark(
    name: "batches",
    title:
      "1000 random edits (a third each insert, delete, move) in one apply, with their difference"
      + " and publishing; in process, time on the processor, handles known; 10 sections.",
    turns: 5,
    parts: Order.allCases.map { order in
      Part(order.rawValue, .inProcess { try measureBatches($0.list, order, into: &$1) })
    }
  )
}

private func measureBatches(_ list: ItemList, _ order: Order, into turn: inout Turn) throws {
  var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
  let source = try Model(list, order).source
  var generator = SeededGenerator(seed: seed)
  for round in 0..<turn.rounds(40) {
    let batch = randomBatch(list.items.count, round, source.snapshot.pool.items, &generator)
    let before = source.snapshot
    var after: Any?
    try samples.measure {
      var draft = source.draft()
      try draft.edit { snapshot in
        for step in batch
        where snapshot.containsItem(step.anchor)
          && snapshot.containsItem(step.item) != step.edit.subjectIsNew
        {
          try step.edit.make(&snapshot, step.item, step.anchor)
        }
      }
      after = try source.apply(&draft)
    }
    keep((before, after))
  }
  turn.add(order.label("1000 edits"), samples, .microseconds)
}

/// A random edit, its items by handle.
private typealias BatchedEdit = (edit: SingleEdit, item: Handle, anchor: Handle)

private func randomBatch(
  _ size: Int,
  _ round: Int,
  _ pool: Interner,
  _ generator: inout SeededGenerator
) -> [BatchedEdit] {
  (0..<1000).map { index in
    let edit = [SingleEdit.insert, .delete, .move][index % 3]
    let old = Int.random(in: 0..<size, using: &generator)
    let anchor = (old + 1 + Int.random(in: 0..<size - 1, using: &generator)) % size
    let item = edit.subjectIsNew ? size + round * 1000 + index : old
    let handles = [item, anchor].map { pool.known(IdentifierKind.string.bytes(of: $0)) }
    return (edit, handles[0], handles[1])
  }
}
