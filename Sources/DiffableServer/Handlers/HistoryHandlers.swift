import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
  /// `dataSource/changes`: protocol/methods/dataSource-changes.md.
  func readChanges(
    _ params: DataSourceChangesParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let served = try store.dataSource(named: params.dataSource)
    guard let changes = served.source.changes(since: params.since) else {
      throw .revisionUnavailable(params.since, of: served)
    }
    writer.beginObject()
    writer.member("fromRevision", params.since)
    writer.member("revision", served.source.revision)
    writer.memberChanges(
      changes,
      in: params.changeFormat,
      ContentScope(
        served.source.snapshot,
        includeContent: served.subscription.announcing.includeContent
      )
    )
    writer.member(
      listContent: served.source.listContentChange(since: params.since)
    )
    writer.endObject()
  }

  /// `dataSource/revert`: protocol/methods/dataSource-revert.md.
  func revertDataSource(
    _ params: RevertParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let served = try store.dataSource(named: params.dataSource)
    try check(params.conditions, served)
    let revision = params.toRevision
    guard let draft = served.source.draft(revertingTo: revision) else {
      throw .revisionUnavailable(revision, of: served)
    }
    let occasion = ApplyOccasion(.dataSourceRevert, params.conditions)
    let applied = try apply(draft, to: served, occasion)
    writer.result(of: applied, warnings: [])
  }
}
