public import JSON

/// Which value of a row is meant.
public struct RowPlace: Hashable, Sendable {
  /// What the value is in.
  public enum Origin: String, CaseIterable, Sendable {
    /// The row's content.
    case content
    /// The row's identifier.
    case identifier
    /// The identifier of the section that has the row in the base.
    case section
  }

  /// What the value is in.
  public let origin: Origin
  /// Where in that it is, nil for the whole of it.
  public let pointer: JSONPointer?

  /// The names of its members.
  static let names: [StaticString] = ["from", "pointer"]

  /// Reads the members `from` and `pointer` of an object.
  ///
  /// - Throws: `invalidParams`.
  init(_ reader: ObjectReader) throws(DiffableError) {
    origin = try reader.optionalWord("from", Origin.self) ?? .content
    pointer = try reader.optionalPointer("pointer")
  }
}

/// Whether case and marks of texts count.
public enum TextCase: String, CaseIterable, Sendable {
  /// They do.
  case exact
  /// They do not.
  case ignore
}
