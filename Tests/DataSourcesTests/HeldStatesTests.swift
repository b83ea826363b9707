import DataSources
import Snapshots
import TestSupport
import Testing

/// What drafts keep of states that their data source has left behind.
@Suite struct HeldStatesTests {
  private let source = DataSource()
  private let names: NamedPool
  // The identifiers have three bytes, with their quotes.
  private let item = 24 + 24 + 3
  private let section = 48 + 24 + 3
  // What a state does not share of a section in its order.
  private let place = 12

  init() { names = NamedPool(source.snapshot.pool) }

  @Test func `what nothing has left behind takes nothing`() throws {
    try apply("A[1,2,3]")
    source.heldStates.hold(try base().held)
    #expect(source.heldStates.byteCount == 0)
  }

  @Test func `what went counts once for all drafts of a state`() throws {
    try apply("A[1,2,3]")
    let first = try base()
    source.heldStates.hold(first.held)
    source.heldStates.hold(first.held)
    try apply("A[1,3]")
    // The rows are fewer bytes than the block that is no longer shared; gone is the item 2.
    #expect(source.heldStates.byteCount == 3 * 8 + place + item)
    source.heldStates.letGo(first.held)
    #expect(source.heldStates.byteCount == 3 * 8 + place + item)
    source.heldStates.letGo(first.held)
    #expect(source.heldStates.byteCount == 0)
  }

  @Test func `no state keeps more than it has`() throws {
    try apply("A[1]")
    source.heldStates.hold(try base().held)
    for _ in 0..<50 {
      try apply("A[1,2,3]")
      try apply("A[1]")
    }
    let all = 8 + place + section + item
    #expect(source.heldStates.byteCount == all)
    source.heldStates.close()
    #expect(source.heldStates.byteCount == all)
  }

  @Test func `a later state takes over what an earlier one keeps from it on`() throws {
    try apply("A[1,2,3,4]")
    let first = try base()
    source.heldStates.hold(first.held)
    try apply("A[1,3,4]")
    let second = try base()
    source.heldStates.hold(second.held)
    try apply("A[1,4]")
    #expect(source.heldStates.byteCount == (4 * 8 + 3 * 8) + 2 * (place + item))
    source.heldStates.letGo(second.held)
    #expect(source.heldStates.byteCount == 4 * 8 + place + 2 * item)
    source.heldStates.letGo(first.held)
    #expect(source.heldStates.isEmpty)
  }

  @Test func `what drafts alone have is all theirs when the data source is gone`() throws {
    try apply("A[1,2]")
    source.heldStates.hold(try base().held)
    source.heldStates.close()
    #expect(source.heldStates.byteCount == 2 * 8 + place + section + 2 * item)
  }

  @Test func `sections that move without items are kept, with a history and without`() throws {
    for source in [source, DataSource(historyRevisions: 0)] {
      let names = NamedPool(source.snapshot.pool)
      func show(_ document: ModelSnapshot) throws {
        var draft = source.draft()
        draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
        _ = try source.apply(&draft)
      }
      try show("A B C")
      source.heldStates.hold(source.heldState)
      try show("B C A")
      #expect(source.heldStates.byteCount == 3 * place)
    }
  }

  @Test func `trees that are opened and closed are kept, with what is hidden in them`() throws {
    try apply("A[1]")
    var draft = source.draft()
    var tree = SectionSnapshot()
    for item in 1...9 {
      tree.append(SectionSnapshot.Entry(item: names.item("\(item)"), level: item == 1 ? 0 : 1))
    }
    let section = names.section("A")
    try draft.editTrees { (snapshot) throws(SnapshotError) in
      try snapshot.setTree(tree, ofSection: section)
    }
    _ = try source.apply(&draft)
    source.heldStates.hold(source.heldState)
    try draft.editTrees { (snapshot) throws(SnapshotError) in
      try snapshot.expand([names.item("1")], inSection: section)
    }
    _ = try source.apply(&draft)
    // One row was shown, and nine items are in the tree.
    #expect(source.heldStates.byteCount == 8 + place + 9 * 20)
  }

  private func base() throws -> Draft.Base { try #require(source.draft().base) }

  private func apply(_ document: ModelSnapshot) throws {
    var draft = source.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
    _ = try source.apply(&draft)
  }
}
