/// The params of `dataSource/moveRow`.
public struct MoveRowParams: Sendable {
  /// The data source.
  public let dataSource: String
  /// The row before.
  public let from: IndexPathValue
  /// Where the row is to be after it was taken out.
  public let to: IndexPathValue
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "from", "to", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    from = try reader.indexPath(try reader.required("from"), at: "from")
    to = try reader.indexPath(try reader.required("to"), at: "to")
    conditions = try ApplyConditions(reader)
  }
}
