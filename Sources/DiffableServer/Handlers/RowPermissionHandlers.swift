import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/canMoveRow`: protocol/methods/dataSource-canMoveRow.md.
  func canMoveRow(_ params: RowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    try answerPermission(.dataSourceCanMoveRow, params, &writer) { $0.reordering }
  }

  /// `dataSource/canEditRow`: protocol/methods/dataSource-canEditRow.md.
  func canEditRow(_ params: RowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    try answerPermission(.dataSourceCanEditRow, params, &writer) { $0.editing }
  }

  private func answerPermission(
    _ method: Method,
    _ params: RowParams,
    _ writer: inout JSONWriter,
    _ rule: (TableRules) -> RowRule<Bool>
  ) throws(DiffableError) {
    let stored = try dataSource(params.question)
    let path = IndexPath(params.indexPath)
    guard let allowed = rule(stored.table).value(at: path, in: stored.source.snapshot) else {
      throw DiffableError.noRow(at: path, of: stored).at("indexPath")
    }
    log(stored, "\(method.verb) \(path): \(allowed ? "allowed" : "not allowed")")
    writer.beginAnswer(about: stored)
    writer.member("allowed", allowed)
    writer.endObject()
  }
}

extension Method {
  /// The name without its namespace.
  var verb: Substring { rawValue.drop { $0 != "/" }.dropFirst() }
}

extension IndexPath {
  /// Takes over an index path of a message.
  init(_ value: IndexPathValue) {
    self.init(section: value.section, item: value.item)
  }
}

extension JSONWriter {
  /// Begins the object of an answer about a data source, with the revision that it is true of.
  mutating func beginAnswer(about stored: StoredDataSource) {
    beginObject()
    member("revision", stored.source.revision)
  }
}
