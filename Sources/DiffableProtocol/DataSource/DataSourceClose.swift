/// The params of `dataSource/close`.
public struct CloseDataSourceParams: Sendable {
  /// The data source.
  public let dataSource: String

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
  }
}
