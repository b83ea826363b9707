import DataSources
import Snapshots
import TestSupport

/// One edit from identifiers to the published snapshot, beside arrays and a dictionary differ.
func measureEdits(_ options: BenchmarkOptions) throws {
  var table = Table(
    "One edit, its difference and the new state published, the old one kept; in process; median /"
      + " p99 in µs; 10 sections, 12-byte strings, random places, seed \(seed)."
      + " Peer: arrays of String and a dictionary differ.",
    columns: ["n"] + SingleEdit.allCases.map(\.rawValue) + ["peer: insert", "peer: move"]
  )
  for size in options.sizes {
    let list = ItemList(count: size)
    let source = try Model(list).dataSource()
    var row = [sizeText(size)]
    for edit in SingleEdit.allCases {
      row.append(try samples(of: edit, on: source, list).pair(.microseconds))
    }
    let peer = FlatPeer(list)
    for edit in [SingleEdit.insert, .move] {
      row.append(peerSamples(of: edit, on: peer, list).pair(.microseconds))
    }
    table.add(row)
  }
  table.print()
}

/// The edits that the tables measure one at a time.
enum SingleEdit: String, CaseIterable {
  case insert
  case delete
  case move
  case append

  /// Makes the edit; `new` is not there, and the others are distinct and there.
  func make(_ snapshot: inout Snapshot, _ item: Handle, _ anchor: Handle, new: Handle) throws {
    switch self {
    case .insert: try snapshot.insertItems([new], .after(anchor))
    case .delete: snapshot.deleteItems([item])
    case .move: try snapshot.moveItem(item, .after(anchor))
    case .append: try snapshot.appendItems([new])
    }
  }
}

private func samples(
  of edit: SingleEdit,
  on source: DataSource,
  _ list: ItemList
) throws -> Samples {
  var generator = SeededGenerator(seed: seed)
  var samples = Samples()
  let pool = source.snapshot.pool.items
  let home = source.snapshot
  for round in 0..<2_200 {
    let item = Int.random(in: list.items.indices, using: &generator)
    let anchor = (item + 1 + round) % list.items.count
    let identifiers = [item, anchor, list.items.count + round].map(IdentifierKind.string.bytes)
    let base = source.snapshot
    let start = now()
    let handles = identifiers.map { identifier in identifier.withUnsafeBytes { pool.intern($0) } }
    var draft = source.draft()
    try draft.edit { snapshot in
      try edit.make(&snapshot, handles[0], handles[1], new: handles[2])
    }
    let applied = try source.apply(&draft, areEqual: ==)
    if round >= 200 { samples.add(now() - start) }
    keep((base, applied))
  }
  var draft = source.draft()
  draft.snapshot = try home.rebased(onto: source.snapshot)
  _ = try source.apply(&draft, areEqual: ==)
  return samples
}

private func peerSamples(of edit: SingleEdit, on peer: FlatPeer, _ list: ItemList) -> Samples {
  var generator = SeededGenerator(seed: seed)
  var samples = Samples()
  var current = peer
  for round in 0..<max(3, 300_000 / list.items.count) {
    let item = Int.random(in: list.items.indices, using: &generator)
    let anchor = (item + 1 + round) % list.items.count
    let base = current
    let texts = [item, anchor, list.items.count + round].map(IdentifierKind.string.text)
    let difference = samples.measure {
      switch edit {
      case .insert: current.insert(texts[2], after: texts[1])
      case .delete: current.delete(texts[0])
      case .move: current.move(texts[0], after: texts[1])
      case .append: current.append(texts[2])
      }
      return FlatPeer.difference(from: base, to: current)
    }
    keep(difference)
  }
  return samples
}
