import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/setContent`: protocol/methods/dataSource-setContent.md.
  func setListContent(
    _ params: SetContentParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.editable(named: params.dataSource)
    try check(params.conditions, stored)
    var draft = stored.source.draft()
    let work = stored.pool.work
    let content = try params.content?.minified(unlessSameAs: nil, work)
    draft.listContent = .replaced(by: content)
    let occasion = ApplyOccasion(.dataSourceSetContent, params.conditions)
    let applied = try apply(draft, to: stored, occasion)
    writer.result(of: applied, warnings: [])
  }

  /// `dataSource/content`: protocol/methods/dataSource-content.md.
  func readListContent(
    _ params: DataSourceQuestion,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try dataSource(params)
    writer.beginAnswer(about: stored)
    writer.member(listContent: .replaced(by: stored.source.listContent))
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes the member `content` of a list itself, when it was replaced; none is null.
  mutating func member(listContent: ListContentChange) {
    guard case .replaced(let content) = listContent else { return }
    member("content", raw: content ?? Array("null".utf8))
  }
}
