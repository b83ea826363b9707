public import JSON

/// The params of `dataSource/sectionSnapshot`.
public struct SectionSnapshotParams {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The section; it is not looked into.
  public let section: JSONView
  /// Whether the item whose children are asked for is told, too.
  public let includingParent: Bool
  /// The item whose children are asked for, nil for the whole tree; it is not looked into.
  public let parent: JSONView?

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "section", "of", "includingParent", "atRevision",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    section = try reader.required("section")
    includingParent = try reader.optionalBool("includingParent") ?? false
    parent = reader.optional("of")
  }
}

/// The params of `dataSource/outline`.
public struct OutlineParams {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The section; it is not looked into.
  public let section: JSONView
  /// The items; they are not looked into.
  public let items: JSONView

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "section", "items", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    section = try reader.required("section")
    items = try reader.array("items")
  }
}
