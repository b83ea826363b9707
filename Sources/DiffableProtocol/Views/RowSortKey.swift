import JSON

/// What rows, or sections made from rows, are put in order by.
public struct RowSortKey: Hashable, Sendable {
  /// Which of two values comes first.
  public enum Comparison: String, CaseIterable, Sendable {
    /// As `sortItems` has it.
    case value
    /// Likewise, but of texts case and marks do not count.
    case text
    /// Likewise, but digits count as the numbers that they are.
    case natural
  }

  /// Where rows without a value come.
  public enum Missing: String, CaseIterable, Sendable {
    /// Behind all others.
    case last
    /// In front of all others.
    case first
  }

  /// The words that `order` knows.
  private enum Order: String, CaseIterable {
    case ascending
    case descending
  }

  /// Where the value is.
  public let place: RowPlace
  /// Whether the greatest value comes first.
  public let isDescending: Bool
  /// Which of two values comes first.
  public let comparison: Comparison
  /// Where rows without a value come.
  public let missing: Missing

  /// The names of its members.
  static let names: [StaticString] = RowPlace.names + ["order", "compare", "missing"]

  /// Reads the members of an object that has others too.
  ///
  /// - Throws: `invalidParams`.
  init(_ reader: ObjectReader) throws(DiffableError) {
    place = try RowPlace(reader)
    isDescending = try reader.optionalWord("order", Order.self) == .descending
    comparison = try reader.optionalWord("compare", Comparison.self) ?? .value
    missing = try reader.optionalWord("missing", Missing.self) ?? .last
  }
}
