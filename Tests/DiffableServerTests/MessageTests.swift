import DiffableServer
import Testing

/// JSON-RPC as this server speaks it: ids, params, batches, broken messages.
@Suite struct MessageTests {

  // MARK: Single messages

  @Test(arguments: [
    "1", "-0", "1.0", "1e0", "100000000000000000000000001", "null", #""""#, #""a""#,
    #""\u0061\/\n\ud83d\ude00\ud800""#, #""é😀""#,
  ])
  func `an id comes back as it was written`(id: String) {
    let answer = TestClient().send(#"{"jsonrpc":"2.0","id":\#(id),"method":"snapshot/list"}"#)
    #expect(answer == [#"{"jsonrpc":"2.0","id":\#(id),"result":{"snapshots":[]}}"#])
    let refusal = TestClient().send(#"{"jsonrpc":"2.0","id":\#(id),"method":"nonsense"}"#)
    #expect(refusal.first?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":"#) == true)
  }

  @Test(arguments: [
    "1", #""text""#, "null", "true", "{}", #"{"id":1,"method":"snapshot/list"}"#,
    #"{"jsonrpc":"1.0","id":1,"method":"snapshot/list"}"#,
    #"{"jsonrpc":2.0,"id":1,"method":"snapshot/list"}"#,
    #"{"jsonrpc":"2.0","id":1.5,"method":"snapshot/list"}"#,
    #"{"jsonrpc":"2.0","id":true,"method":"snapshot/list"}"#,
    #"{"jsonrpc":"2.0","id":[1],"method":"snapshot/list"}"#,
    #"{"jsonrpc":"2.0","id":1,"method":7}"#, #"{"jsonrpc":"2.0","id":1}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list","params":7}"#, "[]",
  ])
  func `JSON that is no request is refused without an id`(message: String) throws {
    let session = TestClient()
    let answers = session.send(message)
    #expect(answers.count == 1)
    let answer = try Value(#require(answers.first))
    #expect(answer["id"] == .null)
    #expect(answer["error"]?["code"]?.integer == -32600)
    #expect(answer["error"]?.kind == "invalidRequest")
    #expect(try session.result("snapshot/list") == #"{"snapshots":[]}"#, "the session goes on")
  }

  @Test(arguments: [
    "", " ", "{", "nonsense", #"{"jsonrpc":"2.0",}"#, "[1,]", "{}{}", #"{"a":"\x"}"#, "\u{0}",
    "'a'",
    String(repeating: "[", count: 257) + String(repeating: "]", count: 257),
  ])
  func `what is no JSON is refused without an id`(message: String) throws {
    let session = TestClient()
    let answer = try Value(#require(session.send(message).first))
    #expect(answer["id"] == .null)
    #expect(answer["error"]?["code"]?.integer == -32700)
    #expect(answer["error"]?.kind == "parseError")
    #expect(try session.result("snapshot/list") == #"{"snapshots":[]}"#, "the session goes on")
  }

  @Test func `invalid UTF-8 is no JSON`() throws {
    let session = TestClient()
    session.post(Array(#"{"jsonrpc":"2.0","id":""#.utf8) + [0xFF] + Array(#"","method":"x"}"#.utf8))
    #expect(try Value(session.drain()[0])["error"]?["code"]?.integer == -32700)
  }

  @Test func `responses are ignored`() {
    let session = TestClient()
    #expect(session.send(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == [])
    #expect(session.send(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#) == [])
    #expect(session.send(#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#) == [])
  }

  @Test func `params may be absent, null or empty where none are needed`() {
    let session = TestClient()
    for params in ["", #","params":null"#, #","params":{}"#] {
      let message = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"\#(params)}"#
      #expect(
        session.send(message) == [#"{"jsonrpc":"2.0","id":1,"result":{"snapshots":[]}}"#]
      )
    }
  }

  @Test(arguments: ["dataSource/list", "dataSource/create", "snapshot/contents", "shutdown"])
  func `params that are an array are refused`(method: String) throws {
    #expect(try TestClient().error(method, "[[]]").kind == "invalidParams")
    #expect(try TestClient().error(method, #"["s"]"#)["code"]?.integer == -32602)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"snapshot/list"}"#,
    #"{"jsonrpc":"2.0","id":1,"id":2,"method":"snapshot/list"}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"nonsense","method":"snapshot/list"}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list","params":null,"params":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list","param":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list","PARAMS":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list","prmas":null}"#,
  ])
  func `a message with a member twice or without its params is none`(message: String) throws {
    let session = TestClient()
    let answers = session.send(message)
    #expect(answers.count == 1)
    #expect(try Value(answers[0])["error"]?["code"]?.integer == -32600)
    #expect(try Value(answers[0])["id"] == .null)
  }

  @Test func `libraries may add members to a message`() throws {
    let extra = #""traceparent":"00-1","tracestate":"x","x":1,"x":2"#
    for params in ["", #","params":{}"#] {
      let message = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"\#(params),\#(extra)}"#
      let answers = TestClient().send(message)
      #expect(answers == [#"{"jsonrpc":"2.0","id":1,"result":{"snapshots":[]}}"#])
    }
  }

  @Test func `member names may be written with escapes`() throws {
    let session = TestClient()
    let params = #"{"\u0064ata\u0053ource":"s"}"#
    #expect(try session.result("dataSource/create", params) == #"{"revision":0}"#)
    let message = #"{"json\u0072pc":"2.\u0030","id":1,"method":"snapshot\/list"}"#
    #expect(session.send(message) == [#"{"jsonrpc":"2.0","id":1,"result":{"snapshots":[]}}"#])
  }

  // MARK: Batches

  @Test func `a batch is answered in one array after its notifications`() throws {
    let session = TestClient()
    let answers = session.send(
      "["
        + [
          #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"s"}}"#,
          #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"s","#
            + #""edits":[{"op":"appendSections","sections":[1]}]}}"#,
          "7",
          #"{"jsonrpc":"2.0","id":"a","method":"dataSource/edit","params":{"dataSource":"s","#
            + #""edits":[{"op":"appendItems","items":[2]}]}}"#,
          #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
          #"{"jsonrpc":"2.0","id":null,"method":"nonsense"}"#,
          #"{"jsonrpc":"2.0","method":"nonsense"}"#,
        ]
        .joined(separator: ", ") + "]"
    )
    let messages = try answers.map(Value.init)
    #expect(messages.count == 3)
    #expect(messages.prefix(2).map { $0["params"]?["revision"]?.integer } == [1, 2])
    let array = try #require(messages.last).elements
    #expect(array.map { $0["id"] } == [.number("1"), .null, .string("a"), .null])
    #expect(array[1]["error"]?["code"]?.integer == -32600)
    #expect(array[2]["result"]?["revision"]?.integer == 2)
    #expect(array[3]["error"]?["code"]?.integer == -32601)
  }

  @Test func `a batch of notifications is not answered`() {
    let session = TestClient()
    let note = #"{"jsonrpc":"2.0","method":"nonsense"}"#
    #expect(session.send("[\(note),\(note)]") == [])
  }

  @Test func `the lifecycle has no place in a batch`() throws {
    for isInitialized in [false, true] {
      let session = TestClient(isInitialized: isInitialized)
      for method in ["initialize", "initialized", "shutdown", "exit"] {
        let answer = session.send(#"[{"jsonrpc":"2.0","id":1,"method":"\#(method)"}]"#)
        let error = try Value(#require(answer.first)).elements.first?["error"]
        #expect(error?["code"]?.integer == -32600, "\(method)")
        #expect(session.send(#"[{"jsonrpc":"2.0","method":"\#(method)"}]"#) == [])
      }
      #expect(session.server.exitCode == nil)
      let kind = try Value(session.call("dataSource/list")[0])["error"]?.kind
      #expect(kind == (isInitialized ? nil : "serverNotInitialized"))
    }
  }

  @Test func `a batch before initialize is answered element by element`() throws {
    let session = TestClient(isInitialized: false)
    let list = #"{"jsonrpc":"2.0","id":1,"method":"dataSource/list"}"#
    let discover = #"{"jsonrpc":"2.0","id":2,"method":"rpc.discover"}"#
    let answers = try Value(session.send("[\(list),\(discover)]")[0]).elements
    #expect(answers[0]["error"]?["code"]?.integer == -32002)
    #expect(answers[1]["result"]?["openrpc"] != nil)
  }

  @Test func `a batch inside a batch is no request`() throws {
    let answers = try Value(TestClient().send("[[]]")[0]).elements
    #expect(answers.map { $0["error"]?["code"]?.integer } == [-32600])
  }
}
