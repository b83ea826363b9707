import JSON

/// Holds a conversation against the contract, message by message.
///
/// What was accepted fits the schema of its params, and what was refused for its shape does not.
/// Whatever the daemon sends fits its schema, with no member that the schema has not. An error is
/// one of those that its method may be refused for.
public struct ConversationCheck {
  fileprivate struct Sent {
    let method: String
    let params: JSONView?
  }

  /// What no schema can say, in the words in which a request is refused for it.
  private static let unsaid = [
    // They stand in JSON, and in no Unicode text.
    "without lone surrogates",
    // A param of a method by name is no schema that could ask for another one.
    "needs a snapshot or a view beside it",
    // Whether a data source is a view, by another param.
    "is no option of a view",
    // Which groups there can be, by how they are made; numbers are the same by value.
    "must be the value of a group", "must not stand twice",
    // By the value, and not by the presence, of another member.
    "must not be true beside groupBy",
    // Words, which a schema cannot count.
    "must not have more than 32 words",
    // To a schema an object has each member once.
    "stands twice",
  ]

  private let contract: Contract
  private let answers: SchemaValidator
  /// The requests without an answer, by their ids as they were written, in order.
  private var pending: [[UInt8]: [Sent]] = [:]
  /// Whether items may be given as model objects to a data source or a named snapshot; of those
  /// that are not in here, nobody can say.
  private var identities: [Target: Bool] = [:]

  fileprivate enum Target: Hashable {
    case dataSource(String)
    case snapshot(String)
  }

  /// How many messages from the daemon were looked at.
  public private(set) var numberOfChecks = 0

  /// Begins a conversation with a daemon that has read nothing.
  public init(_ contract: Contract) {
    self.contract = contract
    answers = contract.answerValidator
  }

  // MARK: To the daemon

  /// Notes a message to the daemon; what is no request is passed over.
  public mutating func sent(_ message: [UInt8]) {
    guard let root = try? JSONDocument(parsing: message[...], maxNestingDepth: .max).root else {
      return
    }
    for request in root.kind == .array ? Array(root.elements) : [root] where request.isRequest {
      let method = request["method"]?.string ?? ""
      // OpenRPC cannot say that params may be [].
      let params = request["params"].flatMap { $0.isNull || $0.isEmptyArray ? nil : $0 }
      let sent = Sent(method: method, params: params)
      if let id = request["id"] {
        pending[id.minified, default: []].append(sent)
      } else {
        // Nothing tells whether it was carried out, so from now on nobody can say.
        for target in sent.created { identities[target] = nil }
      }
    }
  }

  // MARK: From the daemon

  /// What is wrong with a message from the daemon; nothing when nothing is.
  public mutating func complaints(about message: [UInt8]) -> [String] {
    guard let root = try? JSONDocument(parsing: message[...], maxNestingDepth: .max).root else {
      return ["is no JSON"]
    }
    return (root.kind == .array ? Array(root.elements) : [root]).flatMap { complaints(about: $0) }
  }

  private mutating func complaints(about message: JSONView) -> [String] {
    numberOfChecks += 1
    let names = message.members.map { $0.name.string ?? "" }
    switch names {
    case ["jsonrpc", "method", "params"]:
      return complaints(aboutNotification: message)
    case ["jsonrpc", "id", "result"], ["jsonrpc", "id", "error"]:
      guard let id = message["id"]?.minified else { return [] }
      let request = pending[id]?.isEmpty == false ? pending[id]?.removeFirst() : nil
      return message["result"].map { complaints(aboutResult: $0, of: request) }
        ?? message["error"].map { complaints(aboutError: $0, of: request) } ?? []
    default:
      return ["has the members \(names)"]
    }
  }

  private func complaints(aboutNotification message: JSONView) -> [String] {
    let name = message["method"]?.string ?? ""
    guard let method = contract.methods[name], method.isSentByDaemon else {
      return ["\(name) is no notification of the daemon's"]
    }
    let failure = message["params"].flatMap { answers.failure(of: $0, method.params) }
    return failure.map { ["params of \(name): \($0)"] } ?? []
  }

  private mutating func complaints(aboutResult result: JSONView, of request: Sent?) -> [String] {
    guard let request, let method = contract.methods[request.method], let schema = method.result
    else { return ["a result for no request that may have one"] }
    var complaints: [String] = []
    if let failure = failure(of: request, method, hasIdentity: identity(of: request) ?? true) {
      complaints.append("accepted params of \(request.method): \(failure)")
    }
    note(request)
    if let failure = answers.failure(of: result, schema) {
      complaints.append("result of \(request.method): \(failure)")
    }
    return complaints
  }

  private func failure(
    of request: Sent,
    _ method: Contract.Method,
    hasIdentity: Bool
  ) -> SchemaFailure? {
    let params = request.params ?? (try? JSONDocument(parsing: "{}").root)
    let validator = contract.requestValidator(hasIdentity: hasIdentity)
    return params.flatMap { validator.failure(of: $0, method.params) }
  }

  private func complaints(aboutError error: JSONView, of request: Sent?) -> [String] {
    var complaints: [String] = []
    let names = error.members.map { $0.name.string ?? "" }
    if names != ["code", "message", "data"] { complaints.append("error with \(names)") }
    if let data = error["data"], let failure = answers.failure(of: data, contract.errorData) {
      complaints.append("error.data: \(failure)")
    }
    let kind = error["data"]?["kind"]?.string ?? ""
    if contract.codes[kind] != error["code"]?.integer {
      complaints.append("\(kind) with another code")
    }
    guard let request, let method = contract.methods[request.method], method.result != nil else {
      return complaints
    }
    if !method.errors.contains(kind) {
      complaints.append("\(request.method) was refused with \(kind)")
    }
    let message = error["message"]?.string ?? ""
    if kind == "invalidParams", !ConversationCheck.unsaid.contains(where: message.contains),
      let hasIdentity = identity(of: request),
      failure(of: request, method, hasIdentity: hasIdentity) == nil
    {
      complaints.append("\(request.method) was refused for params that fit the schema")
    }
    return complaints
  }

  // MARK: Identity

  /// Whether the items of a request may be model objects, nil when nobody can say.
  private func identity(of request: Sent) -> Bool? {
    if request.method == "dataSource/create" { return request.hasOwnIdentity }
    guard let target = request.target else { return false }
    return identities[target]
  }

  /// Notes what a request that was accepted has made.
  private mutating func note(_ request: Sent) {
    for target in request.created {
      let original = request.original
      identities[target] = original.map { identities[$0] } ?? request.hasOwnIdentity
    }
  }
}

extension ConversationCheck.Sent {
  fileprivate typealias Target = ConversationCheck.Target

  /// The data source or named snapshot that its items belong to.
  fileprivate var target: Target? { params.flatMap(target) }

  private func target(_ object: JSONView) -> Target? {
    object["dataSource"]?.string.map(Target.dataSource)
      ?? object["snapshot"]?.string.map(Target.snapshot)
  }

  /// What it makes, if it is carried out.
  fileprivate var created: [Target] {
    ["dataSource/create", "snapshot/create"].contains(method) ? [target].compactMap(\.self) : []
  }

  /// What has the identity that it takes: what it is a copy of, or the base of a view.
  fileprivate var original: Target? {
    if let base = params?["view"]?["of"]?.string { return .dataSource(base) }
    return method == "snapshot/create" ? params?["from"].flatMap(target) : nil
  }

  fileprivate var hasOwnIdentity: Bool {
    let options = method == "dataSource/create" ? params?["options"] : params
    return options?["identity"].map { !$0.isNull } ?? false
  }
}

extension JSONView {
  /// Whether it is a request or a notification, and not refused before it is looked into.
  fileprivate var isRequest: Bool {
    let (id, params) = (self["id"], self["params"])
    let names = members.map { $0.name.string ?? "" }
    let own = names.filter { ["jsonrpc", "id", "method", "params"].contains($0) }
    guard own.count == Set(own).count, params != nil || !names.contains(where: \.isLikeParams)
    else { return false }
    return self["jsonrpc"]?.string == "2.0" && self["method"]?.kind == .string
      && (id.map { $0.kind == .string || $0.isWhole || $0.isNull } ?? true)
      && (params.map { $0.kind == .object || $0.kind == .array || $0.isNull } ?? true)
  }

  fileprivate var isEmptyArray: Bool { kind == .array && count == 0 }

  fileprivate var minified: [UInt8] {
    var bytes: [UInt8] = []
    appendMinified(to: &bytes)
    return bytes
  }
}

extension String {
  /// Whether a name was perhaps meant to be `params`: no library adds one like that.
  fileprivate var isLikeParams: Bool { count < 9 && lowercased().hasPrefix("p") }
}
