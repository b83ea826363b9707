import JSON

/// What is searched for in rows, and where.
public struct RowSearch {
  /// How a word is found.
  public enum Match: String, CaseIterable, Sendable {
    /// Where a word of the text begins.
    case words
    /// Anywhere.
    case contains
    /// Where the text begins.
    case prefix
    /// Scalar by scalar.
    case fuzzy
  }

  /// What was typed.
  public let text: String
  /// Where it is looked for.
  public let places: [RowPlace]
  /// How a word is found.
  public let match: Match
  /// Whether case and marks of texts count.
  public let textCase: TextCase
  /// Whether the best rows come first.
  public let ranks: Bool

  /// How many places there may be.
  public static let maxPlaces = 8
  /// How many bytes may be typed.
  public static let maxTextBytes = 1024
  /// How many words may be typed.
  public static let maxWords = 32

  private static let members = MemberNames(
    of: "a search",
    ["text", "in", "match", "case", "rank"]
  )
  private static let placeMembers = MemberNames(of: "a place", RowPlace.names)

  /// Reads a search.
  ///
  /// - Throws: `invalidParams`.
  init(_ reader: ObjectReader) throws(DiffableError) {
    try reader.check(RowSearch.members)
    let typed = try reader.required("text")
    guard let text = typed.beginning else {
      throw reader.invalid("text", "must be a string", typed)
    }
    guard text.utf8.count <= RowSearch.maxTextBytes else {
      throw reader.invalid("text", "must not have more than \(RowSearch.maxTextBytes) bytes")
    }
    self.text = text
    let given = try reader.array("in")
    guard 1...RowSearch.maxPlaces ~= given.count else {
      throw reader.invalid("in", "must have from 1 to \(RowSearch.maxPlaces) places", given)
    }
    var places: [RowPlace] = []
    for (index, element) in given.elements.enumerated() {
      let place = try reader.object(element, at: "in[\(index)]")
      try place.check(RowSearch.placeMembers)
      places.append(try RowPlace(place))
    }
    self.places = places
    match = try reader.optionalWord("match", Match.self) ?? .words
    textCase = try reader.optionalWord("case", TextCase.self) ?? .ignore
    ranks = try reader.optionalBool("rank") ?? false
  }
}
