public import JSON

/// What ties a response to its request.
///
/// Two are equal when their JSON values are: `"a"` is `"\u0061"` and `1` is `1.0`, but not `"1"`.
/// Each is written back exactly as it came.
public struct RequestID: Hashable, Sendable {
  /// The bytes of the identifier as they were sent, one complete JSON value.
  public let bytes: [UInt8]

  private let value: Value

  /// The length in bytes as it was sent, of a string without the quotes.
  public var length: Int { bytes.count - (bytes.first == UInt8(ascii: "\"") ? 2 : 0) }

  /// A JSON value in a form that is the same for equal ones.
  private enum Value: Hashable, Sendable {
    case null
    case integer(Int)
    /// A whole number that does not fit, in canonical form.
    case largeInteger([UInt8])
    /// Text in bytes, because `String` takes some different texts for the same.
    case text([UInt8])
  }

  /// The identifier of a response to a request whose own could not be read.
  public static let null = RequestID(bytes: Array("null".utf8), value: .null)

  /// Reads an identifier.
  ///
  /// - Parameter view: The value. The result is nil unless it is a string, a whole number or null.
  public init?(_ view: JSONView) {
    guard let value = Self.value(of: view) else { return nil }
    self.init(bytes: view.withBytes { Array($0) }, value: value)
  }

  private init(bytes: [UInt8], value: Value) {
    self.bytes = bytes
    self.value = value
  }

  /// Whether two identifiers have the same JSON value.
  ///
  /// - Parameters:
  ///   - lhs: One identifier.
  ///   - rhs: The other.
  /// - Returns: True if they have.
  public static func == (lhs: RequestID, rhs: RequestID) -> Bool {
    lhs.value == rhs.value
  }

  /// Hashes the JSON value.
  ///
  /// - Parameter hasher: Where it goes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }

  private static func value(of view: JSONView) -> Value? {
    switch view.kind {
    case .null: return .null
    case .number: return number(view)
    case .string: return .text(collected { view.appendDistinctText(to: &$0) })
    case .bool, .array, .object: return nil
    }
  }

  private static func number(_ view: JSONView) -> Value? {
    if let integer = view.integer { return .integer(integer) }
    guard view.isWholeNumber else { return nil }
    return .largeInteger(collected(view.appendCanonicalNumber))
  }

  private static func collected(_ append: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(&bytes)
    return bytes
  }
}
