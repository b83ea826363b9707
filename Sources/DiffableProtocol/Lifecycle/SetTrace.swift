/// How much of the conversation is told to the front end in `$/logTrace`.
public enum TraceValue: String, CaseIterable, Sendable {
  /// Nothing.
  case off
  /// Each request and each response.
  case messages
  /// Each request with its params, and each response.
  case verbose
}

/// The params of `$/setTrace`.
public struct SetTraceParams: Sendable {
  /// How much is to be told.
  public let value: TraceValue

  /// The members, in the order of the schema.
  public static let members = MemberNames(of: "params", ["value"])

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    guard let value = try reader.optionalWord("value", TraceValue.self) else {
      throw reader.missing("value")
    }
    self.value = value
  }
}
