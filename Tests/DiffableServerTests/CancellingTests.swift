import DiffableServer
import JSON
import JSONRPC
import Testing

/// A request that is cancelled while it runs, or before its turn comes, has changed nothing.
@Suite struct CancellingTests {
  private let session = CancellableSession()

  @Test func `a running apply is cancelled`() throws {
    session.cancelAtNextCheckpoint("2")
    #expect(session.send(session.apply(id: "2")) == ["2 -32800"])
    #expect(session.send(session.counts) == ["counts 0"])
  }

  @Test func `another id is left alone`() throws {
    session.cancelAtNextCheckpoint("3")
    #expect(session.send(session.apply(id: "2")) == ["didApply", "2"])
    #expect(session.send(session.counts) == ["counts 10000"])
  }

  @Test func `an id of another type is left alone`() throws {
    session.cancelAtNextCheckpoint("\"2\"")
    #expect(session.send(session.apply(id: "2")) == ["didApply", "2"])
  }

  @Test func `a request that was cancelled before its turn is not begun`() throws {
    let id = try #require(RequestID(JSONDocument(parsing: "7").root))
    #expect(session.send(session.apply(id: "7"), cancelling: [id]) == ["7 -32800"])
    #expect(session.send(session.counts) == ["counts 0"])
  }

  @Test func `inside a batch the others are carried out`() throws {
    session.cancelAtNextCheckpoint("8")
    let batch = "[\(session.counts),\(session.apply(id: "8")),\(session.counts)]"
    #expect(session.send(batch) == ["counts 0", "8 -32800", "counts 0"])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"#, "1",
    #"{"jsonrpc":"2.0","method":"snapshot/list"}"#,
  ])
  func `a batch of many messages looks around, however little they are`(message: String) {
    var looks = 0
    session.server.mayContinue = {
      looks += 1
      return true
    }
    _ = session.send("[\(repeatElement(message, count: 1000).joined(separator: ","))]")
    // Each counts as 64 of the 4,096 steps after which there is a look.
    #expect(looks >= 15)
  }

  @Test func `a batch that may not go on goes no further`() {
    var looks = 0
    session.server.mayContinue = {
      looks += 1
      return false
    }
    let batch = "[\(session.counts),\(session.apply(id: "8")),\(session.counts)]"
    #expect(session.send(batch) == [])
    #expect(looks == 1)
    session.server.mayContinue = { true }
    #expect(session.send(session.counts) == ["counts 0"])
  }

  @Test func `work that may not go on ends with nothing changed`() throws {
    session.server.mayContinue = { false }
    #expect(session.send(session.apply(id: "2")) == ["2 -32800"])
    session.server.mayContinue = { true }
    #expect(session.send(session.counts) == ["counts 0"])
  }

  @Test func `a cancelled request can be sent again under the same id`() throws {
    session.cancelAtNextCheckpoint("2")
    #expect(session.send(session.apply(id: "2")) == ["2 -32800"])
    session.server.mayContinue = { true }
    #expect(session.send(session.apply(id: "2")) == ["didApply", "2"])
  }

  @Test func `a message read ahead says which request it cancels`() throws {
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"a"}}"#
    let summary = session.server.summary(of: .message(Array(cancel.utf8)[...]))
    let id = try #require(summary.cancels.first)
    #expect(summary.cancels.count == 1)
    #expect(id.bytes == Array("\"a\"".utf8))
    #expect(summary.requests.isEmpty)
    // A request with such an id is nobody's in particular.
    let none = Array(cancel.replacing("\"a\"", with: "null").utf8)
    #expect(session.server.summary(of: .message(none[...])).cancels.isEmpty)
    let document = Array(session.apply(id: "\"\\u0061\"").utf8)
    let apply = session.server.summary(of: .message(document[...]))
    #expect(apply.requests == [id])
    #expect(apply.cancels == [])
    let batch = "[\(session.counts),\(session.apply(id: "\"a\""))]"
    let several = session.server.summary(of: .message(Array(batch.utf8)[...]))
    #expect(several.requests.last == id)
    for input in [Session.Input.message(Array("{".utf8)[...]), .malformedHeader("no length")] {
      #expect(session.server.summary(of: input).requests.isEmpty)
    }
  }
}

extension CancellingTests {
  /// A session that counts how often a request asks, and cancels it at one of the times.
  private func cancelled(at look: Int, of message: String) -> (answers: [String], looks: Int) {
    let session = CancellableSession()
    _ = session.send(session.apply(id: "1"))
    var looks = 0
    session.server.mayContinue = { [unowned server = session.server] in
      looks += 1
      if looks == look, let document = try? JSONDocument(parsing: "2"),
        let id = RequestID(document.root)
      {
        server.cancel(id)
      }
      return true
    }
    return (session.send(message), looks)
  }

  @Test(arguments: [
    #""dataSource/edit","params":{"dataSource":"list","edits":[{"op":"shuffleItems","seed":1}]}"#,
    #""dataSource/edit","params":{"dataSource":"list","edits":[{"op":"deleteAllItems"}]}"#,
    #""snapshot/contents","params":{"dataSource":"list"}"#,
    #""snapshot/changes","params":{"from":{"dataSource":"list"},"to":{"dataSource":"list"}}"#,
    #""dataSource/apply","params":{"dataSource":"list","snapshot":{"sections":[{"id":"B","items":ITEMS}]}}"#,
    #""dataSource/indexPath","params":{"dataSource":"list","items":ITEMS}"#,
  ])
  func `whenever a request is cancelled that still asks, it has no result`(request: String) {
    let items = "[\((0..<9000).map(String.init).joined(separator: ","))]"
    let message =
      #"{"jsonrpc":"2.0","id":2,"method":"# + request.replacing("ITEMS", with: items) + "}"
    let (answers, looks) = cancelled(at: 0, of: message)
    #expect(looks > 0)
    #expect(answers.last == "2")
    for look in Set((0..<12).map { 1 + $0 * (looks - 1) / 11 }).sorted() {
      #expect(cancelled(at: look, of: message).answers == ["2 -32800"], "look \(look) of \(looks)")
    }
  }

  /// To give back what a request has made may take longer than a front end should wait.
  @Test func `a cancel is answered where it is seen, before anything is given back`() throws {
    _ = session.send(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"messages"}}"#)
    session.cancelAtNextCheckpoint("2")
    let cancel = session.server.mayContinue
    var taken: [String] = []
    session.server.mayContinue = { [unowned session] in
      taken += session.taken()
      return cancel()
    }
    let request = session.apply(id: "2")
      .replacing(#""params":{"#, with: #""params":{"workDoneToken":"t","#)
    #expect(session.send(request) == [])
    #expect(taken == ["logTrace", "progress", "progress", "progress", "logTrace", "2 -32800"])
  }

  /// Nobody may take a session for one that was not opened, or not shut down.
  @Test(arguments: ["initialize", "shutdown"], [1, 2])
  func `a session whose beginning or end was cancelled is what it was`(
    method: String,
    look: Int
  ) {
    let server = Session(limits: Limits())
    func send(_ id: Int, _ method: String, _ params: String = "{}") -> String {
      let message = #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
      server.receive(.message(Array(message.utf8)[...]))
      return server.nextMessage().map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    if method == "shutdown" { _ = send(0, "initialize") }
    let before = send(0, "snapshot/list")
    var looks = 0
    server.mayContinue = {
      looks += 1
      return looks != look
    }
    let isLong = method == "initialize"
    let long = #"{"capabilities":{"x":"\#(String(repeating: "x", count: 300_000))"}}"#
    let blanks = "{\(String(repeating: " ", count: 300_000))}"
    #expect(send(1, method, isLong ? long : blanks).contains("-32800"))
    #expect(looks == look)
    server.mayContinue = { true }
    #expect(send(0, "snapshot/list") == before)
    #expect(send(1, method).contains(#""result""#))
  }

  @Test func `of several cancels in a batch each counts`() throws {
    let cancels = [7, 8, 9].map {
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#($0)}}"#
    }
    var ahead = ReadAhead()
    for id in 7...10 {
      ahead.append(.message(Array(session.apply(id: "\(id)").utf8)[...]), for: session.server)
    }
    let batch = Array("[\(cancels.joined(separator: ","))]".utf8)
    ahead.append(.message(batch[...]), for: session.server)
    var cancelled: [Int] = []
    while let entry = ahead.popFirst() { cancelled.append(entry.cancelled.count) }
    #expect(cancelled == [1, 1, 1, 0, 0])
  }

  @Test func `of several that wait with one id each is cancelled that came before`() {
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#
    let (one, two) = (session.apply(id: "1"), session.apply(id: "2"))
    let messages = [
      one, two, "[\(one),\(one)]", one, cancel, one, "[\(one),\(two)]", cancel, cancel, one, one,
    ]
    var ahead = ReadAhead()
    func append(_ message: String) {
      ahead.append(.message(Array(message.utf8)[...]), for: session.server)
    }
    messages.forEach(append)
    var cancelled = (0..<9).map { _ in ahead.popFirst()?.cancelled.count ?? 0 }
    // The last two wait still, and so does one that comes now.
    append(one)
    append(cancel)
    while let entry = ahead.popFirst() { cancelled.append(entry.cancelled.count) }
    #expect(cancelled == [1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0])
    #expect(ahead.byteCount == 0)
  }

  @Test func `of what is refused as a whole nothing waits`() {
    let id = String(repeating: "x", count: Limits().maxIdentifierBytes + 1)
    let long = #"{"jsonrpc":"2.0","id":"\#(id)","method":"snapshot/list"}"#
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(id)"}}"#
    for message in [long, cancel, "[\(long),\(cancel)]"] {
      let summary = session.server.summary(of: .message(Array(message.utf8)[...]))
      #expect(summary.requests == [] && summary.cancels == [])
    }
    var limits = Limits()
    limits.maxBatchMessages = 1
    let batch = "[\(session.counts),\(session.counts)]"
    let summary = Session(limits: limits).summary(of: .message(Array(batch.utf8)[...]))
    #expect(summary.requests == [])
  }

  @Test func `a broken header that waits counts with what was wrong in it`() {
    var ahead = ReadAhead()
    let problem = String(repeating: "x", count: 90)
    for _ in 0..<10 { ahead.append(.malformedHeader(problem), for: session.server) }
    #expect(ahead.byteCount >= 10 * (192 + 90))
    while ahead.popFirst() != nil {}
    #expect(ahead.byteCount == 0)
  }

  @Test func `what is too long to be looked into can be cancelled behind it`() {
    func cancel(_ id: Int) -> String {
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#
    }
    let blanks = String(repeating: " ", count: 1 << 20)
    let messages = [
      cancel(1), session.apply(id: "1") + blanks, cancel(1), session.apply(id: "2") + blanks,
      cancel(1), cancel(2) + blanks, session.apply(id: "3"), cancel(3), cancel(4),
    ]
    var ahead = ReadAhead()
    for message in messages {
      ahead.append(.message(Array(message.utf8)[...]), for: session.server)
    }
    let held = messages.reduce(0) { $0 + $1.utf8.count }
    #expect(ahead.byteCount > held + 9 * 192)
    var cancelled: [[String]] = []
    while let entry = ahead.popFirst() {
      cancelled.append(entry.cancelled.map { String(decoding: $0.bytes, as: UTF8.self) }.sorted())
    }
    #expect(
      cancelled == [[], ["1", "3", "4"], [], ["1", "3", "4"], [], ["3", "4"], ["3"], [], []]
    )
    #expect(ahead.byteCount == 0)
  }

  @Test func `a cancel and its request in one batch do not know one another`() {
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":8}}"#
    let request = session.apply(id: "8")
    for batch in ["[\(cancel),\(request)]", "[\(request),\(cancel)]"] {
      #expect(session.send(batch) == ["didApply", "8"])
    }
  }

  @Test func `what waits counts what it holds and no more`() throws {
    var ahead = ReadAhead()
    let block = Array((String(repeating: "\n", count: 1 << 20) + session.counts).utf8)
    // The message alone is kept of what was read with it.
    let isFreed = block.withUnsafeBytes { whole in
      ahead.append(.message(block[(1 << 20)...]), for: session.server)
      guard case .message(let kept)? = ahead.popFirst()?.input else { return false }
      return kept.withUnsafeBytes { part in
        part.baseAddress.map { !(whole.startIndex..<whole.count).contains($0 - whole.baseAddress!) }
          ?? false
      }
    }
    #expect(isFreed)
    #expect(ahead.byteCount == 0)
    let id = String(repeating: "x", count: 4000)
    let request = #"{"jsonrpc":"2.0","id":"\#(id)","method":"snapshot/list"}"#
    ahead.append(.message(Array(request.utf8)[...]), for: session.server)
    #expect(ahead.byteCount >= request.utf8.count + 2 * 4000 + 256)
    for _ in 0..<100 { ahead.append(.malformedHeader("no length"), for: session.server) }
    #expect(ahead.byteCount >= request.utf8.count + 2 * 4000 + 256 + 100 * 128)
  }
}

/// A session with one empty data source and a document that takes several checkpoints to read.
private final class CancellableSession {
  let server = Session(limits: Limits())
  let counts =
    #"{"jsonrpc":"2.0","id":"counts","method":"snapshot/counts","params":{"dataSource":"list"}}"#

  init() {
    _ = send(#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#)
    _ = send(
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"list"}}"#
    )
  }

  func apply(id: String) -> String {
    let items = (0..<10_000).map(String.init).joined(separator: ",")
    let snapshot = #"{"sections":[{"id":"A","items":[\#(items)]}]}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/apply","#
      + #""params":{"dataSource":"list","snapshot":\#(snapshot)}}"#
  }

  /// Cancels a request as a front end does while another is being handled.
  func cancelAtNextCheckpoint(_ id: String) {
    server.mayContinue = { [unowned server] in
      if let document = try? JSONDocument(parsing: id), let id = RequestID(document.root) {
        server.cancel(id)
      }
      return true
    }
  }

  /// The answers in short: the id with the error code or the number of items, or what is told.
  func send(_ message: String, cancelling: Set<RequestID> = []) -> [String] {
    server.receive(.message(Array(message.utf8)[...]), cancelling: cancelling)
    return taken()
  }

  /// What is ready to be sent, in short.
  func taken() -> [String] {
    var answers: [String] = []
    while let answer = server.nextMessage(), let document = try? JSONDocument(parsing: answer) {
      let root = document.root
      let messages = root.kind == .array ? Array(root.elements) : [root]
      answers += messages.map(summary)
    }
    return answers
  }

  private func summary(_ message: JSONView) -> String {
    guard let id = message["id"] else {
      return message["method"]?.string?.split(separator: "/").last.map(String.init) ?? ""
    }
    let name = id.string ?? id.integer.map(String.init) ?? "null"
    if let code = message["error"]?["code"]?.integer { return "\(name) \(code)" }
    guard name == "counts" else { return name }
    return "counts \(message["result"]?["numberOfItems"]?.integer ?? -1)"
  }
}
