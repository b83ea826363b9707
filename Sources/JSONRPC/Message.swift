public import JSON

/// One message of JSON-RPC 2.0 as it came in.
///
/// Its views keep the document that they came from.
public enum Message {
  /// Somebody wants an answer. `params` is nil when they are absent or null, and else an array or
  /// an object.
  case request(id: RequestID, method: JSONView, params: JSONView?)

  /// Somebody tells us something. `params` is nil when they are absent or null, and else an array
  /// or an object.
  case notification(method: JSONView, params: JSONView?)

  /// Somebody answers us.
  case response

  /// This is no message. The error is answered with the identifier null.
  case invalid(ResponseError)
}

/// A whole text as it came in.
public enum Incoming {
  /// One message.
  case single(Message)

  /// Several at once, at least one; each is decoded by itself.
  case batch(JSONElements)

  /// This is no message. The error is answered with the identifier null.
  case invalid(ResponseError)
}
