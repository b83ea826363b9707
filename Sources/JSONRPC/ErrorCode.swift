/// A number that says what kind of error a response is; an open set.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number as it stands on the wire.
  public var rawValue: Int

  /// Creates a code from its number.
  ///
  /// - Parameter rawValue: The number as it stands on the wire.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

// MARK: - JSON-RPC 2.0

extension ErrorCode {
  /// The message is not JSON.
  public static let parseError = ErrorCode(rawValue: -32700)

  /// The message is JSON but no request, or one that is not allowed now.
  public static let invalidRequest = ErrorCode(rawValue: -32600)

  /// There is no such method.
  public static let methodNotFound = ErrorCode(rawValue: -32601)

  /// The parameters are not what the method takes.
  public static let invalidParams = ErrorCode(rawValue: -32602)

  /// Something in here is broken.
  public static let internalError = ErrorCode(rawValue: -32603)
}

// MARK: - Language Server Protocol 3.17

extension ErrorCode {
  /// A request came before `initialize`.
  public static let serverNotInitialized = ErrorCode(rawValue: -32002)

  /// The client has cancelled the request.
  public static let requestCancelled = ErrorCode(rawValue: -32800)
}
