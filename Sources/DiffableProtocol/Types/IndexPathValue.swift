public import JSON

/// The place of a row as it stands in a message: `[section, item]`, zero-based.
public struct IndexPathValue: Equatable, Sendable {
  /// The index of the section.
  public let section: Int
  /// The index of the item in its section.
  public let item: Int
}

extension ObjectReader {
  /// Reads an index path.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - place: Where it stands in this object.
  /// - Returns: The index path; numbers too large for any list are cut to the greatest there is.
  /// - Throws: `invalidParams`.
  public func indexPath(_ value: JSONView, at place: String) throws(DiffableError)
    -> IndexPathValue
  {
    let numbers = value.elements.map(wholeNumber)
    guard value.kind == .array, numbers.count == 2, let section = numbers[0], let item = numbers[1]
    else { throw invalid(place, "must be an index path [section, item]", value) }
    return IndexPathValue(section: section, item: item)
  }

  /// Reads an index.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - place: Where it stands in this object.
  /// - Returns: The index; a number too large for any list is cut to the greatest there is.
  /// - Throws: `invalidParams`.
  public func index(_ value: JSONView, at place: String) throws(DiffableError) -> Int {
    guard let index = wholeNumber(value) else { throw invalid(place, "must be an integer", value) }
    return index
  }
}

/// A whole number, cut to what fits; nil when the value is none.
private func wholeNumber(_ value: JSONView) -> Int? {
  if let integer = value.integer { return integer }
  guard value.kind == .number,
    let number = value.withBytes({ Double(String(decoding: $0, as: UTF8.self)) })
  else { return nil }
  if number >= 0x1p63 { return Int.max }
  return number <= -0x1p63 ? Int.min : nil
}
