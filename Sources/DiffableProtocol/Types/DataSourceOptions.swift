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

  /// The names of the options.
  static let names =
    [
      "changeFormat", "includeContent", "contentChanges", "duplicates", "identity",
      "defaultRowAnimation", "history",
    ] + TableOptions.names + ["logging"]

  /// Changes the options that are named, and keeps the others.
  ///
  /// - Parameters:
  ///   - reader: The options as they came.
  ///   - isNew: Whether the data source is being created: some options are for that time only.
  /// - Throws: `invalidParams`, for an unknown option with the names of the known ones; nothing is
  ///   changed then.
  public mutating func update(
    _ reader: ObjectReader,
    whenCreated isNew: Bool
  ) throws(DiffableError) {
    var updated = self
    var seen: Set<String> = []
    // Of members that stand twice the last counts, whichever is asked for.
    for (name, _) in reader.members where seen.insert(name).inserted {
      try updated.set(name, reader, whenCreated: isNew)
    }
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
      if try table.update(name, reader) { return }
      let known = DataSourceOptions.names.joined(separator: ", ")
      throw reader.invalid(name, "is no option; the options are \(known)")
    }
  }
}
