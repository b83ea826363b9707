/// The params of `dataSource/edit`.
public struct EditDataSourceParams {
  /// The data source.
  public let dataSource: String
  /// The edits, one step.
  public let edits: EditList
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "edits", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    edits = try EditList(reader)
    conditions = try ApplyConditions(reader)
  }
}
