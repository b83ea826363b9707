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
    #expect(source.heldStates.byteCount == 3 * 8 + item)
    source.heldStates.letGo(first.held)
    #expect(source.heldStates.byteCount == 3 * 8 + item)
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
    let all = 8 + section + item
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
    #expect(source.heldStates.byteCount == (4 * 8 + item) + (3 * 8 + item))
    source.heldStates.letGo(second.held)
    #expect(source.heldStates.byteCount == 4 * 8 + 2 * item)
    source.heldStates.letGo(first.held)
    #expect(source.heldStates.isEmpty)
  }

  @Test func `what drafts alone have is all theirs when the data source is gone`() throws {
    try apply("A[1,2]")
    source.heldStates.hold(try base().held)
    source.heldStates.close()
    #expect(source.heldStates.byteCount == 2 * 8 + section + 2 * item)
  }

  private func base() throws -> Draft.Base { try #require(source.draft().base) }

  private func apply(_ document: ModelSnapshot) throws {
    var draft = source.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
    _ = try source.apply(&draft)
  }
}
