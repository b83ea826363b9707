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

  /// Somebody has states of successive revisions, and lets go of them in some order.
  @Test(arguments: 0..<40)
  func `what is kept depends on who has what, and not on the order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = DataSource(historyRevisions: Int.random(in: 0...3, using: &random))
    let names = NamedPool(source.snapshot.pool)
    let held = source.heldStates
    var rows: [Int: Set<Int>] = [:]
    var bases: [Draft.Base] = []
    for _ in 0..<60 {
      let shown = Set((0..<12).filter { _ in Bool.random(using: &random) })
      let document = ModelSnapshot([.init("A", shown.sorted().map(String.init))])
      var draft = source.draft()
      draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
      _ = try source.apply(&draft)
      rows[source.revision] = shown
      let base = try #require(draft.base)
      bases += Array(repeating: base, count: Int.random(in: 0...2, using: &random))
      for _ in bases.filter({ $0 == base }) { held.hold(base.held) }
      guard bases.count > 6 else { continue }
      let gone = bases.remove(at: Int.random(in: bases.indices, using: &random))
      held.letGo(gone.held)
      let isKept = gone.revision >= source.oldestRevision || bases.contains(gone)
      let others = bases.map(\.revision) + Array(source.oldestRevision...source.revision)
      let named = others.reduce(into: Set()) { $0.formUnion(rows[$1] ?? []) }
      let number = held.numberOfHandlesGone(with: gone.held)
      #expect(isKept ? number == 0 : number >= rows[gone.revision]?.subtracting(named).count ?? 0)
    }
    let kept = held.byteCount
    for base in bases { held.letGo(base.held) }
    #expect(held.isEmpty)
    #expect(held.byteCount == 0)
    let inOrder = Set(bases).sorted { $0.revision < $1.revision }
    for order in [inOrder, inOrder.reversed(), inOrder.shuffled(using: &random)] {
      for base in order { held.hold(base.held) }
      #expect(held.byteCount == kept)
      for base in order { held.letGo(base.held) }
    }
  }

  @Test func `of a state between two that somebody has they name nearly all`() throws {
    let source = DataSource(historyRevisions: 0)
    let names = NamedPool(source.snapshot.pool)
    var bases: [Draft.Base] = []
    for number in 1...100 {
      var draft = source.draft()
      try draft.edit { (snapshot) throws(SnapshotError) in
        if number == 1 { try snapshot.appendSections([names.section("A")]) }
        try snapshot.appendItems([names.item("\(number)")])
      }
      _ = try source.apply(&draft)
      let base = try #require(draft.base)
      source.heldStates.hold(base.held)
      bases.append(base)
    }
    for index in [0, 50] + (60..<99).reversed() {
      source.heldStates.letGo(bases[index].held)
      #expect(source.heldStates.numberOfHandlesGone(with: bases[index].held) <= 3, "\(index)")
    }
  }

  private func base() throws -> Draft.Base { try #require(source.draft().base) }

  private func apply(_ document: ModelSnapshot) throws {
    var draft = source.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
    _ = try source.apply(&draft)
  }
}
