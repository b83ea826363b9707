import DiffableServer
import Testing

/// What a front end gets that reads slowly: one didApply a data source, never a queue of them.
@Suite struct OutboxTests {

  /// A session in which everything is merged that can be: nobody has read the one byte that waits.
  private func blockedSession() throws -> TestClient {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let session = TestClient(limits)
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    session.server.unwrittenBytes = 1
    return session
  }

  private func append(_ items: String, animating: Bool = true, in source: String = "s") -> String {
    #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"\#(source)","#
      + #""edits":[{"op":"appendItems","items":[\#(items)]}],"animatingDifferences":\#(animating)}}"#
  }

  private func edit(tag: String?) -> String {
    let tag = tag.map { #","tag":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"s","edits":[]"#
      + tag + "}}"
  }

  private func appendSection(_ id: String) -> String {
    #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"s","#
      + #""edits":[{"op":"appendSections","sections":[\#(id)]}]}}"#
  }

  @Test func `applies that wait become one didApply`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    session.post(append("1,2"))
    session.post(append("3"))
    #expect(
      session.drain() == [
        #"{"jsonrpc":"2.0","method":"dataSource/didApply","params":{"dataSource":"s","#
          + #""fromRevision":0,"revision":3,"animatingDifferences":true,"origin":"merged","#
          + #""changes":{"sections":{"deletes":[],"inserts":[{"at":0,"section":"A"}],"moves":[],"#
          + #""reloads":[],"reconfigures":[]},"items":{"deletes":[],"#
          + #""inserts":[{"at":[0,0],"items":[1,2,3]}],"moves":[],"reloads":[],"reconfigures":[]}},"#
          + #""numberOfSections":1,"numberOfItems":3}}"#
      ]
    )
  }

  @Test func `a server that ends while a didApply waits leaves nothing behind`() throws {
    weak var pool: AnyObject?
    do {
      let session = try blockedSession()
      session.post(appendSection(#""A""#))
      session.post(append("1,2"))
      pool = session.server.pool(ofDataSource: "s")
      #expect(pool != nil)
    }
    #expect(pool == nil)
  }

  @Test func `one apply that waits says where it came from`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    let message = try Value(#require(session.drain().first))
    #expect(message["params"]?["origin"] == .string("dataSource/edit"))
    #expect(message["params"]?["fromRevision"]?.integer == 0)
    #expect(message["params"]?["revision"]?.integer == 1)
  }

  @Test func `what was applied before options change is told as they were`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    session.post(append("1"))
    let options = #"{"changeFormat":"sequential","defaultRowAnimation":"fade"}"#
    session.post(
      #"{"jsonrpc":"2.0","method":"dataSource/configure","params":{"dataSource":"s","#
        + #""options":\#(options)}}"#
    )
    session.post(append("2"))
    session.post(append("3"))
    let params = try session.drain().compactMap { try Value($0)["params"] }
    #expect(params.map { $0["fromRevision"]?.integer } == [0, 2])
    #expect(params.map { $0["revision"]?.integer } == [2, 4])
    #expect(params.map { $0["changes"]?.isObject } == [true, false])
    #expect(params.map { $0["defaultRowAnimation"]?.text } == [nil, "fade"])
  }

  @Test func `a merged didApply animates only if all applies did`() throws {
    for animating in [[true, true, true], [true, false, true], [false, true, true]] {
      let session = try blockedSession()
      session.post(appendSection(#""A""#))
      for (index, animates) in animating.enumerated() {
        session.post(append("\(index)", animating: animates))
      }
      let params = try Value(#require(session.drain().first))["params"]
      #expect(params?["animatingDifferences"]?.bool == animating.allSatisfy { $0 })
    }
  }

  @Test func `a merged didApply comes before the answers to what was asked in between`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    session.post(
      #"{"jsonrpc":"2.0","id":1,"method":"snapshot/contents","params":{"dataSource":"s"}}"#
    )
    session.post(append("1"))
    let messages = try session.drain().map { try Value($0) }
    #expect(messages.first?["params"]?["revision"]?.integer == 2)
    #expect(messages.last?["result"]?["revision"]?.integer == 1)
  }

  @Test func `a merged didApply has the tags of all applies that had one`() throws {
    let cases: [([String?], tag: String?, tags: String?)] = [
      ([#""a""#], #""a""#, nil), ([nil, nil], nil, nil), ([nil, "7"], nil, "[7]"),
      ([#""a""#, nil], nil, #"["a"]"#), ([#""a""#, #""a""#, nil, "1.0"], nil, #"["a","a",1.0]"#),
    ]
    for (sent, tag, tags) in cases {
      let session = try blockedSession()
      for tag in sent { session.post(edit(tag: tag)) }
      let text = try #require(session.drain().first)
      #expect(
        text.contains("\"tag\"") == (tag != nil) && text.contains("\"tags\"") == (tags != nil)
      )
      if let tag { #expect(text.contains(#""origin":"dataSource/edit","tag":\#(tag),"changes""#)) }
      if let tags { #expect(text.contains(#""origin":"merged","tags":\#(tags),"changes""#)) }
    }
  }

  @Test func `tags that wait are bytes that wait`() throws {
    let session = try blockedSession()
    let tag = #""\#(String(repeating: "x", count: 100))""#
    for count in 1...20 {
      session.post(edit(tag: tag))
      #expect(session.server.queuedBytes == 103 * count)
    }
    // Once it is written it counts as the bytes that it has, and no more.
    session.post(
      #"{"jsonrpc":"2.0","method":"dataSource/close","params":{"dataSource":"s"}}"#
    )
    let waiting = session.server.queuedBytes
    #expect(waiting == session.drain().reduce(0) { $0 + $1.utf8.count })
    #expect(session.server.queuedBytes == 0)
  }

  @Test func `a merged didApply reloads if one of the applies did`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    session.post(
      #"{"jsonrpc":"2.0","method":"dataSource/apply","params":{"dataSource":"s","#
        + #""snapshot":{"sections":["B"]},"mode":"reloadData"}}"#
    )
    session.post(append("1"))
    let params = try Value(#require(session.drain().first))["params"]
    #expect(params?["reloadData"]?.bool == true)
    #expect(params?["changes"] == nil)
    #expect(params?["revision"]?.integer == 3)
    #expect(params?["numberOfItems"]?.integer == 1)
  }

  @Test(arguments: [true, false])
  func `a didApply that would be too long says only that all is new`(isSlow: Bool) throws {
    var limits = Limits()
    limits.maxMessageBytes = 1000
    if isSlow { limits.mergeAfterBytes = 0 }
    let session = TestClient(limits)
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    if isSlow { session.server.unwrittenBytes = 1 }
    session.post(appendSection(#""A""#))
    session.post(append((0..<300).map(String.init).joined(separator: ",")))
    let last = try #require(session.drain().last)
    let params = try Value(last)["params"]
    #expect(params?["changes"] == nil && params?["reloadData"]?.bool == true)
    #expect(params?["revision"]?.integer == 2 && params?["numberOfItems"]?.integer == 300)
    #expect(last.utf8.count <= 1000)
    // What is short enough is told as ever.
    session.post(append("300"))
    #expect(try Value(#require(session.drain().last))["params"]?["changes"]?.isObject == true)
  }

  @Test func `each data source is owed one didApply, where its first one stands`() throws {
    let session = try blockedSession()
    session.server.unwrittenBytes = 0
    _ = try session.result("dataSource/create", #"{"dataSource":"t"}"#)
    session.server.unwrittenBytes = 1
    session.post(appendSection(#""A""#))
    session.post(session.request("dataSource/list"))
    session.post(
      session.request("dataSource/apply", #"{"dataSource":"t","snapshot":{"sections":["T"]}}"#)
    )
    session.post(append("1"))
    let messages = try session.drain().map(Value.init)
    #expect(
      messages.map { $0["params"]?["dataSource"]?.text ?? $0["result"]?["revision"]?.description }
        == ["s", nil, "t", "1"]
    )
    #expect(messages[0]["params"]?["revision"]?.integer == 2)
  }

  @Test func `no response overtakes the didApply that reaches its revision`() throws {
    let session = try blockedSession()
    for section in 0..<20 {
      session.post(
        session.request(
          "dataSource/edit",
          #"{"dataSource":"s","edits":[{"op":"appendSections","sections":[\#(section)]}]}"#
        )
      )
    }
    let messages = try session.drain().map(Value.init)
    #expect(messages.count == 21)
    #expect(messages[0]["params"]?["revision"]?.integer == 20)
    #expect(messages[1...].map { $0["result"]?["revision"]?.integer } == Array(1...20))
  }

  @Test func `a didApply that is owed comes before didClose`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    session.post(append("1"))
    session.post(session.request("dataSource/close", #"{"dataSource":"s"}"#))
    session.post(session.request("dataSource/create", #"{"dataSource":"s"}"#))
    session.post(appendSection(#""B""#))
    let messages = try session.drain().map(Value.init)
    #expect(
      messages.map { $0["method"]?.text }
        == ["dataSource/didApply", "dataSource/didClose", nil, nil, "dataSource/didApply"]
    )
    #expect(messages[0]["params"]?["revision"]?.integer == 2)
    #expect(messages[4]["params"]?["fromRevision"]?.integer == 0)
  }

  @Test func `marks of merged applies are united in the newest coordinates`() throws {
    let session = try blockedSession()
    session.server.unwrittenBytes = 0
    let document = #"{"sections":[{"id":"A","items":[1,2,3]},"B"]}"#
    _ = try session.result("dataSource/apply", #"{"dataSource":"s","snapshot":\#(document)}"#)
    session.server.unwrittenBytes = 1
    for edit in [
      #"{"op":"reloadItems","items":[2]}"#, #"{"op":"reconfigureItems","items":[3]}"#,
      #"{"op":"reloadSections","sections":["B"]}"#,
      #"{"op":"moveSection","section":"B","beforeSection":"A"}"#,
      #"{"op":"insertItems","items":[0],"beforeItem":1}"#, #"{"op":"reloadItems","items":[0]}"#,
    ] {
      let params = #"{"dataSource":"s","edits":[\#(edit)]}"#
      session.post(#"{"jsonrpc":"2.0","method":"dataSource/edit","params":\#(params)}"#)
    }
    let changes = try Value(#require(session.drain().first))["params"]?["changes"]
    let sections = changes?["sections"]
    #expect(sections?["moves"]?.description == #"[{"from":1,"section":"B","to":0}]"#)
    #expect(sections?["reloads"]?.description == #"[{"at":0,"section":"B"}]"#)
    let items = changes?["items"]
    #expect(items?["inserts"]?.description == #"[{"at":[1,0],"items":[0]}]"#)
    #expect(items?["reloads"]?.description == #"[{"at":[1,2],"items":[2]}]"#)
    #expect(items?["reconfigures"]?.description == #"[{"at":[1,3],"items":[3]}]"#)
  }

  @Test func `an item that came and went while nobody read is not mentioned`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    session.post(append("1"))
    session.post(
      #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"s","#
        + #""edits":[{"op":"deleteItems","items":[1]}]}}"#
    )
    let params = try Value(#require(session.drain().first))["params"]
    #expect(params?["changes"]?["items"]?["inserts"] == .array([]))
    #expect(params?["changes"]?["items"]?["deletes"] == .array([]))
  }

  @Test func `content that was lost while nobody read is told`() throws {
    let session = try blockedSession()
    session.server.unwrittenBytes = 0
    let document = #"{"sections":[{"id":"A","items":[{"id":1,"content":"old"}]}]}"#
    _ = try session.result("dataSource/apply", #"{"dataSource":"s","snapshot":\#(document)}"#)
    session.server.unwrittenBytes = 1
    session.post(
      #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"s","#
        + #""edits":[{"op":"deleteItems","items":[1]}]}}"#
    )
    session.post(append("1"))
    let changes = try Value(#require(session.drain().first))["params"]?["changes"]
    #expect(changes?["items"]?["reconfigures"]?.description == #"[{"at":[0,0],"items":[1]}]"#)
  }

  @Test func `once the output is read each apply is told by itself again`() throws {
    let session = try blockedSession()
    session.post(appendSection(#""A""#))
    session.post(append("1"))
    #expect(session.drain().count == 1)
    session.server.unwrittenBytes = 0
    #expect(session.send(append("2")).count == 1)
    session.server.unwrittenBytes = 1
    session.post(append("3"))
    session.post(append("4"))
    let params = try Value(#require(session.drain().first))["params"]
    #expect(params?["fromRevision"]?.integer == 3)
    #expect(params?["revision"]?.integer == 5)
  }

  @Test func `the queue knows its bytes`() throws {
    let session = try blockedSession()
    #expect(session.server.queuedBytes == 0)
    session.post(session.request("dataSource/list"))
    session.post(session.request("dataSource/list"))
    let waiting = session.server.queuedBytes
    let messages = session.drain()
    #expect(waiting == messages.reduce(0) { $0 + $1.utf8.count })
    #expect(session.server.queuedBytes == 0)
    #expect(session.server.nextMessage() == nil)
  }
}
