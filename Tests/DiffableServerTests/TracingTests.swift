import DiffableServer
import Testing

/// What `$/logTrace` tells.
@Suite struct TracingTests {

  private func messages(
    _ session: TestClient,
    _ method: String,
    _ params: String
  ) throws -> [String] {
    try session.call(method, params).map { text in
      let value = try Value(text)
      guard value["method"]?.text == "$/logTrace" else {
        return value["method"]?.text ?? "response"
      }
      return value["params"]?["message"]?.text ?? ""
    }
  }

  private func create(_ session: TestClient) throws {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"l","options":{"logging":true,"reordering":{"allowed":true}}}"#
    )
  }

  @Test func `logging tells of questions, refusals and applies before the answer`() throws {
    let session = TestClient()
    try create(session)
    let applied = try messages(
      session,
      "dataSource/apply",
      #"{"dataSource":"l","snapshot":{"sections":[{"id":"A","items":[1,2]},"B"]}}"#
    )
    #expect(
      applied == [
        "[l] apply: revision 1: 2 items inserted, 0 deleted, 0 moved, 0 reloaded, 0 reconfigured",
        "dataSource/didApply", "response",
      ]
    )
    #expect(
      try messages(session, "dataSource/canMoveRow", #"{"dataSource":"l","indexPath":[0,1]}"#)
        == ["[l] canMoveRow [0,1]: allowed", "response"]
    )
    let refused = try messages(
      session,
      "dataSource/moveRow",
      #"{"dataSource":"l","from":[0,0],"to":[1,0]}"#
    )
    #expect(
      refused.count == 2
        && refused[0].hasPrefix("[l] moveRow [0,0] to [1,0] refused: The row at [0,0] may not")
    )
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"v","options":{"logging":true},"view":{"of":"l"}}"#
    )
    let ofView = try messages(
      session,
      "dataSource/deleteRow",
      #"{"dataSource":"v","indexPath":[0,0]}"#
    )
    #expect(
      ofView.count == 2 && ofView[0].hasPrefix("[v] deleteRow [0,0] refused: The data source \"v\"")
    )
    _ = try session.result(
      "dataSource/configure",
      #"{"dataSource":"l","options":{"logging":false}}"#
    )
    #expect(
      try messages(session, "dataSource/canMoveRow", #"{"dataSource":"l","indexPath":[0,1]}"#) == [
        "response"
      ]
    )
  }

  @Test func `tracing tells of requests and responses, verbose with the params`() throws {
    let session = TestClient()
    session.post(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"messages"}}"#)
    #expect(
      session.send(#"{"jsonrpc":"2.0","id":"x","method":"dataSource/list","params":{ }}"#)
        == [
          #"{"jsonrpc":"2.0","method":"$/logTrace","params":{"message":"Received request 'dataSource/list - (\"x\")'."}}"#,
          #"{"jsonrpc":"2.0","method":"$/logTrace","params":{"message":"Sending response 'dataSource/list - (\"x\")'."}}"#,
          #"{"jsonrpc":"2.0","id":"x","result":{"dataSources":[]}}"#,
        ]
    )
    session.post(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}"#)
    let verbose = session.send(
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":{ "workDoneToken" : null }}"#
    )
    #expect(try Value(verbose[0])["params"]?["verbose"]?.text == #"Params: {"workDoneToken":null}"#)
    let failed = session.send(#"{"jsonrpc":"2.0","id":2,"method":"nonsense"}"#)
    #expect(failed.count == 3 && failed[1].contains("Request failed: There is no method nonsense"))
    session.post(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"loud"}}"#)
    #expect(session.call("dataSource/list").count == 3)
    session.post(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}"#)
    #expect(session.call("dataSource/list").count == 1)
  }

  @Test func `initialize may ask for it, and is not told of itself`() throws {
    let session = TestClient(isInitialized: false)
    #expect(session.call("initialize", #"{"trace":"messages"}"#).count == 1)
    #expect(session.call("dataSource/list").count == 3)
    let other = TestClient(isInitialized: false)
    #expect(other.call("initialize", #"{"trace":"compact"}"#).count == 1)
    #expect(other.call("dataSource/list").count == 1)
  }

  @Test func `a request for it is refused, and before initialize nothing happens`() throws {
    let session = TestClient()
    let error = try session.error("$/setTrace", #"{"value":"messages"}"#)
    #expect(error["code"]?.integer == -32600)
    let early = TestClient(isInitialized: false)
    early.post(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"messages"}}"#)
    _ = early.send(TestClient.initialize)
    #expect(early.call("dataSource/list").count == 1)
  }

  @Test func `long params are cut between characters`() throws {
    let session = TestClient()
    session.post(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}"#)
    let long = String(repeating: "ä", count: 100_000)
    let told = try Value(session.call("dataSource/list", #"{"a":"\#(long)"}"#)[0])
    let verbose = try #require(told["params"]?["verbose"]?.text)
    #expect(verbose.hasSuffix("ää…") && !verbose.contains("\u{FFFD}"))
    #expect(verbose.utf8.count < 70_000)
  }

  @Test func `nothing is told while output is merged`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 100
    let session = TestClient(limits)
    try create(session)
    session.post(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"messages"}}"#)
    _ = session.drain()
    for _ in 0..<20 {
      session.post(session.request("dataSource/edit", #"{"dataSource":"l","edits":[]}"#))
    }
    let texts = session.drain()
    #expect(texts.count { $0.contains("logTrace") } == 1)
    #expect(texts.count { $0.contains(#""id""#) } == 20)
  }
}
