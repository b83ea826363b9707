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
    try view.withElement { (view) throws(ResponseError) in
      let members = try Members(view)
      guard let method = members.method else {
        if members.hasResultOrError { return .response }
        throw .invalidRequest("The message has no \"method\"; name the method to call.")
      }
      let params = try members.checkedParams(ofMethod: method)?.view
      guard let id = members.id?.view else {
        return .notification(method: method.view, params: params)
      }
      guard let requestID = RequestID(id) else {
        throw .invalidRequest(
          "\"id\" is \(id.shortDescription); send a string, an integer or null."
        )
      }
      return .request(id: requestID, method: method.view, params: params)
    }
  }
}

/// The members that decide what a message is, for as long as somebody looks at the message.
private struct Members {
  private let message: JSONElement
  private var version: JSONElement?
  private(set) var id: JSONElement?
  private(set) var method: JSONElement?
  private(set) var params: JSONElement?
  private(set) var hasResultOrError = false

  init(_ message: JSONElement) throws(ResponseError) {
    guard message.kind == .object else {
      let description = message.view.shortDescription
      throw .invalidRequest("The message is \(description); send a JSON-RPC 2.0 object.")
    }
    self.message = message
    try message.forEachMember { (name, value) throws(ResponseError) in try note(name, value) }
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
      throw .invalidRequest("\"jsonrpc\" is \(version.view.shortDescription); send \"2.0\".")
    }
  }

  /// The parameters if there are any, once they and the method have the right kind.
  func checkedParams(ofMethod method: JSONElement) throws(ResponseError) -> JSONElement? {
    guard method.kind == .string else {
      throw .invalidRequest("\"method\" is \(method.view.shortDescription); send a string.")
    }
    guard let params else {
      try checkSpellingOfParams()
      return nil
    }
    guard params.kind != .null else { return nil }
    guard params.kind == .object || params.kind == .array else {
      throw .invalidRequest("\"params\" is \(params.view.shortDescription); send an object.")
    }
    return params
  }

  /// Refuses what was probably meant to be the params of a message that has none.
  ///
  /// Else unknown members are let through: libraries add their own. A slip is among the first few.
  private func checkSpellingOfParams() throws(ResponseError) {
    // Two changes put in two letters at most; with every letter escaped those are 60 bytes.
    for (name, _) in message.view.members.prefix(64) where name.bytes.count <= 64 {
      let name = name.string ?? ""
      guard name.unicodeScalars.count <= "params".count + 2,
        spellingDistance(name.lowercased(), "params") <= 2
      else { continue }
      throw .invalidRequest(
        "The message has no \"params\", but \"\(name)\"; did you mean \"params\"?"
      )
    }
  }
}

/// Notes the value of a member that must not stand twice.
private func set(
  _ member: inout JSONElement?,
  _ name: StaticString,
  _ value: JSONElement
) throws(ResponseError) {
  guard member == nil else {
    throw .invalidRequest("\"\(name)\" stands twice in the message; send it once.")
  }
  member = value
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
