import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `snapshot/create`: protocol/methods/snapshot-create.md.
  func createSnapshot(
    _ params: CreateSnapshotParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try store.check(newSnapshot: params.snapshot)
    let found = try params.from.map(find)
    var named = found?.0 ?? store.emptySnapshot(params.identity)
    if found?.1?.view != nil {
      try model(named.snapshot.pool, try named.draft.keepOwnContents())
    }
    let weight = Store.weight(of: named, as: params.snapshot)
    try store.checkRoom(for: weight + named.draft.byteCount)
    try checkpoint.finish()
    store.add(named, as: params.snapshot)
    writer.beginObject()
    writer.counts(of: named.snapshot)
    writer.endObject()
  }

  /// `snapshot/list`: protocol/methods/snapshot-list.md.
  func listSnapshots(_ writer: inout JSONWriter) {
    writer.byteLimit = limits.maxMessageBytes
    writer.beginObject()
    writer.array("snapshots", store.snapshots.inOrder) { writer, entry in
      writer.beginObject()
      writer.member("snapshot", entry.name)
      writer.counts(of: entry.value.snapshot)
      writer.endObject()
    }
    writer.endObject()
  }

  /// `snapshot/edit`: protocol/methods/snapshot-edit.md.
  func editSnapshot(
    _ params: EditSnapshotParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    var named = try store.snapshot(named: params.snapshot)
    let before = named.draft.byteCount
    let warnings = try run(params.edits, on: &named.draft, named.reading)
    try store.checkRoom(for: named.draft.byteCount - before)
    try checkpoint.finish()
    store.replace(params.snapshot, with: named)
    writer.beginObject()
    writer.counts(of: named.snapshot)
    writer.warnings(warnings, of: named.snapshot.pool)
    writer.endObject()
  }

  /// `snapshot/release`: protocol/methods/snapshot-release.md.
  func releaseSnapshot(
    _ params: ReleaseSnapshotParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try checkpoint.finish()
    try store.release(params.snapshot)
    writer.null()
  }

  /// `snapshot/changes`: protocol/methods/snapshot-changes.md.
  func compareSnapshots(
    _ params: SnapshotChangesParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let (from, source) = try find(params.from)
    let (to, otherSource) = try find(params.to)
    // The first data source among the two has the options that hold between them.
    let stored = source ?? otherSource
    try checkpoint.step(from.snapshot.numberOfItems + to.snapshot.numberOfItems)
    let sources = store.dataSources.values.map(\.source)
    let pool = from.snapshot.pool
    var after = try model(pool, try to.draft.compared(to: from.draft, among: sources))
    if let needsReload = stored?.table.cells.difference(in: after.pool) {
      try model(
        pool,
        try after.reloadItemsWithOtherSection(than: from.snapshot, where: needsReload)
      )
    }
    let rules =
      stored?.source.contentRules
      ?? ContentRules { [work = pool.work] in areEqualJSON($0, $1, work) }
    let changes = try model(
      pool,
      try after.changes(fromBase: from.draft.withMergedOutlines, rules)
    )
    writer.byteLimit = limits.maxMessageBytes
    writer.beginObject()
    try model(pool, try writer.memberChanges(changes, in: params.changeFormat, ContentScope(after)))
    writer.memberCounts(of: changes)
    writer.endObject()
  }

  // MARK: Finding

  /// A copy of a target's state to edit, and the data source that has it, if one has.
  private func find(_ target: Target) throws(DiffableError) -> (NamedSnapshot, StoredDataSource?) {
    switch target {
    case .dataSource(let name):
      let stored = try store.dataSource(named: name)
      return (NamedSnapshot(draft: stored.source.draft(), reading: stored.options.reading), stored)
    case .snapshot(let name):
      return (try store.snapshot(named: name), nil)
    }
  }
}
