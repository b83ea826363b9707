import DataSources
import Snapshots
import TestSupport
import Testing
import Views

/// Views that take what is hidden, above lists of many items.
@Suite struct UnfoldedRowsTests {
  private static let count: Handle = 20_000

  /// Edits of a list of sections with many items each, flat or below the first of them, which has the
  /// handle 0; the second section has five.
  private static let edits: [String: @Sendable (inout Snapshot) throws(SnapshotError) -> Void] = [
    "insert": { (list) throws(SnapshotError) in
      try list.insertItems([count + 100], .before(7))
    },
    "delete": { (list) throws(SnapshotError) in try list.deleteItems([500]) },
    "move": { (list) throws(SnapshotError) in try list.moveItem(600, .after(9_000)) },
    "move to another section": { (list) throws(SnapshotError) in
      try list.moveItem(600, .after(count + 2))
    },
    "move sections": { (list) throws(SnapshotError) in
      try list.moveSection(list.sectionHandle(at: 0), .after(list.sectionHandle(at: 1)))
    },
    "hide an item": { (list) throws(SnapshotError) in
      _ = try list.insert(
        SectionSnapshot([count + 100]),
        at: .end(of: count),
        inSection: list.sectionHandle(at: 1)
      )
    },
  ]

  @Test(arguments: edits.keys.sorted(), [true, false])
  func `an edit goes past what it does not concern`(name: String, isTree: Bool) throws {
    let names = NamedPool()
    let root = DataSource(historyRevisions: 0, pool: names.pool)
    let source = DataSource(historyRevisions: 0, pool: names.pool)
    let items = (0...Int(Self.count) + 100).map { names.item("\($0)") }
    try #require(items == Array(0...Self.count + 100))
    let many = Array(items[..<Int(Self.count)])
    let five = Array(items[Int(Self.count)..<Int(Self.count) + 5])
    let sections = ["many", "five"].map { names.section($0) }
    var draft = root.draft()
    var tree = SectionSnapshot()
    for item in many {
      tree.append(.init(item: item, level: isTree && item > 0 ? 1 : 0, isExpanded: isTree))
    }
    let whole = tree
    try draft.editTrees { (list) throws(SnapshotError) in
      try list.appendSections(sections)
      if isTree {
        try list.setTree(whole, ofSection: sections[0])
      } else {
        try list.appendItems(many, toSection: sections[0])
      }
      try list.appendItems(five, toSection: sections[1])
    }
    _ = root.commit(try root.prepare(draft))

    let view = View(of: root, nil, shownBy: source)
    let definition = ViewDefinition()
    definition.rules.takesHidden = true
    try PreparedViews(updating: view, to: definition, .any, among: [view]).commit()

    draft = root.draft()
    let edit = try #require(Self.edits[name])
    if name == "hide an item" {
      try draft.editTrees { (list) throws(SnapshotError) in try edit(&list) }
    } else {
      try draft.edit { (list) throws(SnapshotError) in try edit(&list) }
    }
    let prepared = try root.prepare(draft)
    var elements = 0
    let count = { (more: Int) -> Bool in
      elements += more
      return true
    }
    names.pool.work.begin()
    names.pool.work.mayContinue = count
    let follows = try PreparedViews(
      following: prepared,
      of: root,
      among: [view],
      ViewCheckpoint(count)
    )
    names.pool.work.mayContinue = nil
    _ = root.commit(prepared)
    follows.commit()

    #expect(elements < 2_000)
    let all = (0..<root.snapshot.numberOfSections).map {
      root.snapshot.sectionSnapshot(ofSectionAt: $0).items
    }
    let shown = (0..<source.snapshot.numberOfSections).map {
      source.snapshot.itemHandles(at: source.snapshot.positions(inSectionAt: $0))
    }
    #expect(shown == all)
  }
}
