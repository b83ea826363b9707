/// The params of `dataSource/rows`.
public struct RowsParams: Sendable {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The place of the first row; neither index is negative.
  public let from: IndexPathValue
  /// How many rows there are at most, at least 0.
  public let count: Int

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "from", "count", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    from = try reader.indexPath(try reader.required("from"), at: "from")
    count = try reader.count("count")
    guard from.section >= 0, from.item >= 0 else {
      throw reader.invalid("from", "must not be negative", reader.optional("from"))
    }
  }
}
