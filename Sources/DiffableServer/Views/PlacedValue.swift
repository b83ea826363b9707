import JSON

/// A value where it stands in a text that was parsed before, looked into no further than is asked.
///
/// Most values of rows are short numbers, and strings without escapes, which are read as they stand
/// and without a document. It is good for as long as the text stands where it does.
struct PlacedValue {
  /// The JSON of the value.
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The value parsed.
  var view: JSONView? {
    // It came out of a parsed message, so it is JSON; the nesting was checked then.
    (try? JSONDocument(parsing: Array(bytes), maxNestingDepth: .max))?.root
  }

  var kind: JSONKind {
    switch bytes[0] {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The text of a string that has no escapes; nil for all else.
  var plainText: UnsafeRawBufferPointer? {
    guard kind == .string else { return nil }
    let inner = UnsafeRawBufferPointer(rebasing: bytes[1..<bytes.count - 1])
    return inner.has(UInt8(ascii: "\\")) ? nil : inner
  }

  /// The value of a number that is written as an integer of at most 15 bytes; nil for all else.
  ///
  /// That is exactly a Double too.
  var shortInteger: Int? {
    let isNegative = bytes[0] == UInt8(ascii: "-")
    guard bytes.count <= 15 else { return nil }
    var value = 0
    for offset in (isNegative ? 1 : 0)..<bytes.count {
      let digit = bytes[offset] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return isNegative ? -value : value
  }
}
