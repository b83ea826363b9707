/// The params of `dataSource/deleteRow`.
public struct DeleteRowParams: Sendable {
  /// The data source.
  public let dataSource: String
  /// The row.
  public let indexPath: IndexPathValue
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "indexPath", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    indexPath = try reader.indexPath(try reader.required("indexPath"), at: "indexPath")
    conditions = try ApplyConditions(reader)
  }
}
