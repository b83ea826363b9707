import JSON

/// A value where it stands in a text that was parsed before, looked into no further than is asked.
///
/// Most values of rows are short numbers, and strings without escapes, which are read as they stand
/// and without a document.
struct PlacedValue {
  private let text: [UInt8]
  private let range: Range<Int>

  init(_ text: [UInt8], _ range: Range<Int>) {
    self.text = text
    self.range = range
  }

  /// The value parsed.
  var view: JSONView? {
    // It came out of a parsed message, so it is JSON; the nesting was checked then.
    (try? JSONDocument(parsing: text[range], maxNestingDepth: .max))?.root
  }

  var kind: JSONKind {
    switch text[range.lowerBound] {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// Calls a closure with the JSON of the value.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    text.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Calls a closure with the text of a string that has no escapes; nil for all else.
  func withPlainText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard kind == .string else { return nil }
    return withBytes { bytes in
      let inner = UnsafeRawBufferPointer(rebasing: bytes[1..<bytes.count - 1])
      return inner.contains(UInt8(ascii: "\\")) ? nil : body(inner)
    }
  }

  /// The value of a number that is written as an integer of at most 15 digits; nil for all else.
  ///
  /// That is exactly a Double too.
  var shortInteger: Int? {
    withBytes { bytes in
      let isNegative = bytes[0] == UInt8(ascii: "-")
      let digits = bytes.dropFirst(isNegative ? 1 : 0)
      guard digits.count <= 15 else { return nil }
      var value = 0
      for digit in digits {
        guard 0x30...0x39 ~= digit else { return nil }
        value = value * 10 + Int(digit - 0x30)
      }
      return isNegative ? -value : value
    }
  }
}
