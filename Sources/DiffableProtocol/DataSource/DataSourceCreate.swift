/// The params of `dataSource/create`.
public struct CreateDataSourceParams {
  /// The name of the new data source.
  public let dataSource: String
  /// Its options.
  public let options: DataSourceOptions
  /// How many bytes each of them has that is given.
  public let optionLengths: [String: Int]
  /// What it shows at once, nil for nothing.
  public let document: ObjectReader?
  /// What it is a view of, and how; nil when it is no view.
  public let view: ViewDocument?
  /// The client's own name for the apply of that.
  public let tag: Token?

  /// The members, in the order of the schema.
  public static let members = MemberNames(
    ofParams: ["dataSource", "options", "snapshot", "view", "tag"],
    advice: DataSourceOptions.advice
  )

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    var options = DataSourceOptions()
    let isView = reader.optional("view") != nil
    if isView, let given = try reader.optionalObject("options") { try given.refuseEditing() }
    if let given = try reader.optionalObject("options") {
      try options.update(given, whenCreated: true)
    }
    self.options = options
    optionLengths = try reader.optionalObject("options")?.lengths ?? [:]
    document = try reader.optionalObject("snapshot")
    view = try reader.optionalObject("view").map { (inner) throws(DiffableError) in
      try ViewDocument(inner)
    }
    if document != nil, view != nil {
      throw reader.invalid("snapshot", "must not stand beside view, which says what is shown")
    }
    tag = try reader.token("tag")
    if document == nil, view == nil, tag != nil {
      throw reader.invalid("tag", "needs a snapshot or a view beside it, whose apply it names")
    }
  }
}
