/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with the text.
  public enum Reason: Equatable, Sendable {
    /// The text is empty or has nothing but white space.
    case emptyText
    /// The text has more bytes than a document can address.
    case textTooLong(limit: Int)
    /// The text ends inside a value.
    case unexpectedEnd
    /// The grammar does not allow this byte here.
    case unexpectedByte(UInt8)
    /// A control character stands in a string as it is, without an escape.
    case unescapedControlCharacter(UInt8)
    /// A backslash is not followed by one of the escapes of JSON.
    case invalidEscape
    /// A string has bytes that are no UTF-8.
    case invalidUTF8
    /// Arrays and objects are nested more deeply than is allowed.
    case nestingTooDeep(limit: Int)
    /// Whoever had it parsed called that off.
    case calledOff
  }

  /// What is wrong with the text.
  public var reason: Reason

  /// Where it is wrong, in bytes from the start of the text.
  public var offset: Int

  /// Creates an error from its two parts.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The error as a part of an English sentence.
  public var description: String {
    switch reason {
    case .emptyText: "the text is empty"
    case .textTooLong(let limit): "the text is longer than \(limit) bytes"
    case .unexpectedEnd: "unexpected end of the text at offset \(offset)"
    case .unexpectedByte(let byte): "unexpected byte \(hexadecimal(byte)) at offset \(offset)"
    case .unescapedControlCharacter(let byte):
      "unescaped control character \(hexadecimal(byte)) in a string at offset \(offset)"
    case .invalidEscape: "invalid escape in a string at offset \(offset)"
    case .invalidUTF8: "invalid UTF-8 at offset \(offset)"
    case .nestingTooDeep(let limit): "nesting deeper than \(limit) at offset \(offset)"
    case .calledOff: "parsing was called off at offset \(offset)"
    }
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0x0\(digits)" : "0x\(digits)"
}
