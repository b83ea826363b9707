public import JSON

/// The params of `dataSource/applySection`.
public struct ApplySectionParams {
  /// The data source.
  public let dataSource: String
  /// The section, which need not be there.
  public let section: JSONView
  /// The tree that it is to have.
  public let document: ObjectReader
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "section", "snapshot", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    section = try reader.required("section")
    document = try reader.object("snapshot")
    conditions = try ApplyConditions(reader)
  }
}

/// The params of `dataSource/editSection`.
public struct EditSectionParams {
  /// The data source.
  public let dataSource: String
  /// The section.
  public let section: JSONView
  /// The edits, one step.
  public let edits: EditList
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "section", "edits", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    section = try reader.required("section")
    edits = try EditList(reader)
    conditions = try ApplyConditions(reader)
  }
}

/// The params of `dataSource/expandItem` and `dataSource/collapseItem`.
public struct DiscloseItemParams {
  /// The data source.
  public let dataSource: String
  /// The item that the user opens or closes.
  public let item: JSONView
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "item", "animatingDifferences", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    item = try reader.required("item")
    conditions = try ApplyConditions(reader)
  }
}
