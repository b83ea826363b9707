import DiffableProtocol
import DiffableServer
import Testing

@Suite struct LifecycleTests {

  @Test func `before initialize only initialize and discovery are served`() throws {
    let session = TestClient(isInitialized: false)
    for method in ["dataSource/list", "shutdown", "initialized", "nonsense", "$/nonsense"] {
      let error = try session.error(method)
      #expect(error["code"]?.integer == -32002, "\(method)")
      #expect(error.kind == "serverNotInitialized")
      #expect(error["data"]?["method"]?.text == method)
    }
    #expect(try Value(session.result("rpc.discover"))["openrpc"] != nil)
    #expect(try Value(session.result("initialize"))["protocolVersion"]?.integer == 1)
  }

  @Test func `a refused initialize leaves the session as it was`() throws {
    let session = TestClient(isInitialized: false)
    for id in ["0", "-1", "1.5", "true", #""1""#, "4294967296", "1e40", "{}"] {
      let error = try session.error("initialize", #"{"processId":\#(id)}"#)
      #expect(error.kind == "invalidParams", "\(id)")
      #expect(error["data"]?["member"]?.text == "processId")
    }
    #expect(try session.error("dataSource/list").kind == "serverNotInitialized")
    #expect(session.server.clientProcessID == nil)
  }

  @Test func `initialize tells the server, its capabilities and the limits in force`() throws {
    var limits = Limits()
    limits.maxNameBytes = 7
    let session = TestClient(limits, isInitialized: false)
    let params = #"{"processId":42,"clientInfo":{"name":"x"},"capabilities":{},"trace":"off"}"#
    let text = try session.result("initialize", params)
    #expect(
      text.hasPrefix(
        #"{"serverInfo":{"name":"diffabled","version":"\#(Session.version)"},"protocolVersion":1,"#
          + #""capabilities":{"framings":["lines","lsp"],"changeFormats":["#
      )
    )
    let told = try Value(text)["limits"]
    for entry in Limits.entries {
      #expect(told?[entry.name]?.integer == limits[keyPath: entry.keyPath], "\(entry.name)")
    }
    #expect(session.server.clientProcessID == 42)
  }

  @Test func `initialize names all that there is, as the schema does`() throws {
    let answer = try Value(TestClient(isInitialized: false).result("initialize"))["capabilities"]
    let document = try Value(String(decoding: OpenRPCDocument.minified, as: UTF8.self))
    func told(_ name: String) -> [String?] { answer?[name]?.elements.map(\.text) ?? [] }
    func methods(_ direction: String) -> Set<String?> {
      let methods = document["methods"]?.elements ?? []
      return Set(methods.filter { $0["x-direction"]?.text == direction }.map { $0["name"]?.text })
    }
    func operations(_ schema: String) -> [String?] {
      let schemas = document["components"]?["schemas"]
      return schemas?[schema]?["oneOf"]?.elements.map { reference in
        let name = reference["$ref"]?.text?.split(separator: "/").last.map(String.init) ?? ""
        return schemas?[name]?["properties"]?["op"]?["const"]?.text
      } ?? []
    }
    #expect(Set(told("methods")) == methods("clientToServer"))
    #expect(Set(told("notifications")) == methods("serverToClient"))
    #expect(told("edits") == operations("Edit"))
    #expect(told("sectionEdits") == operations("SectionEdit"))
    let options = document["components"]?["schemas"]?["Options"]?["properties"]
    #expect(told("options").allSatisfy { $0.map { options?[$0] != nil } == true })
    #expect(told("features") == ["strict", "outlines", "tag", "emptyContainers"])
  }

  @Test(arguments: [
    (#"{"general":{"positionEncodings":["utf-32","utf-8"]}}"#, "utf-32"),
    (#"{"general":{"positionEncodings":["ebcdic",7,"utf-8","utf-16"]}}"#, "utf-8"),
    (#"{"general":{"positionEncodings":["ebcdic"]}}"#, "utf-16"),
    (#"{"general":{"positionEncodings":{"utf-8":1}}}"#, "utf-16"), (#"{"general":7}"#, "utf-16"),
    ("{}", "utf-16"), ("null", "utf-16"),
  ])
  func `the first encoding of positions that is known is taken`(
    capabilities: String,
    encoding: String
  ) throws {
    let session = TestClient(isInitialized: false)
    let answer = try session.result("initialize", #"{"capabilities":\#(capabilities)}"#)
    #expect(try Value(answer)["capabilities"]?["positionEncoding"]?.text == encoding)
  }

  @Test func `a second initialize is refused`() throws {
    let error = try TestClient().error("initialize")
    #expect(error["code"]?.integer == -32600)
  }

  @Test func `after shutdown every request is refused`() throws {
    let session = TestClient()
    #expect(try session.result("shutdown") == "null")
    for method in ["dataSource/list", "initialize", "shutdown", "rpc.discover", "nonsense"] {
      #expect(try session.error(method)["code"]?.integer == -32600, "\(method)")
    }
    #expect(session.server.exitCode == nil)
  }

  @Test func `exit has code 0 after shutdown and else 1`() throws {
    let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    let early = TestClient(isInitialized: false)
    #expect(early.send(exit) == [])
    #expect(early.server.exitCode == 1)

    let running = TestClient()
    #expect(running.send(exit) == [])
    #expect(running.server.exitCode == 1)

    let orderly = TestClient()
    _ = try orderly.result("shutdown")
    #expect(orderly.send(exit) == [])
    #expect(orderly.server.exitCode == 0)
  }

  @Test func `a request sent as a notification before initialize is dropped`() throws {
    let session = TestClient(isInitialized: false)
    let create = #"{"jsonrpc":"2.0","method":"dataSource/create","params":{"dataSource":"s"}}"#
    #expect(session.send(create) == [])
    #expect(session.send(#"{"jsonrpc":"2.0","method":"initialize"}"#) == [])
    #expect(try session.error("dataSource/list").kind == "serverNotInitialized")
    _ = try session.result("initialize")
    #expect(try session.result("dataSource/list") == #"{"dataSources":[]}"#)
  }

  @Test func `a notification after shutdown is dropped`() throws {
    let session = TestClient()
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    _ = try session.result("shutdown")
    let params = #"{"dataSource":"s","edits":[{"op":"appendSections","sections":[1]}]}"#
    #expect(
      session.send(#"{"jsonrpc":"2.0","method":"dataSource/edit","params":\#(params)}"#) == []
    )
    #expect(session.send(#"{"jsonrpc":"2.0","method":"shutdown"}"#) == [])
  }

  @Test func `a request sent as a notification is carried out silently`() throws {
    let session = TestClient()
    let create = #"{"jsonrpc":"2.0","method":"dataSource/create","params":{"dataSource":"s"}}"#
    #expect(session.send(create) == [])
    #expect(session.send(create) == [], "a failure is silent too")
    let params = #"{"dataSource":"s","edits":[{"op":"appendSections","sections":[1]}]}"#
    let messages = session.send(
      #"{"jsonrpc":"2.0","method":"dataSource/edit","params":\#(params)}"#
    )
    #expect(messages.count == 1)
    #expect(messages.first?.contains(#""method":"dataSource/didApply""#) == true)
    #expect(
      try session.result("dataSource/list")
        == #"{"dataSources":[{"dataSource":"s","revision":1,"numberOfSections":1,"numberOfItems":0}]}"#
    )
  }

  @Test func `unknown notifications are ignored and unknown requests are refused`() throws {
    let session = TestClient()
    for method in ["$/setTrace", "$/progress", "nonsense", "dataSource/didApply", ""] {
      #expect(session.send(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"a":1}}"#) == [])
    }
    for method in ["$/nonsense", "nonsense", "dataSource/didApply", "dataSource/LIST", ""] {
      let error = try session.error(method)
      #expect(error["code"]?.integer == -32601, "\(method)")
      #expect(error["data"]?["method"]?.text == method)
    }
  }

  @Test func `notification methods with an id are refused`() throws {
    let session = TestClient()
    for method in ["exit", "initialized", "$/cancelRequest"] {
      #expect(try session.error(method)["code"]?.integer == -32600, "\(method)")
    }
    #expect(session.server.exitCode == nil)
  }

  @Test func `what the framing could not read is answered without an id`() throws {
    let session = TestClient()
    session.server.receive(.malformedHeader("no length"))
    session.server.receive(.oversizedMessage(length: 1 << 40))
    let messages = try session.drain().map(Value.init)
    #expect(messages.map { $0["id"] } == [.null, .null])
    #expect(messages[0]["error"]?["code"]?.integer == -32700)
    #expect(messages[1]["error"]?.kind == "limitExceeded")
    #expect(messages[1]["error"]?["data"]?["limit"]?.text == "maxMessageBytes")
  }

  @Test func `a last line counts only if it is complete`() throws {
    let session = TestClient(checksContract: false)
    #expect(
      !session.server.receive(.unterminatedMessage(Array(#"{"jsonrpc":"2.0","id":1"#.utf8)[...]))
    )
    #expect(session.drain() == [])
    let list = session.request("dataSource/list")
    #expect(session.server.receive(.unterminatedMessage(Array(list.utf8)[...])))
    #expect(session.drain().count == 1)
    let (starts, ends) = (String(repeating: "[", count: 300), String(repeating: "]", count: 300))
    #expect(!session.server.receive(.unterminatedMessage(Array(starts.utf8)[...])))
    #expect(session.drain() == [])
    #expect(session.server.receive(.unterminatedMessage(Array((starts + ends).utf8)[...])))
    #expect(session.drain().map { $0.contains("-32700") } == [true])
  }
}
