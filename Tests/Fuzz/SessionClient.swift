import DiffableServer
import JSON
import JSONRPC
import Replicas

/// A client that believes nothing but what it is told, and is told what it must be.
struct SessionClient {
  /// An answer that has to come.
  private struct Due {
    let id: [UInt8]
    /// Whether the answer is that this was no message.
    var isInvalid = false
    /// The data source that the request was about.
    var dataSource: Value?
  }

  /// The answers that have to come as one message.
  private enum DueMessage {
    case single(Due)
    case batch([Due])
  }

  private let limits: Limits
  private var due: [DueMessage] = []
  private var frontEnd = FrontEnd()

  /// The token of the request of which progress is told.
  private var progress: [UInt8]?

  /// Whether anything was sent since that did not end with an error.
  var mayHaveChanged = true

  /// Whether all contents were told.
  var knowsContents = false

  init(limits: Limits) {
    self.limits = limits
  }

  var numberOfLists: Int { frontEnd.lists.count }

  func checkNothingIsDue() { check(due.isEmpty, "a request has no answer") }

  // MARK: What is sent

  mutating func expectError() { due.append(.single(Due(id: Array("null".utf8), isInvalid: true))) }

  mutating func expectAnswers(to message: ArraySlice<UInt8>) {
    let document = try? JSONDocument(parsing: message, maxNestingDepth: limits.maxNestingDepth)
    guard let root = document?.root else { return expectError() }
    switch Incoming(decoding: root) {
    case .invalid: expectError()
    case .single(let message):
      if let answer = answer(to: message) { due.append(.single(answer)) }
    case .batch(let elements):
      let answers = elements.compactMap { answer(to: Message(decoding: $0)) }
      if !answers.isEmpty { due.append(.batch(answers)) }
    }
  }

  private mutating func answer(to message: Message) -> Due? {
    switch message {
    case .request(let id, _, _) where id.length > limits.maxIdentifierBytes:
      return Due(id: Array("null".utf8), isInvalid: true)
    case .request(let id, _, let params):
      return Due(id: id.bytes, dataSource: params?["dataSource"].map(Value.init))
    case .invalid: return Due(id: Array("null".utf8), isInvalid: true)
    case .response: return nil
    case .notification:
      mayHaveChanged = true
      return nil
    }
  }

  // MARK: What comes

  mutating func receive(_ message: ArraySlice<UInt8>) {
    guard let root = try? JSONDocument(parsing: message, maxNestingDepth: 1 << 10).root else {
      fatalError("a message is no JSON")
    }
    check(root.isCompact, "a message has white space")
    if let method = root["method"] { return receive(notification: method, root) }
    check(!due.isEmpty, "an answer comes to nothing")
    check(progress == nil, "a request is answered before its progress ends")
    switch due.removeFirst() {
    case .single(let request):
      check(answers(root, request), "another answer was due")
    case .batch(let requests): receive(batch: root, to: requests)
    }
  }

  private mutating func receive(batch root: JSONView, to requests: [Due]) {
    let isCut = root.bytes.count > limits.maxQueuedBytes
    var responses = Array(root.elements)[...]
    for request in requests {
      // Too long a batch is not told of each element in it that is no message.
      if let response = responses.first, answers(response, request) {
        responses.removeFirst()
      } else {
        check(isCut && request.isInvalid, "a request in a batch has no answer")
      }
    }
    check(!requests.isEmpty && responses.isEmpty, "a batch has too many answers")
  }

  /// Whether a response is to a request; if it is, it has to be a proper one.
  private mutating func answers(_ response: JSONView, _ request: Due) -> Bool {
    guard let id = response["id"], Array(id.bytes) == request.id else { return false }
    check(response["jsonrpc"]?.string == "2.0" && response.count == 3, "a response is none")
    if let error = response["error"] {
      check(error.isProperError, "an error is not told properly")
      return true
    }
    guard let result = response["result"] else { fatalError("a response has no result") }
    check(result.kind == .object || result.isNull, "a result is no object")
    mayHaveChanged = true
    checkBarrier(result, request)
    return true
  }

  /// No response names a revision that was not announced.
  private func checkBarrier(_ result: JSONView, _ request: Due) {
    guard result["counts"] != nil, let revision = result["revision"]?.integer,
      let name = request.dataSource
    else { return }
    let reached = frontEnd.lists[name]?.revision ?? 0
    check(reached >= revision, "a response overtook its notification")
  }

  // MARK: Notifications

  private mutating func receive(notification method: JSONView, _ root: JSONView) {
    check(root["jsonrpc"]?.string == "2.0" && root.count == 3, "a notification is none")
    guard let params = root["params"], params.kind == .object else {
      fatalError("a notification has no params")
    }
    let name = params["dataSource"].map(Value.init) ?? .null
    switch method.string {
    case "$/logTrace": check(params["message"]?.kind == .string, "there is no message")
    case "$/progress": followProgress(params)
    case "dataSource/willExpandItem", "dataSource/willCollapseItem":
      check(
        params["revision"]?.integer == frontEnd.lists[name]?.revision ?? 0,
        "it was to come before"
      )
    default: follow(root)
    }
  }

  private mutating func follow(_ notification: JSONView) {
    do {
      check(try frontEnd.receive(notification), "an unknown notification")
    } catch {
      fatalError("\(String(decoding: notification.bytes, as: UTF8.self)) does not fit: \(error)")
    }
  }

  /// Of one request at a time it is told, from its begin to its end.
  private mutating func followProgress(_ params: JSONView) {
    let token = params["token"].map { Array($0.bytes) }
    switch params["value"]?["kind"]?.string {
    case "begin":
      check(progress == nil, "one progress begins in another")
      progress = token
    case "report": check(progress == token, "progress is told of nothing")
    case "end":
      check(progress == token, "another progress ends")
      progress = nil
    default: fatalError("an unknown progress")
    }
  }

  // MARK: What is read

  /// Holds what a data source says that it has against what it has announced.
  mutating func compare(_ name: String, _ contents: JSONView) {
    let shown = frontEnd[name]
    guard let read = try? ListReplica(contents: contents) else {
      return check(false, "contents that do not fit")
    }
    check(
      shown.revision == read.revision,
      "the revision is \(read.revision), not \(shown.revision)"
    )
    if shown.isStale {
      try? frontEnd[name].read(contents)
    } else {
      checkSame(shown.list, read, "it has announced")
    }
  }

  /// A revision whose list is known, now one and now another.
  func earlierRevision(of name: String, _ turn: Int) -> Int? {
    let earlier = frontEnd[name].earlier
    return earlier.isEmpty ? nil : earlier[turn % earlier.count].revision
  }

  /// Holds the changes since an earlier revision against the current list.
  func catchUp(_ name: String, _ result: JSONView) {
    let shown = frontEnd[name]
    guard !shown.isStale, let changes = result["changes"],
      var earlier = shown.earlier.first(where: { $0.revision == result["fromRevision"]?.integer })
    else { return }
    do {
      try earlier.replay(changes)
    } catch {
      fatalError("the changes since \(earlier.revision) do not fit: \(error)")
    }
    checkSame(earlier, shown.list, "since \(earlier.revision) it has changed")
  }

  private func checkSame(_ list: ListReplica, _ other: ListReplica, _ complaint: String) {
    check(
      list.shows(other, withContents: knowsContents),
      "\(complaint) otherwise: \(list.difference(from: other))"
    )
  }
}

extension ListReplica {
  /// Whether this is the same list, with the same contents if they are known.
  fileprivate func shows(_ other: ListReplica, withContents: Bool) -> Bool {
    guard identifiers == other.identifiers else { return false }
    return !withContents
      || zip(contents, other.contents).allSatisfy { canonical($0) == canonical($1) }
  }

  private var contents: [[UInt8]?] { sections.flatMap { [$0.content] + $0.items.map(\.content) } }

  /// A content with its numbers in one spelling, for of equal contents the newest bytes are kept.
  private func canonical(_ content: [UInt8]?) -> Value? {
    content.flatMap { try? JSONDocument(parsing: $0, maxNestingDepth: .max).root }
      .map { Value($0).canonical }
  }
}

extension Value {
  /// The value with its numbers in one spelling.
  fileprivate var canonical: Value {
    switch self {
    case .null, .bool, .string: return self
    case .number(let text):
      var bytes: [UInt8] = []
      try? JSONDocument(parsing: text).root.appendCanonicalNumber(to: &bytes)
      return .number(String(decoding: bytes, as: UTF8.self))
    case .array(let elements): return .array(elements.map(\.canonical))
    case .object(let members): return .object(members.mapValues(\.canonical))
    }
  }
}

extension JSONView {
  fileprivate var isCompact: Bool { minified.elementsEqual(bytes) }

  fileprivate var isProperError: Bool {
    count == 3 && self["code"]?.integer != nil && self["message"]?.string?.isEmpty == false
      && self["data"]?["kind"]?.string?.isEmpty == false
  }
}
