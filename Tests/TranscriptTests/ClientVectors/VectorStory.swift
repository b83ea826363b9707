import DiffableServer
import JSON
import Replicas
import Transcripts

/// One file of vectors while it is made.
///
/// What the daemon says comes from a server in this process; what a library must make of it comes
/// from the oracle's replay and from ``ExpectedChange``. Nothing here knows a client library.
final class VectorStory {
  private(set) var lines: [String] = []
  /// The list that the library must show.
  var oracle = ListReplica()
  /// What a view shows beside its rows; nil for a list that is no view.
  var view: View?
  /// The didApplys that the library passes over while it waits for an answer.
  var passedOver: [JSONDocument] = []
  var lastChange: ExpectedChange?
  let isWithHeaders: Bool
  private let limits: Limits
  private var server: Session
  private var lastID = 0
  /// The rows of each revision that was reached, with their outlines.
  private var rows = [0: OutlinedRows()]

  init(_ about: String, limits: Limits = Limits(), headers: Bool = false) {
    self.limits = limits
    server = Session(limits: limits)
    isWithHeaders = headers
    startServer()
    line(#"{"about":"\#(about)"}"#)
  }

  /// Adds a line; texts in the stories may be broken where JSON may.
  func line(_ line: String) {
    lines.append(line.split(separator: "\n").map { $0.drop { $0 == " " } }.joined())
  }

  /// Puts another server in the place of the one that ended.
  func startServer() {
    server = Session(limits: limits)
    forget()
    post("initialize", "{}")
    _ = messages()
  }

  /// Forgets what was told of a list that is gone.
  func forget() {
    rows = [0: OutlinedRows()]
    passedOver = []
  }

  // MARK: The daemon

  /// Sends a request and leaves what comes of it for ``drain()``, as a slow reader does.
  func post(_ method: String, _ params: String) {
    lastID += 1
    let message = #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#
    server.receive(.message(Array(message.utf8)[...]))
  }

  /// Everything that the server has to say, with outlines.
  func drain() throws -> [String] {
    let messages = messages()
    post("dataSource/rows", #"{"dataSource":"list","from":[0,0],"count":1000}"#)
    if let answer = self.messages().last, let rows = try body(of: answer)["rows"] {
      let revision = try body(of: answer).required("revision")
      self.rows[revision] = try OutlinedRows(rows)
    }
    return try messages.map(outlined)
  }

  private func messages() -> [String] {
    var messages: [String] = []
    while let message = server.nextMessage() {
      messages.append(String(decoding: message, as: UTF8.self))
    }
    return messages
  }

  /// Sends a request; its answer, and what was told before that.
  func ask(_ method: String, _ params: String) throws -> (answer: String, told: [String]) {
    post(method, params)
    var messages = try drain()
    guard let answer = messages.popLast() else { throw VectorError("\(method) has no answer") }
    return (answer, messages)
  }

  /// Sends a request about the list that must succeed; what was told.
  func call(_ method: String, _ members: String) throws -> [String] {
    let (answer, told) = try ask("dataSource/\(method)", #"{"dataSource":"list",\#(members)}"#)
    _ = try result(of: answer)
    return told
  }

  /// Edits the list; what was told.
  func apply(_ edits: String, more: String = "") throws -> [String] {
    try call("edit", #""edits":[\#(edits)]\#(more)"#)
  }

  /// Applies a document with the mode reloadData; what was told.
  func reload(_ document: String) throws -> [String] {
    try call("apply", #""mode":"reloadData","snapshot":\#(document)"#)
  }

  /// The answer to dataSource/changes.
  func changes(since revision: Int) throws -> String {
    try ask("dataSource/changes", #"{"dataSource":"list","since":\#(revision)}"#).answer
  }

  /// The result of snapshot/contents.
  func contents() throws -> String {
    try result(of: ask("snapshot/contents", #"{"dataSource":"list"}"#).answer)
  }

  // MARK: Messages

  func result(of answer: String) throws -> String {
    guard let result = try JSONDocument(parsing: answer).root["result"] else {
      throw VectorError(answer)
    }
    return String(decoding: result.bytes, as: UTF8.self)
  }

  /// The params of a notification, or the result or error of an answer.
  private func body(of message: String) throws -> JSONView {
    let root = try JSONDocument(parsing: message).root
    guard let body = root["params"] ?? root["result"] ?? root["error"] else {
      throw VectorError(message)
    }
    return body
  }

  /// A message with the outlines that belong to it, unless the server wrote them itself.
  private func outlined(_ message: String) throws -> String {
    let body = try body(of: message)
    guard let revision = body["revision"]?.integer, let after = rows[revision] else {
      return message
    }
    let place = body["changes"] ?? body
    let before =
      body["changes"] == nil ? OutlinedRows() : rows[body["fromRevision"]?.integer ?? 0]
    guard place["sections"] != nil, place["outlines"] == nil, let before,
      let runs = after.runs(since: before)
    else { return message }
    let text = String(decoding: place.bytes, as: UTF8.self)
    return message.replacing(text, with: text.dropLast() + #","outlines":\#(runs)}"#)
  }
}

/// A vector could not be made.
struct VectorError: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
