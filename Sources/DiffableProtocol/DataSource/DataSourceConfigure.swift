/// The params of `dataSource/configure`.
public struct ConfigureParams {
  /// The data source.
  public let dataSource: String
  /// The options to change.
  public let options: ObjectReader

  /// The members, in the order of the schema.
  public static let members = MemberNames(
    ofParams: ["dataSource", "options"],
    advice: DataSourceOptions.advice
  )

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    options = try reader.object("options")
  }
}
