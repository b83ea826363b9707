import JSON

/// Identifiers that stand more than once where each may stand once, and where they stand.
///
/// Only so many are kept as a person can use; the number says how many there are.
public struct Duplicates: Sendable {
  /// How many identifiers are kept.
  public static let maxEntries = 100
  /// How many places are kept of each.
  public static let maxPositions = 10

  /// An identifier that stands more than once.
  public struct Entry: Sendable {
    /// The identifier as a JSON text.
    public let identifier: [UInt8]
    /// The first places where it stands, as paths in the params such as `edits[0].items[2]`.
    public var positions: [String]

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - identifier: The identifier as a JSON text.
    ///   - positions: The first places where it stands.
    public init(identifier: [UInt8], positions: [String]) {
      self.identifier = identifier
      self.positions = positions
    }
  }

  /// The first identifiers, in the order in which they first stand; sections before items.
  public let entries: [Entry]
  /// How many identifiers stand more than once.
  public let count: Int

  /// Creates a list of duplicates.
  ///
  /// - Parameters:
  ///   - entries: The first identifiers, at most ``maxEntries``.
  ///   - count: How many identifiers there are in all.
  public init(entries: [Entry], count: Int) {
    self.entries = entries
    self.count = count
  }

  func write(to data: inout JSONWriter) {
    data.member("numberOfDuplicates", count)
    data.name("duplicates")
    data.beginArray()
    for entry in entries {
      data.beginObject()
      data.member("identifier", raw: entry.identifier)
      data.name("positions")
      data.beginArray()
      for position in entry.positions { data.string(position) }
      data.endArray()
      data.endObject()
    }
    data.endArray()
  }
}
