import DataSources
import Snapshots
import TestSupport
import Testing

/// How far back the history of a data source reaches.
@Suite struct RevisionBoundsTests {

  @Test func `as many revisions are kept as were asked for`() throws {
    let source = DataSource(historyRevisions: 3)
    for revision in 1...10 {
      _ = try apply(["i\(revision)"], to: source)
      #expect(source.oldestRevision == max(0, revision - 3))
    }
    #expect(try source.changes(since: 6) == nil)
    #expect(try source.changes(since: 7)?.itemCounts.inserted == 3)
    #expect(try source.changes(since: 10) == Changes())
    #expect(try source.changes(since: 11) == nil)
    #expect(try source.changes(since: -1) == nil)
  }

  @Test func `64 revisions are kept by default`() throws {
    let source = DataSource()
    var ofSteps: [Int] = []
    for revision in 1...200 {
      _ = try apply(["i\(revision)"], to: source)
      ofSteps.append(source.numberOfHandlesNamed - source.snapshot.numberOfItems)
    }
    // What the steps name goes with them.
    #expect(ofSteps[0] < ofSteps[10] && ofSteps[10] < ofSteps[63])
    #expect(ofSteps[70] == ofSteps[199])
    #expect(source.oldestRevision == 136)
    #expect(try source.changes(since: 136)?.itemCounts.inserted == 64)
  }

  @Test(arguments: [(0, 1 << 20), (64, 0), (64, 1)])
  func `without room nothing but the current revision is kept`(_ bounds: (Int, Int)) throws {
    let source = DataSource(historyRevisions: bounds.0, historyBytes: bounds.1)
    for revision in 1...5 {
      _ = try apply(["i\(revision)"], to: source)
      #expect(source.oldestRevision == revision)
      #expect(try source.changes(since: revision - 1) == nil)
      #expect(try source.changes(since: revision) == Changes())
      #expect(try source.apply(revertingTo: revision - 1) == nil)
    }
    #expect(source.revision == 5)
  }

  @Test func `the bytes of all kept steps stay under the bound`() throws {
    let step = try size { (draft, names) throws(SnapshotError) in
      try draft.appendItems([names.item("new")])
    }
    let source = DataSource(historyRevisions: 64, historyBytes: step * 5 + step / 2)
    for revision in 1...20 { _ = try apply(["i\(revision)"], to: source) }
    #expect(source.oldestRevision == 15)
  }

  @Test func `a step that takes more than the bound empties the history`() throws {
    let source = DataSource(historyRevisions: 64, historyBytes: 8_000)
    for revision in 1...5 { _ = try apply(["i\(revision)"], to: source) }
    #expect(source.oldestRevision == 0)

    _ = try apply((0..<5_000).map { "many\($0)" }, to: source)
    #expect(source.oldestRevision == 6)

    for revision in 1...3 { _ = try apply(["j\(revision)"], to: source) }
    #expect(source.oldestRevision == 6)
    #expect(try source.changes(since: 6)?.itemCounts.inserted == 3)
    #expect(try source.apply(revertingTo: 6)?.changes.itemCounts.deleted == 3)
  }

  @Test func `the size of a step counts what it holds`() throws {
    let nothing = try size { _, _ in }
    #expect((100..<1_000).contains(nothing))
    let inserted = try size { (draft, names) throws(SnapshotError) in
      try draft.appendItems((0..<10_000).map { names.item("new\($0)") })
    }
    #expect((40_000..<90_000).contains(inserted))
    let deleted = try size { (draft, names) throws(SnapshotError) in
      try draft.deleteItems((0..<1_000).map { names.item("old\($0)") })
    }
    // A thousand places of four bytes, and a thousand contents of a hundred bytes.
    #expect((104_000..<220_000).contains(deleted))
    let replaced = try size { (draft, names) in
      draft.setContent([1], ofItem: names.item("old5"))
    }
    #expect((nothing + 100..<nothing + 300).contains(replaced))
    let marked = try size { (draft, names) throws(SnapshotError) in
      try draft.reloadItems(stride(from: 0, to: 1_000, by: 40).map { names.item("old\($0)") })
    }
    // Each in a page of its own, of 32 places of sixteen bytes.
    #expect((nothing + 12_000..<nothing + 15_000).contains(marked))
  }

  @Test func `the size of a step counts the sections and trees that it touched, and no others`()
    throws
  {
    let sections = (0..<1_000).map { ModelSnapshot.Section("section \($0)", []) }
    let long = String(repeating: "x", count: 1_000)
    let list = ModelSnapshot(sections + [ModelSnapshot.Section(long, [])])
    let nothing = try size(from: list) { _, _ in }
    let inserted = try size(from: list) { (draft, names) throws(SnapshotError) in
      try draft.insertSections([names.section("new")], .before(names.section("section 5")))
    }
    #expect((nothing...nothing + 100).contains(inserted))
    let deleted = try size(from: list) { (draft, names) throws(SnapshotError) in
      try draft.deleteSections([names.section(long)])
    }
    #expect((nothing + 1_000..<nothing + 1_200).contains(deleted))
    let hidden = try size(
      from: list,
      after: { (draft, names) throws(SnapshotError) in
        var tree = SectionSnapshot([names.item("top")])
        for item in 0..<1_000 { tree.append(.init(item: names.item("\(item)"), level: 1)) }
        try draft.setTree(tree, ofSection: names.section("section 5"))
      }
    ) { (draft, names) throws(SnapshotError) in
      try draft.setTree(SectionSnapshot(), ofSection: names.section("section 5"))
    }
    // Of each item the brackets where it begins and where it ends, of four bytes.
    #expect((nothing + 8_000..<nothing + 60_000).contains(hidden))
  }

  @Test(arguments: [false, true])
  func `the size of a step counts the identifiers of hidden items that are gone`(
    isExpanded: Bool
  ) throws {
    let list = ModelSnapshot([ModelSnapshot.Section("A", [])])
    let gone = try size(
      from: list,
      after: { (draft, names) throws(SnapshotError) in
        try setLongTree(&draft, names, isExpanded: isExpanded)
      }
    ) { (draft, names) throws(SnapshotError) in
      try draft.setTree(SectionSnapshot(), ofSection: names.section("A"))
    }
    #expect((100_000..<110_000).contains(gone))
    let hidden = try size(
      from: list,
      after: { (draft, names) throws(SnapshotError) in
        try setLongTree(&draft, names, isExpanded: true)
      }
    ) { (draft, names) throws(SnapshotError) in
      try draft.collapse([names.item("top")], inSection: names.section("A"))
    }
    #expect(hidden < 10_000)
  }

  // MARK: Helpers

  /// A tree of one item with a hundred below it, whose identifiers have a thousand bytes.
  private func setLongTree(
    _ draft: inout Snapshot,
    _ names: NamedPool,
    isExpanded: Bool
  ) throws(SnapshotError) {
    var tree = SectionSnapshot()
    tree.append(.init(item: names.item("top"), level: 0, isExpanded: isExpanded))
    for item in 0..<100 {
      let name = "\(item)" + String(repeating: "x", count: 1_000)
      tree.append(.init(item: names.item(name), level: 1))
    }
    try draft.setTree(tree, ofSection: names.section("A"))
  }

  private func apply(_ items: [String], to source: DataSource) throws -> Applied {
    let names = NamedPool(source.snapshot.pool)
    var draft = source.draft()
    try draft.edit { (snapshot) throws(SnapshotError) in
      if snapshot.numberOfSections == 0 { try snapshot.appendSections([names.section("S")]) }
      try snapshot.appendItems(items.map(names.item))
    }
    return try source.apply(&draft)
  }

  private typealias Edit = (inout Snapshot, NamedPool) throws(SnapshotError) -> Void

  /// The size of a step from a list of a thousand items with contents of a hundred bytes.
  private func size(of edit: Edit) throws -> Int {
    var list = ModelSnapshot([ModelSnapshot.Section("S", (0..<1_000).map { "old\($0)" })])
    for item in list.itemNames { list.itemContents[item] = String(repeating: "x", count: 100) }
    return try size(from: list, of: edit)
  }

  /// The size of a step from a list to which something was done before.
  private func size(
    from list: ModelSnapshot,
    after former: Edit = { _, _ in },
    of edit: Edit
  ) throws -> Int {
    let names = NamedPool()
    var before = try names.build(replacing: Snapshot(pool: names.pool), with: list)
    try former(&before, names)
    let base = before.asBase()
    var after = base
    try edit(&after, names)
    try after.dropStrayContents(unlessIn: nil)
    return try Delta(from: base, to: after).byteCount
  }
}
