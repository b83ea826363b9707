import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
  func createSnapshot(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let params = try CreateSnapshotParams(reader)
    try checkName(params.snapshot, "snapshot", reader)
    guard drafts[params.snapshot] == nil else {
      var error = DiffableError(
        .snapshotExists,
        "There is a snapshot \"\(params.snapshot)\" already; release it, or take another name."
      )
      error.snapshot = params.snapshot
      throw error
    }
    guard drafts.count < limits.maxSnapshots else {
      throw .limitExceeded("maxSnapshots", limits.maxSnapshots, "Snapshots would be")
    }
    let named = try params.from.map(self.copy(of:)) ?? emptySnapshot(params.identity)
    drafts.create(params.snapshot, named)
    writer.beginObject()
    writer.counts(of: named.snapshot)
    writer.endObject()
  }

  func listSnapshots(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("snapshots", drafts.inOrder) { writer, entry in
      writer.beginObject()
      writer.member("snapshot", entry.name)
      writer.counts(of: entry.value.snapshot)
      writer.endObject()
    }
    writer.endObject()
  }

  func editSnapshot(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let params = try EditSnapshotParams(reader)
    var named = try namedSnapshot(params.snapshot)
    usedPool = named.snapshot.pool
    let warnings = try run(params.edits, on: &named.draft, named.rules)
    drafts.replace(params.snapshot, named)
    writer.beginObject()
    writer.counts(of: named.snapshot)
    writer.warnings(warnings, of: named.snapshot.pool)
    writer.endObject()
  }

  func releaseSnapshot(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let name = try reader.string("snapshot")
    guard let named = drafts.remove(name) else { throw unknownSnapshot(name) }
    usedPool = named.snapshot.pool
    noteForgotten(named.draft)
    writer.null()
  }

  func compareSnapshots(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let params = try SnapshotChangesParams(reader)
    let from = try copy(of: params.from).draft
    let to = try copy(of: params.to).draft
    usedPool = from.snapshot.pool
    let served = try dataSource(of: params)
    try checkpoint.step(from.snapshot.numberOfItems + to.snapshot.numberOfItems)
    var after = try model(to.snapshot.pool, try to.compared(to: from))
    if let needsReload = served?.table.cells.difference(in: after.pool) {
      after.reloadItemsWithOtherSection(than: from.snapshot, where: needsReload)
    }
    let rules = served?.source.contentRules ?? ContentRules(areEqual: areEqualJSON)
    let changes = after.changes(fromBase: from.snapshot, rules)
    writer.beginObject()
    writer.memberChanges(changes, in: params.changeFormat, ContentScope(after))
    writer.memberCounts(of: changes)
    writer.endObject()
  }

  /// The data source whose options hold between two targets, nil when both are named snapshots.
  private func dataSource(
    of params: SnapshotChangesParams
  ) throws(DiffableError) -> ServedDataSource? {
    for target in [params.from, params.to] {
      if case .dataSource(let name) = target { return try dataSource(named: name) }
    }
    return nil
  }

  // MARK: Finding

  /// A copy of a target's state to edit, with its rules.
  func copy(of target: Target) throws(DiffableError) -> NamedSnapshot {
    switch target {
    case .dataSource(let name):
      let served = try dataSource(named: name)
      return NamedSnapshot(draft: served.source.draft(), rules: served.options.readingRules)
    case .snapshot(let name):
      return try namedSnapshot(name)
    }
  }

  func namedSnapshot(_ name: String) throws(DiffableError) -> NamedSnapshot {
    guard let named = drafts[name] else { throw unknownSnapshot(name) }
    return named
  }

  private func emptySnapshot(_ identity: Identity?) -> NamedSnapshot {
    NamedSnapshot(draft: Draft(pool: newPool()), rules: ReadingRules(identity: identity))
  }

  private func unknownSnapshot(_ name: String) -> DiffableError {
    var error = DiffableError(
      .unknownSnapshot,
      "There is no snapshot \(quoted(name)); create it with snapshot/create."
    )
    error.snapshot = name
    return error
  }
}
