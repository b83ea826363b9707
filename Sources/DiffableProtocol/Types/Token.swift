public import JSON

/// A client's own name for something, which comes back as it was sent: a string or an integer.
public struct Token: Sendable {
  /// Its JSON text, as it was sent.
  public let text: [UInt8]

  /// How many bytes it takes, of a string without the quotes.
  public let length: Int

  /// Reads a token; there is none when a value is no string, and no integer that every client's
  /// JSON can hold.
  ///
  /// - Parameter value: The value.
  public init?(_ value: JSONView) {
    switch value.kind {
    case .string: length = value.bytes.count - 2
    case .number:
      guard let integer = value.integer, integer.magnitude < 1 << 53 else { return nil }
      length = value.bytes.count
    case .null, .bool, .array, .object: return nil
    }
    text = Array(value.bytes)
  }
}

extension ObjectReader {
  /// The member that is a token, nil when it is absent.
  ///
  /// - Parameter name: The member.
  /// - Returns: The token.
  /// - Throws: `invalidParams`.
  public func token(_ name: StaticString) throws(DiffableError) -> Token? {
    guard let value = optional(name) else { return nil }
    if let token = Token(value) { return token }
    throw invalid(name, "must be a string, or an integer of at most 2^53-1 in size", value)
  }
}
