import DataSources
import Snapshots
import Testing

/// Items that move to a section with another kind of cell are reloaded.
@Suite struct CellReloadTests {

  private let source = DataSource()

  /// Sections 0 and 1 have one kind of cell, section 2 another.
  init() throws {
    source.needsReload = { ($0 == 2) != ($1 == 2) }
    var draft = source.draft()
    try draft.edit { (snapshot) throws(SnapshotError) in
      try snapshot.appendSections([0, 1, 2])
      try snapshot.appendItems([10, 11, 12], toSection: 0)
      try snapshot.appendItems([20, 21], toSection: 2)
    }
    let applied = try source.apply(&draft)
    #expect(applied.changes.items.reloads == [], "what is new is not reloaded")
  }

  private func reloads(
    _ edits: (inout Snapshot) throws(SnapshotError) -> Void
  ) throws -> [IndexPath] {
    var draft = source.draft()
    try draft.edit(edits)
    return try source.apply(&draft).changes.items.reloads.flatMap { run in
      (0..<run.count).map { IndexPath(section: run.at.section, item: run.at.item + $0) }
    }
  }

  @Test func `a move to another kind reloads`() throws {
    let moved = try reloads { (snapshot) throws(SnapshotError) in
      try snapshot.moveItem(10, .after(21))
    }
    #expect(moved == [IndexPath(section: 2, item: 2)])
  }

  @Test func `a move within a kind, and a section that moves, do not`() throws {
    let moved = try reloads { (snapshot) throws(SnapshotError) in
      try snapshot.appendItems([10], toSection: 1)
      try snapshot.moveItem(21, .before(20))
      try snapshot.moveSection(2, .before(0))
    }
    #expect(moved == [])
  }

  @Test func `deleting and appending elsewhere is a move`() throws {
    let moved = try reloads { (snapshot) throws(SnapshotError) in
      try snapshot.deleteItems([20, 21])
      try snapshot.appendItems([21], toSection: 1)
    }
    #expect(moved == [IndexPath(section: 1, item: 0)])
  }

  @Test func `deleting and appending elsewhere is a move over a span, too`() throws {
    let revision = source.revision
    let gone = try reloads { (snapshot) throws(SnapshotError) in try snapshot.deleteItems([21]) }
    let back = try reloads { (snapshot) throws(SnapshotError) in
      try snapshot.appendItems([21], toSection: 1)
    }
    #expect(gone + back == [], "in each of the steps nothing moves")
    let changes = try #require(try source.changes(since: revision))
    #expect(changes.items.reloads.map(\.at) == [IndexPath(section: 1, item: 0)])
  }

  @Test func `out of a section that goes`() throws {
    let moved = try reloads { (snapshot) throws(SnapshotError) in
      try snapshot.appendItems([20], toSection: 0)
      try snapshot.deleteSections([2])
    }
    #expect(moved == [IndexPath(section: 0, item: 3)])
  }

  @Test func `a revert reloads what it moves back`() throws {
    _ = try reloads { (snapshot) throws(SnapshotError) in
      try snapshot.moveItem(10, .after(21))
    }
    let back = try source.apply(revertingTo: 1)
    #expect(back?.changes.items.reloads.map(\.at) == [IndexPath(section: 0, item: 0)])
  }

  @Test func `an edit that ends where it began reloads nothing`() throws {
    let moved = try reloads { (snapshot) throws(SnapshotError) in
      try snapshot.moveItem(10, .after(21))
      try snapshot.moveItem(10, .before(11))
    }
    #expect(moved == [])
  }
}
