import JSON
import Snapshots

/// A value where it stands in a text that was parsed before, looked into no further than is asked.
///
/// Most values of rows are short numbers, and strings without escapes, which are read as they stand
/// and without a document. It is good for as long as the text stands where it does.
struct PlacedValue {
  /// The JSON of the value.
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Parses the value.
  ///
  /// - Parameter work: Told how far it is.
  /// - Returns: The value, nil when that was called off.
  func view(_ work: Work?) -> JSONView? {
    // It came out of a parsed message, so it is JSON; the nesting was checked then.
    let mayContinue = work?.mayGoOn
    let text = Array(bytes)
    return (try? JSONDocument(parsing: text, maxNestingDepth: .max, mayContinue: mayContinue))?.root
  }

  /// Reads the text of a string, with its escapes resolved.
  ///
  /// - Parameter work: Told how far it is; when it is called off, the rest is left out.
  /// - Returns: The text in UTF-8, nil for all else.
  func decodedText(_ work: Work?) -> [UInt8]? {
    guard kind == .string, let view = view(work) else { return nil }
    var text: [UInt8] = []
    view.appendDecodedText(to: &text, mayContinue: work?.mayGoOn)
    return text
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
