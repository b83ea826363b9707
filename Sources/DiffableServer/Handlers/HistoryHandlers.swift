import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

extension Session {
  /// `dataSource/changes`: protocol/methods/dataSource-changes.md.
  func readChanges(
    _ params: DataSourceChangesParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.dataSource(named: params.dataSource)
    guard let changes = try model(stored.pool, try stored.source.changes(since: params.since))
    else {
      throw .revisionUnavailable(params.since, of: stored)
    }
    writer.byteLimit = limits.maxMessageBytes
    writer.beginObject()
    writer.member("fromRevision", params.since)
    writer.member("revision", stored.source.revision)
    let scope = ContentScope(
      stored.source.snapshot,
      includeContent: stored.subscription.announcing.includeContent
    )
    try model(stored.pool, try writer.memberChanges(changes, in: params.changeFormat, scope))
    writer.member(
      listContent: stored.source.listContentChange(since: params.since)
    )
    writer.member(stored.view?.view.extent)
    writer.endObject()
  }

  /// `dataSource/revert`: protocol/methods/dataSource-revert.md.
  func revertDataSource(
    _ params: RevertParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.editable(named: params.dataSource)
    try check(params.conditions, stored)
    let revision = params.toRevision
    guard let draft = try model(stored.pool, try stored.source.draft(revertingTo: revision)) else {
      throw .revisionUnavailable(revision, of: stored)
    }
    let occasion = ApplyOccasion(.dataSourceRevert, params.conditions)
    let applied = try apply(draft, to: stored, occasion)
    writer.result(of: applied, warnings: [])
  }
}
