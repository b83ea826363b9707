import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
  /// `dataSource/moveRow`: protocol/methods/dataSource-moveRow.md.
  func moveRow(_ params: MoveRowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let served = try dataSource(named: params.dataSource)
    let (from, to) = (IndexPath(params.from), IndexPath(params.to))
    try loggingRefusal("moveRow \(told(from)) to \(told(to))", of: served) {
      () throws(DiffableError) in
      try check(params.conditions, served)
      let item = try movableItem(from: from, to: to, of: served)
      var draft = served.source.draft()
      let target = draft.edit { snapshot in snapshot.moveItem(from: from, to: to) } ?? from
      var occasion = ApplyOccasion(.dataSourceMoveRow, params.conditions)
      occasion.transaction = RowTransaction(item: item, from: from, to: target)
      let applied = try apply(draft, to: served, occasion)
      writer.result(of: applied, warnings: [])
    }
  }

  /// `dataSource/deleteRow`: protocol/methods/dataSource-deleteRow.md.
  func deleteRow(_ params: DeleteRowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let served = try dataSource(named: params.dataSource)
    let path = IndexPath(params.indexPath)
    try loggingRefusal("deleteRow \(told(path))", of: served) { () throws(DiffableError) in
      try check(params.conditions, served)
      let snapshot = served.source.snapshot
      guard let item = snapshot.itemHandle(at: path) else {
        throw noRow(at: path, of: served, "indexPath")
      }
      guard served.table.editing.value(at: path, in: snapshot) == true else {
        throw notAllowed(.editNotAllowed, "may not be deleted", item, at: path, of: served)
      }
      var draft = served.source.draft()
      draft.edit { snapshot in snapshot.deleteItems([item]) }
      let occasion = ApplyOccasion(.dataSourceDeleteRow, params.conditions)
      let applied = try apply(draft, to: served, occasion)
      writer.result(of: applied, warnings: [])
    }
  }

  /// The item of a row that may be moved to a place.
  private func movableItem(
    from: IndexPath,
    to: IndexPath,
    of served: ServedDataSource
  ) throws(DiffableError) -> Handle {
    let snapshot = served.source.snapshot
    guard let item = snapshot.itemHandle(at: from) else {
      throw noRow(at: from, of: served, "from")
    }
    guard snapshot.hasPlace(at: to) else {
      throw noRow(at: to, of: served, "to", "place for a row")
    }
    guard served.table.reordering.value(at: from, in: snapshot) == true else {
      throw notAllowed(.moveNotAllowed, "may not be moved", item, at: from, of: served)
    }
    guard from.section == to.section || served.table.acrossSections else {
      let refusal = "may not be moved to another section"
      throw notAllowed(.moveNotAllowed, refusal, item, at: from, of: served)
    }
    return item
  }

  private func notAllowed(
    _ kind: ErrorKind,
    _ refusal: String,
    _ item: Handle,
    at path: IndexPath,
    of served: ServedDataSource
  ) -> DiffableError {
    let option = kind == .editNotAllowed ? "editing" : "reordering"
    var error = DiffableError(
      kind,
      "The row at \(told(path)) \(refusal), by the option \(option) of the data source"
        + " \(quoted(served.name)); show it where it is at revision \(served.source.revision)."
    )
    error.identifiers = [served.source.snapshot.pool.items.bytes(of: item)]
    error.revision = served.source.revision
    return error
  }

  /// Runs what the user did by hand, and tells of its refusal.
  private func loggingRefusal(
    _ action: String,
    of served: ServedDataSource,
    _ body: () throws(DiffableError) -> Void
  ) throws(DiffableError) {
    do throws(DiffableError) {
      try body()
    } catch {
      log(served, "\(action) refused: \(error.message)")
      throw error
    }
  }
}
