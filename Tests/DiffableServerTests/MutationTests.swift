import DiffableServer
import JSON
import JSONRPC
import Replicas
import TestSupport
import Testing

/// Valid messages that were damaged: whatever comes, the server answers as JSON-RPC asks, and an
/// error leaves everything as it was.
@Suite struct MutationTests {

  @Test(arguments: 0..<4)
  func `damaged messages are answered, and errors change nothing`(run: Int) throws {
    var trial = try Trial(seed: UInt64(3000 + run), checksContract: run == 0)
    let steps = Share.steps(0.25, of: 28_000)
    for _ in 0..<steps { try trial.step() }
    #expect(trial.numberOfErrors > steps / 7)
    #expect(trial.numberOfResults > steps / 14)
  }
}

extension World {
  /// The world as each session begins; requests are made up for it.
  fileprivate static var ofMutations: World {
    var world = World()
    for name in RequestMaker.sources.prefix(2) {
      var source = ModelSource(name: name, options: ModelOptions())
      let list: ModelSnapshot = #""A"[0,1,2] "B""#
      _ = source.publish(list, marks: ModelMarks(), origin: "dataSource/create", animates: false)
      world.sources.append(source)
    }
    world.drafts = [ModelDraft(name: RequestMaker.drafts[0], snapshot: world.sources[0].list)]
    return world
  }
}

private struct Trial {
  private var client: RequestMaker
  private let world = World.ofMutations
  private let seed: UInt64
  private var session = TestClient()
  private var frontEnd = FrontEnd()
  private var state: [String] = []
  private var steps = 0
  private(set) var numberOfErrors = 0
  private(set) var numberOfResults = 0

  private let checksContract: Bool

  init(seed: UInt64, checksContract: Bool) throws {
    client = RequestMaker(random: SeededGenerator(seed: seed), nonsense: 0)
    self.checksContract = checksContract
    self.seed = client.random.seed
    try begin()
  }

  private mutating func begin() throws {
    session = TestClient(checksContract: checksContract)
    frontEnd = FrontEnd()
    let document = #"{"sections":[{"id":"A","items":[0,1,{"id":2,"content":[1,{"a":2}]}]},"B"]}"#
    for name in RequestMaker.sources.prefix(2) {
      try follow(
        session.call("dataSource/create", #"{"dataSource":"\#(name)","snapshot":\#(document)}"#)
      )
    }
    _ = try session.result(
      "snapshot/create",
      #"{"snapshot":"draft","from":{"dataSource":"songs"}}"#
    )
    state = try session.dump()
  }

  mutating func step() throws {
    steps += 1
    if steps % 100 == 0 || session.server.exitCode != nil { try begin() }
    let message = damaged()
    do {
      try send(message)
    } catch {
      let text = String(decoding: message, as: UTF8.self)
      Issue.record("seed \(seed), step \(steps), \(text): \(error)")
      throw error
    }
  }

  private mutating func send(_ message: [UInt8]) throws {
    let expected = expectedIDs(message)
    session.post(message)
    let answers = try follow(session.drain())
    try #require(answers.map { $0["id"] } == expected, "each request is answered once")
    guard session.server.exitCode == nil else { return }
    for answer in answers {
      try #require((answer["result"] == nil) != (answer["error"] == nil))
      if let error = answer["error"] { try check(error) }
    }
    numberOfErrors += answers.count { $0["error"] != nil }
    numberOfResults += answers.count { $0["result"] != nil }
    guard (try? session.result("dataSource/list")) != nil else { return try begin() }
    let now = try session.dump()
    if answers.allSatisfy({ $0["error"] != nil }), !expected.isEmpty {
      try #require(now == state, "an error changed something")
    }
    state = now
    try compare()
  }

  private func check(_ error: Value) throws {
    try #require(error["code"]?.integer != nil)
    try #require(error["message"]?.text?.isEmpty == false)
    try #require(error.kind != nil)
  }

  /// Hands notifications to the front end, and answers the responses, one by one.
  @discardableResult
  private mutating func follow(_ texts: [String]) throws -> [Value] {
    var answers: [Value] = []
    for text in texts {
      let message = try Value(text)
      if try frontEnd.receive(JSONDocument(parsing: text).root) { continue }
      if case .array(let elements) = message {
        answers += elements
      } else {
        answers.append(message)
      }
    }
    return answers
  }

  private mutating func compare() throws {
    for source in try Value(state[0])["dataSources"]?.elements ?? [] {
      guard let name = source["dataSource"]?.text, name.utf8.allSatisfy({ $0 > 0x22 && $0 < 0x5C })
      else { continue }
      let contents = try session.result("snapshot/contents", #"{"dataSource":"\#(name)"}"#)
      let read = try ListReplica(contents: JSONDocument(parsing: contents).root)
      let shown = frontEnd[name]
      try #require(read.revision == shown.revision)
      if !shown.isStale { try #require(shown.list.identifiers == read.identifiers) }
    }
  }

  /// The ids of the answers that a message must get.
  private func expectedIDs(_ message: [UInt8]) -> [Value?] {
    guard let document = try? JSONDocument(parsing: message) else { return [.null] }
    switch Incoming(decoding: document.root) {
    case .invalid: return [.null]
    case .single(let message): return expectedID(message).map { [$0] } ?? []
    case .batch(let elements): return elements.compactMap { expectedID(Message(decoding: $0)) }
    }
  }

  private func expectedID(_ message: Message) -> Value? {
    switch message {
    case .request(let id, _, _): try? Value(String(decoding: id.bytes, as: UTF8.self))
    case .invalid: .null
    case .notification, .response: nil
    }
  }

  // MARK: Damage

  private mutating func damaged() -> [UInt8] {
    let request = client.request(of: world)
    let id = client.chance(15) ? "" : #""id":\#(steps),"#
    let text = #"{"jsonrpc":"2.0",\#(id)"method":"\#(request.method)","params":\#(request.params)}"#
    // What is not damaged moves the lists on.
    if client.chance(25) { return Array(text.utf8) }
    if client.chance(30) { return withDamagedBytes(Array(text.utf8)) }
    return Array(withDamagedValues(text).utf8)
  }

  private mutating func withDamagedBytes(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...client.number(below: 3) {
      let at = client.number(below: bytes.count)
      switch client.number(below: 5) {
      case 0: bytes[at] = UInt8(client.number(below: 256))
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(client.pick(Array(#"{}[]",:\0e-"#.utf8)), at: at)
      case 3: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 9)], at: at)
      default: bytes.removeSubrange(at..<min(bytes.count, at + 9))
      }
      if bytes.isEmpty { return [0x20] }
    }
    return bytes
  }

  /// The message with other values in place of some of its own.
  private mutating func withDamagedValues(_ text: String) -> String {
    var text = text
    for _ in 0...client.number(below: 2) {
      guard let document = try? JSONDocument(parsing: text) else { return text }
      var rest = client.number(below: 1 + count(of: document.root))
      // Damage to the envelope alone would never come to the handlers.
      if rest == 0, client.chance(90) { rest = 7 }
      text = rendered(document.root, replacing: &rest, by: value())
    }
    return text
  }

  private mutating func value() -> String {
    client.pick([
      "null", "true", "0", "-1", "1.0", "1.5", "1e400", "9007199254740993", "-9223372036854775808",
      #""""#, #""A""#, #""songs""#, #""draft""#, #""\ud800""#, #""\u0000""#, "[]", "{}", "[[]]",
      "[0,0]",
      "[1,null]", #"{"id":0}"#, #"{"id":0,"content":1}"#, #"{"id":"A","items":[0]}"#,
      #"{"dataSource":"songs"}"#, #"{"snapshot":"draft"}"#, #"{"sections":[]}"#,
      #"[{"op":"deleteAllItems"}]"#, "[18446744073709551616,-1e99]", #""exit""#, #""shutdown""#,
      #""batch""#, #""reloadData""#, "3", "29", #""dataSource/apply""#, #""snapshot/contents""#,
    ])
  }

  private func count(of view: JSONView) -> Int {
    switch view.kind {
    case .array: view.elements.reduce(1) { $0 + count(of: $1) }
    case .object: view.members.reduce(1) { $0 + count(of: $1.value) }
    case .null, .bool, .number, .string: 1
    }
  }

  /// The text of a value, with another in place of the one whose turn comes when `rest` is 0.
  private func rendered(_ view: JSONView, replacing rest: inout Int, by other: String) -> String {
    rest -= 1
    if rest == -1 { return other }
    switch view.kind {
    case .array:
      let elements = view.elements.map { rendered($0, replacing: &rest, by: other) }
      return "[\(elements.joined(separator: ","))]"
    case .object:
      let members = view.members.map { name, value in
        String(decoding: name.bytes, as: UTF8.self) + ":"
          + rendered(value, replacing: &rest, by: other)
      }
      return "{\(members.joined(separator: ","))}"
    case .null, .bool, .number, .string:
      return String(decoding: view.bytes, as: UTF8.self)
    }
  }
}
