import DataSources
import Snapshots
import Testing

/// The content of a list itself, which is part of what a revision is.
@Suite struct ListContentTests {

  private func set(_ content: Content?, of source: DataSource) throws -> Applied {
    var draft = source.draft()
    draft.listContent = .replaced(by: content)
    return try source.apply(&draft)
  }

  private func applyNothing(to source: DataSource) throws -> Applied {
    var draft = source.draft()
    return try source.apply(&draft)
  }

  @Test func `an apply that does not speak of it keeps it`() throws {
    let source = DataSource()
    #expect(source.listContent == nil)
    #expect(try set([1], of: source).listContent == .replaced(by: [1]))
    #expect(try applyNothing(to: source).listContent == .kept)
    #expect(source.listContent == [1])
    #expect(source.revision == 2)
  }

  @Test func `reverting brings it back, also to none`() throws {
    let source = DataSource()
    _ = try set([1], of: source)
    _ = try applyNothing(to: source)
    _ = try set([2], of: source)
    _ = try set(nil, of: source)
    // Revisions 0 to 4 have none, 1, 1, 2, none; each revert adds another.
    for (revision, content) in [nil, [1], [1], [2], nil].enumerated()
      as EnumeratedSequence<[Content?]>
    {
      let before = source.listContent
      let applied = try source.apply(revertingTo: revision)
      #expect(source.listContent == content)
      #expect(applied?.listContent == (before == content ? .kept : .replaced(by: content)))
    }
  }

  @Test func `the change since a revision is that between the two`() throws {
    let source = DataSource(historyRevisions: 2)
    _ = try set([1], of: source)
    _ = try set([2], of: source)
    _ = try set([1], of: source)
    #expect(source.listContentChange(since: 1) == .kept)
    #expect(source.listContentChange(since: 2) == .replaced(by: [1]))
    #expect(source.listContentChange(since: 3) == .kept)
    #expect(source.listContentChange(since: 0) == .kept, "it is not kept")
  }

  @Test func `a content that is only written differently is no other one`() throws {
    let source = DataSource(contentRules: ContentRules { $0.count == $1.count })
    _ = try set([1], of: source)
    _ = try set([2], of: source)
    #expect(source.listContentChange(since: 1) == .kept)
    #expect(source.listContentChange(since: 0) == .replaced(by: [2]))
    #expect(try source.apply(revertingTo: 1)?.listContent == .kept)
    #expect(source.listContent == [2])
  }

  @Test func `a content that is too long takes the history with it`() throws {
    let source = DataSource(historyBytes: 2000)
    _ = try set([1], of: source)
    #expect(source.oldestRevision == 0)
    _ = try set(Content(repeating: 0, count: 2000), of: source)
    #expect(source.oldestRevision == 0)
    _ = try set(nil, of: source)
    #expect(source.oldestRevision == 3, "the step back holds the long content")
  }
}
