import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/moveRow`: protocol/methods/dataSource-moveRow.md.
  func moveRow(_ params: MoveRowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let (from, to) = (IndexPath(params.from), IndexPath(params.to))
    try loggingRefusal("moveRow \(from) to \(to)", of: params.dataSource) {
      (stored) throws(DiffableError) in
      try check(params.conditions, stored)
      let item = try movableItem(from: from, to: to, of: stored)
      var draft = stored.source.draft()
      let target = draft.edit { snapshot in snapshot.moveItem(from: from, to: to) } ?? from
      var occasion = ApplyOccasion(.dataSourceMoveRow, params.conditions)
      occasion.transaction = RowTransaction(item: item, from: from, to: target)
      let applied = try apply(draft, to: stored, occasion)
      writer.result(of: applied, warnings: [])
    }
  }

  /// `dataSource/deleteRow`: protocol/methods/dataSource-deleteRow.md.
  func deleteRow(_ params: DeleteRowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let path = IndexPath(params.indexPath)
    try loggingRefusal("deleteRow \(path)", of: params.dataSource) {
      (stored) throws(DiffableError) in
      try check(params.conditions, stored)
      let snapshot = stored.source.snapshot
      guard let item = snapshot.itemHandle(at: path) else {
        throw DiffableError.noRow(at: path, of: stored).at("indexPath")
      }
      guard stored.table.editing.value(at: path, in: snapshot) == true else {
        let refusal = "may not be deleted"
        throw .rowNotAllowed(.editNotAllowed, refusal, by: "editing", item, at: path, of: stored)
      }
      var draft = stored.source.draft()
      try model(
        stored.pool,
        try draft.edit { (snapshot) throws(SnapshotError) in try snapshot.deleteItems([item]) }
      )
      let occasion = ApplyOccasion(.dataSourceDeleteRow, params.conditions)
      let applied = try apply(draft, to: stored, occasion)
      writer.result(of: applied, warnings: [])
    }
  }

  /// The item of a row that may be moved to a place.
  private func movableItem(
    from: IndexPath,
    to: IndexPath,
    of stored: StoredDataSource
  ) throws(DiffableError) -> Handle {
    let snapshot = stored.source.snapshot
    guard let item = snapshot.itemHandle(at: from) else {
      throw DiffableError.noRow(at: from, of: stored).at("from")
    }
    guard snapshot.hasPlace(at: to) else {
      throw DiffableError.noRow(at: to, of: stored, "place for a row").at("to")
    }
    let table = stored.table
    var refusal: String?
    if table.reordering.value(at: from, in: snapshot) != true {
      refusal = "may not be moved"
    } else if from.section != to.section, !table.acrossSections {
      refusal = "may not be moved to another section"
    }
    guard let refusal else { return item }
    throw .rowNotAllowed(.moveNotAllowed, refusal, by: "reordering", item, at: from, of: stored)
  }

  /// Runs what the user did by hand on a list that takes edits, and tells of its refusal.
  private func loggingRefusal(
    _ action: String,
    of name: String,
    _ body: (StoredDataSource) throws(DiffableError) -> Void
  ) throws(DiffableError) {
    let stored = try store.dataSource(named: name)
    do throws(DiffableError) {
      try stored.refuseAsView()
      try body(stored)
    } catch {
      log(stored, "\(action) refused: \(error.message)")
      throw error
    }
  }
}
