public import JSON

/// The params of `dataSource/setContent`.
public struct SetContentParams {
  /// The data source.
  public let dataSource: String
  /// The new content of the list itself, nil for `null`.
  public let content: JSONView?
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "content", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    guard let content = reader.given("content") else {
      throw reader.invalid("content", "is missing; null is a content, too")
    }
    self.content = content.isNull ? nil : content
    conditions = try ApplyConditions(reader)
  }
}
