/// The params of `dataSource/create`.
public struct CreateDataSourceParams {
  /// The name of the new data source.
  public let dataSource: String
  /// Its options.
  public let options: DataSourceOptions
  /// What it shows at once, nil for nothing.
  public let document: ObjectReader?
  /// The client's own name for the apply of that.
  public let tag: Token?

  /// The members, in the order of the schema.
  public static let members = MemberNames(
    ofParams: ["dataSource", "options", "snapshot", "tag"],
    advice: DataSourceOptions.advice
  )

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    var options = DataSourceOptions()
    if let given = try reader.optionalObject("options") {
      try options.update(given, whenCreated: true)
    }
    self.options = options
    document = try reader.optionalObject("snapshot")
    tag = try reader.token("tag")
    if document == nil, tag != nil {
      throw reader.invalid("tag", "needs a snapshot beside it, whose apply it names")
    }
  }
}
