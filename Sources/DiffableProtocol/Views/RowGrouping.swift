public import JSON

/// How sections are made from rows.
public struct RowGrouping {
  /// What of a value names the section.
  public enum Part: String, CaseIterable, Sendable {
    /// All of it.
    case value
    /// The first letter of a text.
    case letter
    /// The first scalars of a text.
    case start
  }

  /// Where the value is, and the order of the sections.
  public let key: RowSortKey
  /// What of it names the section.
  public let part: Part
  /// How many scalars of a text name it.
  public let length: Int
  /// The values of the sections that are always there.
  public let values: [JSONView]

  /// The longest beginning of a text that can be asked for.
  static let maxLength = 256
  /// How many sections may always be there.
  static let maxValues = 256

  private static let members = MemberNames(
    of: "groupBy",
    RowSortKey.names + ["take", "length", "values"]
  )

  /// Reads a grouping.
  ///
  /// - Throws: `invalidParams`.
  init(_ reader: ObjectReader) throws(DiffableError) {
    try reader.check(RowGrouping.members)
    key = try RowSortKey(reader)
    part = try reader.optionalWord("take", Part.self) ?? .value
    let length = try reader.optionalInteger("length")
    if part == .start {
      guard let length, 1...RowGrouping.maxLength ~= length else {
        let rule = "must be an integer from 1 to \(RowGrouping.maxLength)"
        throw reader.invalid("length", rule, reader.optional("length"))
      }
      self.length = length
    } else {
      guard length == nil else {
        throw reader.invalid("length", "needs \"take\": \"start\" beside it")
      }
      self.length = 0
    }
    let values = try reader.optionalArray("values")
    guard values?.count ?? 0 <= RowGrouping.maxValues else {
      throw reader.invalid("values", "must not have more than \(RowGrouping.maxValues) values")
    }
    self.values = values.map { Array($0.elements) } ?? []
  }
}
