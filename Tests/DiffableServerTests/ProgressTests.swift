import DiffableServer
import Testing

/// How far a request is, told by counts.
@Suite struct ProgressTests {
  private let session = TestClient()

  private func apply(_ count: Int, token: String = #""t""#) -> String {
    let items = (0..<count).map(String.init).joined(separator: ",")
    return #"{"dataSource":"d","snapshot":{"sections":[{"id":"S","items":[\#(items)]}]},"#
      + #""workDoneToken":\#(token)}"#
  }

  /// What is told of progress among some messages: kinds, and percentages.
  private func told(_ messages: [String]) throws -> [String] {
    try messages.compactMap { message in
      let message = try Value(message)
      guard message["method"] == .string("$/progress") else { return nil }
      let value = message["params"]?["value"]
      return value?["percentage"].map(\.description) ?? value?["kind"]?.text
    }
  }

  @Test func `a long apply is told in percentages that grow, before its answer`() throws {
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    let messages = session.call("dataSource/apply", apply(50_000))
    let told = try told(messages)
    #expect(told.first == "begin" && told.last == "end")
    let percentages = told.dropFirst().dropLast().compactMap { Int($0) }
    #expect(percentages.count > 5)
    #expect(zip(percentages, percentages.dropFirst()).allSatisfy { $0 < $1 })
    #expect(percentages.allSatisfy { (1...99).contains($0) })
    #expect(messages.last?.contains(#""result""#) == true)
    #expect(messages[messages.count - 2].contains(#""kind":"end""#))
  }

  @Test(arguments: ["1.5", "true", "[1]", "{}", "1152921504606846976", #""12345""#])
  func `a token that is none refuses a request with an id and one without`(token: String) throws {
    var limits = Limits()
    limits.maxIdentifierBytes = 4
    let session = TestClient(limits)
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    let edit =
      #""method":"dataSource/edit","params":{"dataSource":"d","edits":[],"#
      + #""workDoneToken":\#(token)}}"#
    #expect(session.send(#"{"jsonrpc":"2.0",\#(edit)"#) == [])
    let answers = session.send(#"{"jsonrpc":"2.0","id":1,\#(edit)"#)
    #expect(answers.count == 1 && answers[0].contains(#""error""#))
    let counts = try session.result("snapshot/counts", #"{"dataSource":"d"}"#)
    #expect(counts.contains(#""revision":0,"#))
  }

  @Test func `a request without an id has no progress`() throws {
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    let told = session.send(
      #"{"jsonrpc":"2.0","method":"dataSource/apply","params":\#(apply(3))}"#
    )
    #expect(told.count == 1 && told[0].contains("didApply"))
  }

  @Test func `the same request tells the same`() throws {
    let other = TestClient()
    for session in [session, other] {
      _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    }
    #expect(
      session.call("dataSource/apply", apply(20_000))
        == other.call("dataSource/apply", apply(20_000))
    )
  }

  @Test
  func `a request tells the same alone and in a batch, whatever stands in front of it`() throws {
    let items = (0..<6_000).map(String.init).joined(separator: ",")
    let fill = #"{"op":"appendItems","items":[\#(items)]}"#
    let edits = #"{"op":"appendSections","sections":["S"]},\#(fill),{"op":"deleteAllItems"}"#
    let params = #"{"dataSource":"d","edits":[\#(edits)],"workDoneToken":"t"}"#
    let edit = #"{"jsonrpc":"2.0","id":1,"method":"dataSource/edit","params":\#(params)}"#
    let other = #"{"jsonrpc":"2.0","id":2,"method":"nothing","params":[\#(items)]}"#
    let small = Array(repeating: #"{"jsonrpc":"2.0","id":3,"method":"dataSource/list"}"#, count: 50)
    let batches = [[edit], [other, edit], small + [edit], small + [other, other, edit]]
    let messages = [edit] + batches.map { "[\($0.joined(separator: ","))]" }
    let all = try messages.map { message in
      let client = TestClient()
      _ = try client.result("dataSource/create", #"{"dataSource":"d"}"#)
      return try told(client.send(message))
    }
    #expect(all[0].count > 2)
    for other in all.dropFirst() { #expect(other == all[0]) }
  }

  @Test func `requests of a batch that tell of themselves are looked at, however short`() throws {
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":{"workDoneToken":1}}"#
    var looks = 0
    session.server.mayContinue = {
      looks += 1
      return true
    }
    let batch = Array(repeating: request, count: 200)
    _ = session.send("[\(batch.joined(separator: ","))]")
    #expect(looks >= batch.count)
  }

  @Test func `a method that is no request has no progress`() throws {
    for method in ["exit", "initialized", "$/setTrace", "dataSource/didApply", "nothing"] {
      let messages = session.call(method, #"{"workDoneToken":"t"}"#)
      #expect(messages.count == 1 && messages[0].contains(#""error""#), "\(messages)")
    }
  }

  @Test func `edits are told of too`() throws {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"d","snapshot":{"sections":["S"]}}"#
    )
    let items = (0..<20_000).map(String.init).joined(separator: ",")
    let edit = #"{"op":"appendItems","items":[\#(items)]}"#
    let params = #"{"dataSource":"d","edits":[\#(edit)],"workDoneToken":5}"#
    let messages = session.call("dataSource/edit", params)
    #expect(messages[0].contains(#""token":5,"value":{"kind":"begin","title":"dataSource/edit""#))
    #expect(try told(messages).count > 3)
  }

  @Test func `a request that is cancelled or refused ends too`() throws {
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    session.server.mayContinue = { false }
    let messages = session.call("dataSource/apply", apply(20_000))
    #expect(try told(messages).last == "end")
    #expect(messages.last?.contains("-32800") == true)
    session.server.mayContinue = { true }
    let refused = session.call("dataSource/close", #"{"dataSource":"x","workDoneToken":1}"#)
    #expect(try told(refused) == ["begin", "end"])
  }

  @Test(arguments: ["1.5", "true", "[]", "{}"])
  func `a token that is none is refused`(token: String) throws {
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    let error = try session.error("dataSource/apply", apply(1, token: token))
    #expect(error.kind == "invalidParams")
    #expect(error["data"]?["member"] == .string("workDoneToken"))
  }

  @Test func `a token is short`() throws {
    let token = String(repeating: "x", count: 5000)
    let error = try session.error("dataSource/list", #"{"workDoneToken":"\#(token)"}"#)
    #expect(error["data"]?["limit"] == .string("maxIdentifierBytes"))
  }

  @Test func `nothing is told to a reader who is behind, nor of a request without a token`() throws
  {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let slow = TestClient(limits)
    _ = try slow.result("dataSource/create", #"{"dataSource":"d"}"#)
    slow.server.unwrittenBytes = 1
    #expect(try told(slow.call("dataSource/apply", apply(20_000))).isEmpty)
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    #expect(try told(session.call("dataSource/apply", apply(20_000, token: "null"))).isEmpty)
  }

  @Test func `what has begun ends, however much output waits by then`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 500
    let session = TestClient(limits)
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    #expect(try told(session.call("dataSource/apply", apply(1000))) == ["begin", "end"])
  }

  @Test func `what did not begin does not end, even if all output is read meanwhile`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let session = TestClient(limits)
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    session.server.unwrittenBytes = 1
    session.server.mayContinue = { [unowned session] in
      session.server.unwrittenBytes = 0
      return true
    }
    #expect(try told(session.call("dataSource/apply", apply(20_000))).isEmpty)
  }
}
