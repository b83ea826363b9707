import DiffableServer
import TestSupport
import Testing

@Suite struct RandomSessionTests {

  @Test(arguments: 0..<6)
  func `a list that only replays didApply is the list that is read`(run: Int) throws {
    var trial = try Trial(seed: UInt64(1000 + run), limits: Limits())
    for step in 0..<500 { try trial.step(step, pulling: true) }
    #expect(trial.numberOfApplies > 50, "too few applies to prove anything")
    #expect(trial.numberOfErrors > 20, "too few errors to prove anything")
    #expect(trial.numberOfCatchUps > 3, "too few of the changes since a revision")
  }

  @Test(arguments: 0..<6)
  func `a front end that reads slowly comes to the same list`(run: Int) throws {
    var limits = Limits()
    limits.mergeAfterBytes = [0, 0, 300, 1000, 2000, 4000][run]
    var trial = try Trial(seed: UInt64(2000 + run), limits: limits)
    for step in 0..<1500 { try trial.step(step, pulling: false) }
    #expect(trial.frontEnd.numberOfMerged > 5, "nothing was merged")
  }
}

/// A session of a random client, and what a front end made of it.
private struct Trial {
  let session: Session
  var client: RandomClient
  var frontEnd = FrontEnd()
  var numberOfApplies = 0
  var numberOfErrors = 0
  var numberOfCatchUps = 0

  private let seed: UInt64
  /// The requests without an answer, in the order in which they were sent.
  private var unanswered: [(id: Int, method: String, params: String)] = []
  private var lastID = 1_000_000
  private var stateBefore: [String] = []

  init(seed: UInt64, limits: Limits) throws {
    session = Session(limits)
    client = RandomClient(generator: SeededGenerator(seed: seed))
    self.seed = client.generator.seed
    for name in RandomClient.dataSources {
      _ = try session.result("dataSource/create", #"{"dataSource":"\#(name)"}"#)
    }
  }

  mutating func step(_ step: Int, pulling: Bool) throws {
    if pulling { stateBefore = try session.dump() }
    let revision = frontEnd.shown["songs"]?.revision ?? 0
    let (method, params) = client.request(revision: revision)
    let message = post(method, params)
    guard pulling || client.chance(4) else { return }
    do {
      try pull()
      try compare()
    } catch {
      Issue.record("seed \(seed), step \(step), \(message): \(error)")
      throw error
    }
  }

  private mutating func post(_ method: String, _ params: String) -> String {
    lastID += 1
    let isSilent = client.chance(10)
    let id = isSilent ? "" : #""id":\#(lastID),"#
    var message = #"{"jsonrpc":"2.0",\#(id)"method":"\#(method)","params":\#(params)}"#
    if client.chance(5) { message = "[\(message)]" }
    if !isSilent { unanswered.append((lastID, method, params)) }
    session.post(message)
    return message
  }

  /// Takes what has come, and holds it against the rules of order.
  private mutating func pull() throws {
    for text in session.drain() {
      let message = try Value(text)
      if try frontEnd.receive(message) {
        numberOfApplies += 1
        continue
      }
      let response = message.elements.first ?? message
      try #require(!unanswered.isEmpty, "an answer without a request")
      let request = unanswered.removeFirst()
      try #require(response["id"]?.integer == request.id, "an answer out of turn")
      try check(response, request.method, request.params)
    }
    try #require(unanswered.isEmpty, "a request has no answer")
  }

  private mutating func check(_ response: Value, _ method: String, _ params: String) throws {
    guard let result = response["result"] else {
      numberOfErrors += 1
      try #require(response["error"]?.kind != nil)
      if !stateBefore.isEmpty { #expect(try session.dump() == stateBefore, "an error changed it") }
      return
    }
    if let revision = result["revision"]?.integer, result["counts"] != nil {
      let name = try Value(params)["dataSource"]?.text ?? ""
      let reached = frontEnd.shown[name]?.revision ?? .max
      try #require(reached >= revision, "a response overtook its didApply")
    }
    if method == "snapshot/changes", !stateBefore.isEmpty { try replay(result, params) }
    if method == "dataSource/changes", !stateBefore.isEmpty { try catchUp(result, params) }
  }

  /// Brings the list of an earlier revision up to date, and compares it with what is shown now.
  private mutating func catchUp(_ result: Value, _ params: String) throws {
    let name = try Value(params)["dataSource"]?.text ?? ""
    guard let since = result["fromRevision"]?.integer, let shown = frontEnd.shown[name],
      !shown.isStale
    else { return }
    guard var list = since == shown.revision ? shown.list : shown.earlier[since] else { return }
    try #require(result["revision"]?.integer == shown.revision)
    try list.replay(result["changes"] ?? .null)
    #expect(list.difference(from: shown.list) == "", "seed \(seed): \(params)")
    numberOfCatchUps += 1
  }

  /// Holds a difference against the two lists that it is of.
  private func replay(_ result: Value, _ params: String) throws {
    let targets = try Value(params)
    var list = try contents(of: targets["from"])
    let expected = try contents(of: targets["to"])
    try list.replay(result["changes"] ?? .null)
    #expect(list.difference(from: expected) == "", "seed \(seed): \(params)")
  }

  private func contents(of target: Value?) throws -> Replica {
    let member = target?["dataSource"] == nil ? "snapshot" : "dataSource"
    let name = target?[member]?.text ?? ""
    return Replica(
      contents: try Value(session.result("snapshot/contents", #"{"\#(member)":"\#(name)"}"#))
    )
  }

  /// Reads every list, and compares it with what the front end shows.
  private mutating func compare() throws {
    let sources = try Value(session.result("dataSource/list"))["dataSources"]?.elements ?? []
    for source in sources {
      let name = source["dataSource"]?.text ?? ""
      let contents = try Value(session.result("snapshot/contents", #"{"dataSource":"\#(name)"}"#))
      let shown = frontEnd.shown[name] ?? FrontEnd.Shown()
      try #require(contents["revision"]?.integer == shown.revision)
      if shown.isStale {
        frontEnd.read(name, contents: contents, revision: shown.revision)
      } else {
        try #require(shown.list.difference(from: Replica(contents: contents)) == "")
      }
    }
  }
}
