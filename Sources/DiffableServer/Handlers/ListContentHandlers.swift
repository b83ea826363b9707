import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
  /// `dataSource/setContent`: protocol/methods/dataSource-setContent.md.
  func setListContent(
    _ params: SetContentParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let served = try store.dataSource(named: params.dataSource)
    try check(params.conditions, served)
    var draft = served.source.draft()
    draft.listContent = .replaced(by: params.content?.minified)
    let occasion = ApplyOccasion(.dataSourceSetContent, params.conditions)
    let applied = try apply(draft, to: served, occasion)
    writer.result(of: applied, warnings: [])
  }

  /// `dataSource/content`: protocol/methods/dataSource-content.md.
  func readListContent(
    _ params: DataSourceQuestion,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let served = try dataSource(params)
    writer.beginAnswer(about: served)
    writer.member(listContent: .replaced(by: served.source.listContent))
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
