/// The options of a data source: one object on the wire, whose parts are handed on whole.
public struct DataSourceOptions: Equatable, Sendable {
  /// What unequal content under an equal identifier means.
  public enum ContentChanges: String, CaseIterable, Sendable {
    /// The row is shown anew in the cell that it has.
    case reconfigure
    /// The row is shown anew in a new cell.
    case reload
    /// Nothing.
    case ignore
  }

  /// How the sections and items of a message are read.
  public private(set) var reading = ReadingOptions()
  /// How a front end is told of applies.
  public private(set) var announcing = AnnouncingOptions()
  /// What unequal content under an equal identifier means.
  public private(set) var contentChanges = ContentChanges.reconfigure
  /// How many revisions are kept, nil for as many as the limits allow; set when created.
  public private(set) var history: Int?
  /// How the data source behaves as a table view.
  public private(set) var table = TableOptions()

  /// Creates the default options.
  public init() {}

  /// The options of a view, whose list nobody edits and whose items are identified as its base's.
  ///
  /// - Parameter base: How what is said of the base is read.
  /// - Returns: The options.
  public func ofView(of base: ReadingOptions) -> DataSourceOptions {
    var options = self
    options.reading.identity = base.identity
    options.table.forbidEditing()
    return options
  }

  /// The names of the options.
  private static let members = MemberNames(
    of: "options",
    [
      "changeFormat", "includeContent", "contentChanges", "duplicates", "identity",
      "defaultRowAnimation", "history",
    ] + TableOptions.names + ["logging"]
  )

  /// The names of the options, in the order of the specification.
  public static var names: [String] { members.names.map { "\($0)" } }

  /// What to do who gave an option among the params.
  static let advice = "Options such as changeFormat stand in options"

  /// Changes the options that are named, and keeps the others.
  ///
  /// - Parameters:
  ///   - reader: The options as they came.
  ///   - isNew: Whether the data source is being created: some options are for that time only.
  /// - Throws: `invalidParams`; nothing is changed then.
  public mutating func update(
    _ reader: ObjectReader,
    whenCreated isNew: Bool
  ) throws(DiffableError) {
    try reader.check(DataSourceOptions.members)
    var updated = self
    for name in reader.names { try updated.set(name, reader, whenCreated: isNew) }
    self = updated
  }

  private mutating func set(
    _ name: String,
    _ reader: ObjectReader,
    whenCreated isNew: Bool
  ) throws(DiffableError) {
    switch name {
    case "changeFormat":
      announcing.changeFormat =
        try reader.optionalWord("changeFormat", ChangeFormat.self) ?? .batch
    case "includeContent":
      announcing.includeContent = try reader.optionalBool("includeContent") ?? true
    case "defaultRowAnimation":
      announcing.defaultRowAnimation = try reader.optionalString("defaultRowAnimation")
    case "logging":
      announcing.logging = try reader.optionalBool("logging") ?? false
    case "contentChanges":
      contentChanges =
        try reader.optionalWord("contentChanges", ContentChanges.self) ?? .reconfigure
    case "duplicates":
      reading.duplicates =
        try reader.optionalWord("duplicates", ReadingOptions.Duplicates.self) ?? .error
    case "identity":
      guard isNew else { throw reader.invalid(name, "can only be set when created") }
      reading.identity = try reader.identity()
    case "history":
      guard isNew else { throw reader.invalid(name, "can only be set when created") }
      history = try reader.optionalInteger("history")
      if let history, history < 0 {
        throw reader.invalid(name, "must not be negative", reader.optional("history"))
      }
    default:
      try table.update(name, reader)
    }
  }
}
