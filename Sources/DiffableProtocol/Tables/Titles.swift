/// The params of `dataSource/titleForHeader` and `dataSource/titleForFooter`.
public struct SectionTitleParams: Sendable {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The index of the section.
  public let index: Int

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "index", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    index = try reader.integer(try reader.required("index"), at: "index")
  }
}

/// The params of `dataSource/sectionForSectionIndexTitle` and `dataSource/indexPathForIndexTitle`.
public struct IndexTitleParams: Sendable {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The title.
  public let title: String

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "title", "at", "atRevision"]

  /// Reads the params; where the title stands in the index is not needed to find it.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    title = try reader.string("title")
    _ = try reader.optionalInteger("at")
  }
}
