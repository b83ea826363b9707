/// The params that every method of reading takes.
public struct ReadParams: Sendable {
  /// What is read.
  public let target: Target
  /// The revision that a data source must be at, nil for any.
  public let atRevision: Int?

  /// Reads the members.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    target = try reader.target()
    atRevision = try reader.optionalInteger("atRevision")
  }
}

/// A part of a list: where it starts, and how many elements it has at most.
public struct RangeValue: Equatable, Sendable {
  /// The index of the first element.
  public let start: Int
  /// How many elements there are at most.
  public let count: Int
}

extension ObjectReader {
  /// The member `range`, `[start, count]`, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func range() throws(DiffableError) -> RangeValue? {
    guard let value = optional("range") else { return nil }
    let pair = try indexPath(value, at: "range")
    guard pair.section >= 0, pair.item >= 0 else {
      throw invalid("range", "must be [start, count], both at least 0", value)
    }
    return RangeValue(start: pair.section, count: pair.item)
  }
}
