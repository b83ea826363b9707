/// The params of the questions about one row, such as `dataSource/canMoveRow`.
public struct RowParams: Sendable {
  /// The row.
  public let indexPath: IndexPathValue
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "indexPath", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    let dataSource = try reader.name("dataSource")
    indexPath = try reader.indexPath(try reader.required("indexPath"), at: "indexPath")
    let revision = try reader.optionalRevision("atRevision")
    question = DataSourceQuestion(dataSource: dataSource, atRevision: revision)
  }
}
