public import JSON

extension Incoming {
  /// Tells one message from a batch.
  ///
  /// - Parameter view: The root of the document that came in.
  public init(decoding view: JSONView) {
    guard view.kind == .array else {
      self = .single(Message(decoding: view))
      return
    }
    self =
      view.count == 0
      ? .invalid(.invalidRequest("The batch is empty; send an array with at least one request."))
      : .batch(view.elements)
  }
}

extension Message {
  /// Decides what kind of message a value is.
  ///
  /// - Parameter view: The value. A batch is taken apart before, by ``Incoming``.
  public init(decoding view: JSONView) {
    do {
      self = try Self.decoded(view)
    } catch {
      self = .invalid(error)
    }
  }

  private static func decoded(_ view: JSONView) throws(ResponseError) -> Message {
    let members = try Members(view)
    switch (members.method, members.isAnswer) {
    case (nil, true):
      return .response
    case (nil, false):
      throw .invalidRequest("The message has no \"method\"; name the method to call.")
    case (let method?, _):
      let params = try members.checkedParams(ofMethod: method)
      guard let id = members.id else { return .notification(method: method, params: params) }
      guard let requestID = RequestID(id) else {
        throw .invalidRequest(
          "\"id\" is \(id.shortDescription); send a string, an integer or null."
        )
      }
      return .request(id: requestID, method: method, params: params)
    }
  }
}

/// The members that decide what a message is.
private struct Members {
  private let message: JSONView
  private var version: JSONView?
  private(set) var id: JSONView?
  private(set) var method: JSONView?
  private(set) var params: JSONView?
  private var hasResultOrError = false

  /// Whether it is the answer to a question.
  var isAnswer: Bool { method == nil && hasResultOrError }

  init(_ view: JSONView) throws(ResponseError) {
    guard view.kind == .object else {
      throw .invalidRequest("The message is \(view.shortDescription); send a JSON-RPC 2.0 object.")
    }
    message = view
    try view.forEachMember { (name, value) throws(ResponseError) in try note(name, value) }
    try checkVersion()
  }

  private mutating func note(
    _ name: JSONElement,
    _ value: JSONElement
  ) throws(ResponseError) {
    if name.equals("jsonrpc") {
      try set(&version, "jsonrpc", value)
    } else if name.equals("id") {
      try set(&id, "id", value)
    } else if name.equals("method") {
      try set(&method, "method", value)
    } else if name.equals("params") {
      try set(&params, "params", value)
    } else if name.equals("result") || name.equals("error") {
      hasResultOrError = true
    }
  }

  private func checkVersion() throws(ResponseError) {
    guard let version else {
      throw .invalidRequest("The message has no \"jsonrpc\"; send \"jsonrpc\": \"2.0\".")
    }
    guard version.equals("2.0") else {
      throw .invalidRequest("\"jsonrpc\" is \(version.shortDescription); send \"2.0\".")
    }
  }

  /// The parameters if there are any, once they and the method have the right kind.
  func checkedParams(ofMethod method: JSONView) throws(ResponseError) -> JSONView? {
    guard method.kind == .string else {
      throw .invalidRequest("\"method\" is \(method.shortDescription); send a string.")
    }
    guard let params else {
      try checkSpellingOfParams()
      return nil
    }
    guard !params.isNull else { return nil }
    guard params.kind == .object || params.kind == .array else {
      throw .invalidRequest("\"params\" is \(params.shortDescription); send an object.")
    }
    return params
  }

  /// Refuses what was probably meant to be the params of a message that has none.
  ///
  /// Else unknown members are let through: libraries add their own.
  private func checkSpellingOfParams() throws(ResponseError) {
    for (name, _) in message.members {
      let name = name.string ?? ""
      guard name.utf8.count < 10, spellingDistance(name.lowercased(), "params") <= 2 else {
        continue
      }
      throw .invalidRequest(
        "The message has no \"params\", but \"\(name)\"; did you mean \"params\"?"
      )
    }
  }
}

/// Notes the value of a member that must not stand twice.
private func set(
  _ member: inout JSONView?,
  _ name: String,
  _ value: JSONElement
) throws(ResponseError) {
  guard member == nil else {
    throw .invalidRequest("\"\(name)\" stands twice in the message; send it once.")
  }
  member = value.view
}

extension ResponseError {
  fileprivate static func invalidRequest(_ message: String) -> ResponseError {
    ResponseError(code: .invalidRequest, message: message)
  }
}

extension JSONView {
  /// The value in a form that fits into a sentence.
  fileprivate var shortDescription: String {
    switch kind {
    case .null, .bool: spelling
    case .number: sentencePart("number")
    case .string: sentencePart("string")
    case .array: "an array"
    case .object: "an object"
    }
  }

  private var spelling: String { String(decoding: bytes, as: UTF8.self) }

  /// The spelling if it is short, and else only what kind it is.
  private func sentencePart(_ noun: String) -> String {
    withBytes { $0.count } <= 40 ? "the \(noun) \(spelling)" : "a long \(noun)"
  }
}
