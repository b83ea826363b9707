import DataSources
import Snapshots
import Testing

/// What a history of outlines costs.
@Suite struct OutlineHistoryTests {
  @Test func `forgetting a step of many siblings is no reason to look for unused identifiers`()
    throws
  {
    let pool = IdentifierPool(leastThreshold: 8)
    let source = DataSource(historyRevisions: 2, pool: pool)
    let section = intern("s", in: pool.sections)
    let parent = intern("p", in: pool.items)
    var tree = SectionSnapshot([parent])
    for child in 0..<500 {
      tree.append(.init(item: intern("\(child)", in: pool.items), level: 1))
    }
    try edit(source) { try $0.setTree(tree, ofSection: section) }
    for child in 500..<510 {
      let added = SectionSnapshot([intern("\(child)", in: pool.items)])
      try edit(source) { try $0.insert(added, at: .end(of: parent), inSection: section) }
      if child == 505 {
        var live = LiveHandles()
        live.insert(source)
        pool.release(unless: live)
      }
    }
    #expect(!pool.isDueForRelease(lookingAt: 0))
  }

  private func intern(_ identifier: String, in interner: Interner) -> Handle {
    Array(identifier.utf8).withUnsafeBytes { interner.intern($0) }
  }

  private func edit(_ source: DataSource, _ body: (inout Snapshot) throws -> Void) throws {
    var draft = source.draft()
    try draft.editTrees(body)
    _ = try source.apply(&draft)
  }
}
