/// How a front end is told of applies.
public struct AnnouncingOptions: Equatable, Sendable {
  /// The form of the changes in a didApply.
  public internal(set) var changeFormat = ChangeFormat.batch
  /// Whether inserted and updated elements carry their content.
  public internal(set) var includeContent = true
  /// A hint that is passed through to the front end.
  public internal(set) var defaultRowAnimation: String?
  /// Whether what is asked about rows and what is applied is told as it happens.
  public internal(set) var logging = false

  init() {}
}

/// The form of changes.
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
