import DataSources
import Snapshots
import TestSupport
import Testing

/// Data sources may share a pool: a state is known by its data source and its revision.
@Suite struct SharedPoolTests {
  private let names: NamedPool
  private let first: DataSource
  private let second: DataSource

  init() throws {
    first = DataSource()
    names = NamedPool(first.snapshot.pool)
    second = DataSource(pool: first.snapshot.pool)
    try apply("A[1,2,3]", to: first)
    try apply("A[3] B[4]", to: second)
  }

  @Test func `a draft of another data source is compared with what is shown`() throws {
    try apply("A[3,4] B[]", to: second)
    var draft = second.draft()
    _ = try draft.edit { try $0.appendItems([names.item("5")]) }

    let applied = try first.apply(&draft)

    #expect(state(of: applied.after) == "A[3,4] B[5]")
    #expect(applied.changes.itemCounts.deleted == 2)
    #expect(draft.base?.revision == first.revision)
  }

  @Test func `trees stay where a draft of another data source leaves their rows`() throws {
    var trees = first.draft()
    try trees.editTrees { snapshot in
      let tree = SectionSnapshot([names.item("5")])
      let section = names.section("A")
      try snapshot.insert(tree, at: .end(of: names.item("3")), inSection: section)
    }
    _ = try first.apply(&trees)
    var draft = second.draft()

    _ = try first.apply(&draft)

    #expect(first.snapshot.parent(ofItem: names.item("5")) == names.item("3"))
    #expect(first.snapshot.checkOutline().isEmpty)
  }

  @Test func `states of two data sources at one revision are different states`() throws {
    let compared = try first.draft().compared(to: second.draft(), among: [first, second])

    let changes = try compared.changes(fromBase: second.snapshot, first.contentRules)

    #expect(changes.itemCounts.inserted == 2)
    #expect(first.draft().base != second.draft().base)
    #expect(first.draft().base == first.draft().base)
  }

  @Test func `handles of drafts of two data sources are live`() throws {
    let drafts = [first.draft(), second.draft()]
    try apply("", to: first)
    try apply("", to: second)

    var live = LiveHandles()
    live.insert(drafts)

    #expect(live.count == 6)
  }

  private func apply(_ list: ModelSnapshot, to source: DataSource) throws {
    var draft = source.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: list))
    _ = try source.apply(&draft)
  }

  private func state(of snapshot: Snapshot) -> String {
    ModelSnapshot(names.sections(of: snapshot)).description
  }
}
