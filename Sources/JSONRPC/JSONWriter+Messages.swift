public import JSON

extension JSONWriter {
  /// Starts a response whose result is the next value, which the caller writes.
  ///
  /// - Parameter id: The identifier of the request.
  public mutating func beginResult(id: RequestID) {
    beginMessage()
    name("id")
    raw(id.bytes)
    name("result")
  }

  /// Ends the response that ``beginResult(id:)`` started.
  public mutating func endResult() { endObject() }

  /// Writes a whole response with an error.
  ///
  /// - Parameters:
  ///   - id: The identifier of the request, or null if it could not be read.
  ///   - error: What was wrong.
  public mutating func error(id: RequestID, _ error: ResponseError) {
    beginMessage()
    name("id")
    raw(id.bytes)
    name("error")
    beginObject()
    member("code", error.code.rawValue)
    member("message", error.message)
    if let data = error.data {
      name("data")
      raw(data)
    }
    endObject()
    endObject()
  }

  /// Starts a notification whose parameters are the next value, which the caller writes.
  ///
  /// - Parameter method: The method, in ASCII and without characters that need an escape.
  public mutating func beginNotification(_ method: StaticString) {
    beginMessage()
    name("method")
    method.withUTF8Buffer { string(utf8: UnsafeRawBufferPointer($0)) }
    name("params")
  }

  /// Ends the notification that ``beginNotification(_:)`` started.
  public mutating func endNotification() { endObject() }

  private mutating func beginMessage() {
    beginObject()
    name("jsonrpc")
    literal("\"2.0\"")
  }
}
