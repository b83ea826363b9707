/// The params of `dataSource/changes`.
public struct DataSourceChangesParams: Sendable {
  /// The data source.
  public let dataSource: String
  /// The revision that the client knows.
  public let since: Int
  /// The form of the changes.
  public let changeFormat: ChangeFormat

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "since", "changeFormat"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    since = try reader.revision("since")
    changeFormat = try reader.optionalWord("changeFormat", ChangeFormat.self) ?? .batch
  }
}

/// The params of `dataSource/revert`.
public struct RevertParams: Sendable {
  /// The data source.
  public let dataSource: String
  /// The revision whose state is wanted.
  public let toRevision: Int
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "toRevision", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    toRevision = try reader.revision("toRevision")
    conditions = try ApplyConditions(reader)
  }
}
