/// What a response says when a request did not succeed.
public struct ResponseError: Error, Equatable, Sendable {
  /// What kind of error it is.
  public var code: ErrorCode

  /// An English sentence: what was wrong, with the value, and what to do.
  public var message: String

  /// What a program can read of it: one complete JSON object, already written.
  public var data: [UInt8]?

  /// Creates an error from its parts.
  ///
  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: An English sentence.
  ///   - data: One complete JSON object, already written.
  public init(code: ErrorCode, message: String, data: [UInt8]? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }
}
