/// The params of `dataSource/sectionForSectionIndexTitle` and `dataSource/indexPathForIndexTitle`.
public struct IndexTitleParams: Sendable {
  /// The title.
  public let title: String

  /// Reads the params; where the title stands in the index is not needed to find it.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    title = try reader.string("title")
    _ = try reader.optionalInteger("at")
  }
}
