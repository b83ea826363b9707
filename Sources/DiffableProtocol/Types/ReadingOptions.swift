/// How the sections and items of a message are read.
public struct ReadingOptions: Equatable, Sendable {
  /// What is done with repeats inside one document or edit.
  public enum Duplicates: String, CaseIterable, Sendable {
    /// They are refused.
    case error
    /// The first one counts.
    case first
    /// The last one counts.
    case last
  }

  /// How model objects are identified, nil when items are never given as such.
  public internal(set) var identity: Identity?
  /// What is done with repeats inside one document or edit.
  public internal(set) var duplicates = Duplicates.error

  /// Creates the default options.
  ///
  /// - Parameter identity: How model objects are identified, nil when items are never given as such.
  public init(identity: Identity? = nil) {
    self.identity = identity
  }
}
