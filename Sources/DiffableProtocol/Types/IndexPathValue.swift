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
  /// - Returns: The index path.
  /// - Throws: `invalidParams`.
  public func indexPath(
    _ value: JSONView,
    at place: @autoclosure () -> String
  ) throws(DiffableError) -> IndexPathValue {
    guard let (section, item) = value.pairOfNumbers else {
      throw invalid(place(), "must be an index path [section, item]", value)
    }
    guard max(section.magnitude, item.magnitude) <= UInt(ObjectReader.greatestInteger) else {
      throw invalid(place(), "must have integers of at most 2^53-1 in size", value)
    }
    return IndexPathValue(section: section, item: item)
  }
}

extension JSONView {
  /// Two whole numbers in an array, nil when this is something else.
  var pairOfNumbers: (Int, Int)? {
    guard kind == .array, count == 2 else { return nil }
    var numbers = elements.makeIterator()
    guard let first = numbers.next()?.wholeNumber, let second = numbers.next()?.wholeNumber else {
      return nil
    }
    return (first, second)
  }

  /// A whole number, cut to what fits; nil when this is none.
  var wholeNumber: Int? {
    if let integer { return integer }
    guard kind == .number, let number = withBytes({ Double(String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    if number >= 0x1p63 { return Int.max }
    return number <= -0x1p63 ? Int.min : nil
  }
}
