import DiffableServer
import Testing

@Suite struct DataSourceTests {

  private func session(_ options: String = "{}") throws -> TestClient {
    let session = TestClient()
    _ = try session.result("dataSource/create", #"{"dataSource":"s","options":\#(options)}"#)
    return session
  }

  private func apply(_ document: String, _ session: TestClient) throws -> Value {
    let messages = session.call("dataSource/apply", #"{"dataSource":"s","snapshot":\#(document)}"#)
    try #require(messages.count == 2)
    return try #require(Value(messages[0])["params"])
  }

  // MARK: Creating, listing, closing

  @Test func `a session looks as the specification shows it`() {
    let session = TestClient()
    #expect(
      session.call("dataSource/create", #"{"dataSource":"songs"}"#)
        == [#"{"jsonrpc":"2.0","id":1,"result":{"revision":0}}"#]
    )
    #expect(
      session.call(
        "dataSource/edit",
        #"{"dataSource":"songs","edits":[{"op":"appendSections","sections":["pop"]},"#
          + #"{"op":"appendItems","items":["a","b"]}]}"#
      ) == [
        #"{"jsonrpc":"2.0","method":"dataSource/didApply","params":{"dataSource":"songs","#
          + #""fromRevision":0,"revision":1,"animatingDifferences":true,"#
          + #""origin":"dataSource/edit","changes":{"sections":{"deletes":[],"#
          + #""inserts":[{"at":0,"section":"pop"}],"moves":[],"reloads":[],"reconfigures":[]},"#
          + #""items":{"deletes":[],"inserts":[{"at":[0,0],"items":["a","b"]}],"moves":[],"#
          + #""reloads":[],"reconfigures":[]}},"numberOfSections":1,"numberOfItems":2}}"#,
        #"{"jsonrpc":"2.0","id":2,"result":{"revision":1,"counts":{"sections":{"inserted":1,"#
          + #""deleted":0,"moved":0,"reloaded":0,"reconfigured":0},"items":{"inserted":2,"#
          + #""deleted":0,"moved":0,"reloaded":0,"reconfigured":0}},"numberOfSections":1,"#
          + #""numberOfItems":2,"warnings":[]}}"#,
      ]
    )
    #expect(
      session.call("dataSource/indexPath", #"{"dataSource":"songs","items":["b","z"]}"#)
        == [#"{"jsonrpc":"2.0","id":3,"result":{"revision":1,"indexPaths":[[0,1],null]}}"#]
    )
    #expect(session.call("shutdown") == [#"{"jsonrpc":"2.0","id":4,"result":null}"#])
  }

  @Test func `an initial snapshot is applied at once`() throws {
    let session = TestClient()
    let messages = session.call(
      "dataSource/create",
      #"{"dataSource":"s","snapshot":{"sections":[{"id":"A","items":[1]}]}}"#
    )
    let params = try Value(messages[0])["params"]
    #expect(params?["fromRevision"]?.integer == 0)
    #expect(params?["revision"]?.integer == 1)
    #expect(params?["origin"]?.text == "dataSource/create")
    #expect(params?["animatingDifferences"]?.bool == false)
    #expect(messages[1] == #"{"jsonrpc":"2.0","id":1,"result":{"revision":1}}"#)
  }

  @Test(arguments: [
    (#"{"sections":["A","A"]}"#, "duplicateIdentifier"),
    (#"{"sections":["A"],"reloadedItems":["x"]}"#, "unknownItem"),
    (#"{"sections":[{"id":"A","items":[1,2,3]}]}"#, "limitExceeded"),
    (#"{"sections":[{"id":"A","items":[1]}],"colour":1}"#, "invalidParams"),
  ])
  func `a refused initial snapshot makes no data source`(document: String, kind: String) throws {
    var limits = Limits()
    limits.maxItemsPerDataSource = 2
    let session = TestClient(limits)
    let params = #"{"dataSource":"s","snapshot":\#(document)}"#
    #expect(try session.error("dataSource/create", params).kind == kind)
    #expect(try session.result("dataSource/list") == #"{"dataSources":[]}"#)
    #expect(try session.result("dataSource/create", #"{"dataSource":"s"}"#) == #"{"revision":0}"#)
  }

  @Test func `data sources are listed as they were created`() throws {
    let session = TestClient()
    for name in ["z", "a", "m"] {
      _ = try session.result("dataSource/create", #"{"dataSource":"\#(name)"}"#)
    }
    #expect(try session.result("dataSource/close", #"{"dataSource":"z"}"#) == "null")
    _ = try session.result("dataSource/create", #"{"dataSource":"z"}"#)
    let list = try Value(session.result("dataSource/list"))["dataSources"]?.elements
    #expect(list?.map { $0["dataSource"]?.text } == ["a", "m", "z"])
  }

  @Test func `closing is announced, and the name is free again`() throws {
    let session = try session()
    _ = try apply(#"{"sections":["A"]}"#, session)
    let messages = session.call("dataSource/close", #"{"dataSource":"s"}"#)
    #expect(
      messages.first
        == #"{"jsonrpc":"2.0","method":"dataSource/didClose","params":{"dataSource":"s"}}"#
    )
    #expect(messages.count == 2)
    let error = try session.error("snapshot/contents", #"{"dataSource":"s"}"#)
    #expect(error.kind == "unknownDataSource")
    #expect(error["data"]?["dataSource"]?.text == "s")
    let again = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    #expect(again == #"{"revision":0}"#)
  }

  @Test func `names are told apart by their bytes`() throws {
    let session = TestClient()
    let names = ["\u{E9}", "e\u{301}", "E", "e", " e", #"e\u0000"#, #"\"e\\"#, "😀"]
    for name in names {
      _ = try session.result("dataSource/create", #"{"dataSource":"\#(name)"}"#)
    }
    let list = try Value(session.result("dataSource/list"))["dataSources"]?.elements
    #expect(list?.count == names.count)
    #expect(
      try session.error("dataSource/create", #"{"dataSource":"\u00e9"}"#).kind == "dataSourceExists"
    )
  }

  @Test(arguments: [
    "", #""dataSource":null"#, #""dataSource":7"#, #""dataSource":"""#,
    #""dataSource":["s"]"#, #""dataSource":"\ud800""#,
  ])
  func `what is no name is refused`(member: String) throws {
    let error = try TestClient().error("dataSource/create", "{\(member)}")
    #expect(error.kind == "invalidParams")
    #expect(error["data"]?["member"]?.text == "dataSource")
  }

  // MARK: Options

  @Test(arguments: [
    (#"{"colour":1}"#, "options.colour"), (#"{"changeFormat":"diff"}"#, "options.changeFormat"),
    (#"{"changeFormat":1}"#, "options.changeFormat"),
    (#"{"includeContent":1}"#, "options.includeContent"),
    (#"{"includeContent":"true"}"#, "options.includeContent"),
    (#"{"contentChanges":"redraw"}"#, "options.contentChanges"),
    (#"{"defaultRowAnimation":7}"#, "options.defaultRowAnimation"), ("7", "options"),
    ("[7]", "options"), (#"{"includeContent":false,"nonsense":null}"#, "options.nonsense"),
  ])
  func `a bad option is named, and none is changed`(options: String, member: String) throws {
    let session = try session()
    for (method, name) in [("dataSource/create", "t"), ("dataSource/configure", "s")] {
      let error = try session.error(method, #"{"dataSource":"\#(name)","options":\#(options)}"#)
      #expect(error.kind == "invalidParams")
      #expect(error["data"]?["member"]?.text == member)
    }
    let inserted = try apply(#"{"sections":[{"id":"A","content":1}]}"#, session)["changes"]
    #expect(inserted?["sections"]?["inserts"]?.elements.first?["content"]?.integer == 1)
  }

  @Test func `an unknown option is answered with the known ones`() throws {
    let error = try session().error(
      "dataSource/configure",
      #"{"dataSource":"s","options":{"x":1}}"#
    )
    let message = try #require(error["message"]?.text)
    for name in ["changeFormat", "includeContent", "contentChanges", "defaultRowAnimation"] {
      #expect(message.contains(name))
    }
  }

  @Test func `options that are null are the defaults`() throws {
    let session = try session(
      #"{"changeFormat":"none","includeContent":false,"contentChanges":"reload","#
        + #""defaultRowAnimation":"fade"}"#
    )
    let reset =
      #"{"changeFormat":null,"includeContent":null,"contentChanges":null,"defaultRowAnimation":null}"#
    let params = #"{"dataSource":"s","options":\#(reset)}"#
    #expect(try session.result("dataSource/configure", params) == #"{"revision":0}"#)
    let told = try apply(#"{"sections":[{"id":"A","content":1}]}"#, session)
    #expect(told["changes"]?["sections"]?["inserts"]?.elements.first?["content"]?.integer == 1)
    #expect(told["defaultRowAnimation"] == nil)
  }

  @Test func `configure changes only what it names`() throws {
    let session = try session(#"{"defaultRowAnimation":"fade","includeContent":false}"#)
    let params = #"{"dataSource":"s","options":{"contentChanges":"reload"}}"#
    _ = try session.result("dataSource/configure", params)
    let told = try apply(#"{"sections":[{"id":"A","content":1}]}"#, session)
    #expect(told["defaultRowAnimation"]?.text == "fade")
    #expect(told["changes"]?["sections"]?["inserts"]?.elements.first?["content"] == nil)
  }

  @Test func `without a change format neither changes nor a reload are told`() throws {
    let session = try session(#"{"changeFormat":"none"}"#)
    for mode in ["diff", "reloadData"] {
      let messages = session.call(
        "dataSource/apply",
        #"{"dataSource":"s","snapshot":{"sections":["\#(mode)"]},"mode":"\#(mode)"}"#
      )
      let told = try Value(messages[0])["params"]
      #expect(told?["changes"] == nil)
      #expect(told?["reloadData"] == nil)
      #expect(told?["numberOfSections"]?.integer == 1)
      let counts = try Value(messages[1])["result"]?["counts"]
      #expect(counts?["sections"]?["inserted"]?.integer == 1, "the counts are computed as ever")
    }
  }

  @Test(arguments: [
    ("reconfigure", ["reconfigures"]), ("reload", ["reloads"]), ("ignore", []),
  ])
  func `unequal content is told as the option says`(option: String, lists: [String]) throws {
    let session = try session(#"{"contentChanges":"\#(option)"}"#)
    _ = try apply(#"{"sections":[{"id":"A","content":1,"items":[{"id":1,"content":1}]}]}"#, session)
    let equal = #"{"sections":[{"id":"A","content":1.0,"items":[{"id":1,"content":1e0}]}]}"#
    let same = try apply(equal, session)["changes"]
    let other = #"{"sections":[{"id":"A","content":2,"items":[{"id":1,"content":null}]}]}"#
    let changed = try apply(other, session)["changes"]
    for list in ["reloads", "reconfigures"] {
      let expected = lists.contains(list) ? 1 : 0
      for kind in ["sections", "items"] {
        #expect(same?[kind]?[list] == .array([]), "equal content is no change")
        #expect(changed?[kind]?[list]?.elements.count == expected)
      }
    }
    #expect(
      try session.result("snapshot/contents", #"{"dataSource":"s"}"#)
        == #"{"revision":3,"sections":[{"id":"A","content":2,"items":[{"id":1,"content":null}]}]}"#
    )
  }

  @Test func `of equal contents the newest bytes are kept as they came`() throws {
    let session = try session()
    _ = try apply(#"{"sections":[{"id":"A","items":[{"id":1,"content":{"a":1,"b":2}}]}]}"#, session)
    let newer = #"{ "b" : 2.00, "\u0061" : 1e0 }"#
    let told = try apply(
      #"{"sections":[{"id":"A","items":[{"id":1,"content":\#(newer)}]}]}"#,
      session
    )
    #expect(told["changes"]?["items"]?["reconfigures"] == .array([]))
    #expect(
      try session.result("dataSource/items", #"{"dataSource":"s","items":[1]}"#)
        == #"{"revision":2,"items":[{"id":1,"content":{"b":2.00,"\u0061":1e0}}]}"#
    )
  }

  @Test func `without content in notifications it is kept all the same`() throws {
    let session = try session(#"{"includeContent":false}"#)
    let told = try apply(
      #"{"sections":[{"id":"A","content":1,"items":[{"id":1,"content":2}]}]}"#,
      session
    )
    #expect(told["changes"]?["sections"]?["inserts"]?.description == #"[{"at":0,"section":"A"}]"#)
    #expect(told["changes"]?["items"]?["inserts"]?.description == #"[{"at":[0,0],"items":[1]}]"#)
    let rows = try session.result("dataSource/rows", #"{"dataSource":"s","from":[0,0],"count":9}"#)
    #expect(
      rows == #"{"revision":1,"rows":[{"indexPath":[0,0],"item":1,"section":"A","content":2}]}"#
    )
  }
}
