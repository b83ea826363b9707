import JSON

/// The params of `dataSource/rowAtOffset`.
public struct RowAtOffsetParams: Sendable {
  /// The distance from the top of the first row in whole thousandths, the rest cut off; nil when no
  /// list is as high, or above all rows.
  public let thousandths: Int?
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "y", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    let y = try reader.required("y")
    guard y.kind == .number else { throw reader.invalid("y", "must be a number", y) }
    thousandths = y.thousandths
    question = try DataSourceQuestion(reader)
  }
}
