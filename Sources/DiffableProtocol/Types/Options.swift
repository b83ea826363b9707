/// How a data source tells its changes.
public struct Options: Equatable, Sendable {
  /// The form of the changes in a didApply.
  public enum ChangeFormat: String, CaseIterable, Sendable {
    /// One batch update, in index spaces before and after.
    case batch
    /// Steps, each in the coordinates that the step before it left.
    case sequential
    /// A few batch updates, each of which a UITableView takes by itself.
    case staged
    /// No changes at all.
    case none
  }

  /// What unequal content under an equal identifier means.
  public enum ContentChanges: String, CaseIterable, Sendable {
    /// The row is shown anew in the cell that it has.
    case reconfigure
    /// The row is shown anew in a new cell.
    case reload
    /// Nothing.
    case ignore
  }

  /// What is done with repeats inside one document or edit.
  public enum Duplicates: String, CaseIterable, Sendable {
    /// They are refused.
    case error
    /// The first one counts.
    case first
    /// The last one counts.
    case last
  }

  /// The form of the changes in a didApply.
  public var changeFormat = ChangeFormat.batch
  /// Whether inserted and updated elements carry their content.
  public var includeContent = true
  /// What unequal content under an equal identifier means.
  public var contentChanges = ContentChanges.reconfigure
  /// What is done with repeats inside one document or edit.
  public var duplicates = Duplicates.error
  /// How model objects are identified, nil when items are never given as such; set when created.
  public private(set) var identity: Identity?
  /// A hint that is passed through to the front end.
  public var defaultRowAnimation: String?
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
    ] + TableOptions.names

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
      switch name {
      case "changeFormat":
        updated.changeFormat = try reader.optionalWord("changeFormat", ChangeFormat.self) ?? .batch
      case "includeContent":
        updated.includeContent = try reader.optionalBool("includeContent") ?? true
      case "contentChanges":
        updated.contentChanges =
          try reader.optionalWord("contentChanges", ContentChanges.self) ?? .reconfigure
      case "duplicates":
        updated.duplicates = try reader.optionalWord("duplicates", Duplicates.self) ?? .error
      case "identity":
        guard isNew else { throw reader.invalid(name, "can only be set when created") }
        updated.identity = try reader.identity()
      case "defaultRowAnimation":
        updated.defaultRowAnimation = try reader.optionalString("defaultRowAnimation")
      case "history":
        guard isNew else { throw reader.invalid(name, "can only be set when created") }
        updated.history = try reader.optionalInteger("history")
        if let history = updated.history, history < 0 {
          throw reader.invalid(name, "must not be negative", reader.optional("history"))
        }
      default:
        if try updated.table.update(name, reader) { continue }
        let known = Options.names.joined(separator: ", ")
        throw reader.invalid(name, "is no option; the options are \(known)")
      }
    }
    self = updated
  }
}
