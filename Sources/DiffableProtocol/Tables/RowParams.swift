/// The params of the questions about one row, such as `dataSource/canMoveRow`.
public struct RowParams: Sendable {
  /// The data source.
  public let dataSource: String
  /// The row.
  public let indexPath: IndexPathValue
  /// The revision that the data source must be at, nil for any.
  public let atRevision: Int?

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.string("dataSource")
    indexPath = try reader.indexPath(try reader.required("indexPath"), at: "indexPath")
    atRevision = try reader.optionalInteger("atRevision")
  }
}
