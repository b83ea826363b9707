import Testing

/// The forms of apply, and named snapshots.
@Suite struct ApplyTests {

  private func session() throws -> TestClient {
    let session = TestClient()
    let document = #"{"sections":[{"id":"A","items":[1,{"id":2,"content":"x"}]},"B"]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(document)}"#)
    return session
  }

  private func contents(_ session: TestClient, _ target: String) throws -> String {
    try session.result("snapshot/contents", "{\(target)}")
  }

  @Test func `contents are accepted as a document as they stand`() throws {
    let session = try session()
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    let marks =
      #"{"op":"reloadItems","items":[1]},{"op":"reconfigureItems","items":[2]},"#
      + #"{"op":"reloadSections","sections":["B"]}"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"d","edits":[\#(marks)]}"#)
    let document = try contents(session, #""snapshot":"d""#)
    #expect(
      document
        == #"{"sections":[{"id":"A","items":[1,{"id":2,"content":"x"}]},{"id":"B","items":[]}],"#
        + #""reloadedSections":["B"],"reloadedItems":[1],"reconfiguredItems":[2]}"#
    )
    let messages = session.call(
      "dataSource/apply",
      #"{"dataSource":"s","snapshot":\#(document)}"#
    )
    let changes = try Value(messages[0])["params"]?["changes"]
    #expect(changes?["sections"]?["reloads"]?.description == #"[{"at":1,"section":"B"}]"#)
    #expect(changes?["items"]?["reloads"]?.description == #"[{"at":[0,0],"items":[1]}]"#)
    #expect(
      changes?["items"]?["reconfigures"]?.description
        == #"[{"at":[0,1],"items":[{"content":"x","id":2}]}]"#
    )
  }

  @Test func `an apply that changes nothing makes a revision too`() throws {
    let session = try session()
    let messages = session.call("dataSource/edit", #"{"dataSource":"s","edits":[]}"#)
    #expect(messages.count == 2)
    #expect(try Value(messages[0])["params"]?["revision"]?.integer == 2)
    #expect(try Value(messages[1])["result"]?["revision"]?.integer == 2)
  }

  @Test func `an applied snapshot stays usable and has lost its marks`() throws {
    let session = try session()
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    _ = try session.result(
      "snapshot/edit",
      #"{"snapshot":"d","edits":[{"op":"reloadItems","items":[1]},{"op":"appendItems","items":[3]}]}"#
    )
    let apply = #"{"dataSource":"s","snapshot":"d"}"#
    let first = try Value(session.result("dataSource/apply", apply))
    #expect(first["counts"]?["items"]?["reloaded"]?.integer == 1)
    #expect(first["counts"]?["items"]?["inserted"]?.integer == 1)
    #expect(
      try session.result("snapshot/marks", #"{"snapshot":"d"}"#)
        == #"{"reloadedSections":[],"reloadedItems":[],"reconfiguredItems":[]}"#
    )
    let second = try Value(session.result("dataSource/apply", apply))
    #expect(second["revision"]?.integer == 3)
    #expect(second["counts"]?["items"]?["reloaded"]?.integer == 0)
  }

  @Test func `the last write wins, unless the revision is asked for`() throws {
    let session = try session()
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    _ = try session.result(
      "dataSource/edit",
      #"{"dataSource":"s","edits":[{"op":"appendItems","items":[9],"toSection":"B"}]}"#
    )
    let strict = #"{"dataSource":"s","snapshot":"d","ifRevision":1}"#
    #expect(try session.error("dataSource/apply", strict).kind == "revisionMismatch")
    let applied = try Value(
      session.result("dataSource/apply", #"{"dataSource":"s","snapshot":"d"}"#)
    )
    #expect(applied["counts"]?["items"]?["deleted"]?.integer == 1)
    #expect(applied["numberOfItems"]?.integer == 2)
  }

  @Test func `a snapshot can be applied to another data source and outlives its own`() throws {
    let session = try session()
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    _ = try session.result("dataSource/create", #"{"dataSource":"t"}"#)
    _ = try session.result("dataSource/close", #"{"dataSource":"s"}"#)
    _ = try session.result("dataSource/apply", #"{"dataSource":"t","snapshot":"d"}"#)
    #expect(
      try contents(session, #""dataSource":"t""#)
        == #"{"revision":1,"sections":[{"id":"A","items":[1,{"id":2,"content":"x"}]},"#
        + #"{"id":"B","items":[]}]}"#
    )
  }

  @Test func `a copy is a value of its own`() throws {
    let session = try session()
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    let edit = #"{"op":"reloadItems","items":[{"id":1,"content":"new"}]}"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"d","edits":[\#(edit)]}"#)
    let counts = try session.result(
      "snapshot/create",
      #"{"snapshot":"e","from":{"snapshot":"d"}}"#
    )
    #expect(counts == #"{"numberOfSections":2,"numberOfItems":2}"#)
    #expect(try contents(session, #""snapshot":"e""#) == contents(session, #""snapshot":"d""#))
    _ = try session.result(
      "snapshot/edit",
      #"{"snapshot":"e","edits":[{"op":"deleteAllItems"}]}"#
    )
    #expect(try contents(session, #""snapshot":"e""#) == #"{"sections":[]}"#)
    #expect(try contents(session, #""snapshot":"d""#).contains(#""content":"new""#))
    #expect(try contents(session, #""dataSource":"s""#).contains("new") == false)
    #expect(
      try session.result("snapshot/list")
        == #"{"snapshots":[{"snapshot":"d","numberOfSections":2,"numberOfItems":2},"#
        + #"{"snapshot":"e","numberOfSections":0,"numberOfItems":0}]}"#
    )
    #expect(try session.result("snapshot/release", #"{"snapshot":"d"}"#) == "null")
    #expect(try session.error("snapshot/release", #"{"snapshot":"d"}"#).kind == "unknownSnapshot")
  }

  @Test func `reloadData is told instead of changes, and counted as ever`() throws {
    let session = try session()
    let messages = session.call(
      "dataSource/apply",
      #"{"dataSource":"s","snapshot":{"sections":["B"]},"mode":"reloadData"}"#
    )
    #expect(
      messages[0]
        == #"{"jsonrpc":"2.0","method":"dataSource/didApply","params":{"dataSource":"s","#
        + #""fromRevision":1,"revision":2,"animatingDifferences":true,"origin":"dataSource/apply","#
        + #""reloadData":true,"numberOfSections":1,"numberOfItems":0}}"#
    )
    let counts = try Value(messages[1])["result"]?["counts"]
    #expect(counts?["sections"]?["deleted"]?.integer == 1)
    #expect(counts?["items"]?["deleted"]?.integer == 2)
  }

  @Test func `comparing applies nothing`() throws {
    let session = try session()
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    let edit = #"{"op":"moveItem","item":1,"afterItem":2}"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"d","edits":[\#(edit)]}"#)
    let before = try session.dump()
    let there = try session.result(
      "snapshot/changes",
      #"{"from":{"dataSource":"s"},"to":{"snapshot":"d"}}"#
    )
    #expect(
      there
        == #"{"changes":{"sections":{"deletes":[],"inserts":[],"moves":[],"reloads":[],"#
        + #""reconfigures":[]},"items":{"deletes":[],"inserts":[],"#
        + #""moves":[{"from":[0,0],"to":[0,1],"count":1}],"reloads":[],"reconfigures":[]}},"#
        + #""counts":{"sections":{"inserted":0,"deleted":0,"moved":0,"reloaded":0,"#
        + #""reconfigured":0},"items":{"inserted":0,"deleted":0,"moved":1,"reloaded":0,"#
        + #""reconfigured":0}}}"#
    )
    let none = try session.result(
      "snapshot/changes",
      #"{"from":{"dataSource":"s"},"to":{"dataSource":"s"},"changeFormat":"none"}"#
    )
    #expect(none.hasPrefix(#"{"counts":{"sections":{"inserted":0,"#))
    #expect(try session.dump() == before)
  }

  @Test func `adding what is there moves it with a warning`() throws {
    let session = try session()
    let result = try Value(
      session.result(
        "dataSource/edit",
        #"{"dataSource":"s","edits":[{"op":"deleteItems","items":["gone"]},"#
          + #"{"op":"appendItems","items":[5,1],"toSection":"B"}]}"#
      )
    )
    #expect(
      result["warnings"]?.description
        == #"[{"edit":1,"identifiers":[1],"kind":"existingItemsMoved"}]"#
    )
    #expect(result["counts"]?["items"]?["moved"]?.integer == 1)
  }

  @Test func `deleting and appending in one apply keeps the content`() throws {
    let session = try session()
    let edits = #"[{"op":"deleteItems","items":[2]},{"op":"appendItems","items":[2]}]"#
    _ = try session.result("dataSource/edit", #"{"dataSource":"s","edits":\#(edits)}"#)
    #expect(try contents(session, #""dataSource":"s""#).contains(#"{"id":2,"content":"x"}"#))
    _ = try session.result(
      "dataSource/edit",
      #"{"dataSource":"s","edits":[{"op":"deleteItems","items":[2]}]}"#
    )
    _ = try session.result(
      "dataSource/edit",
      #"{"dataSource":"s","edits":[{"op":"appendItems","items":[2]}]}"#
    )
    #expect(try !contents(session, #""dataSource":"s""#).contains("content"))
  }

  @Test func `identifiers are equal when their values are and come back in the shortest form`()
    throws
  {
    let session = try session()
    let items = #"["\u0061\/\u00e9\n\u000a",1.0,1e2,"1",[1.0,"\u0061",true,null],-0]"#
    _ = try session.result(
      "dataSource/apply",
      #"{"dataSource":"s","snapshot":{"sections":[{"id":1,"items":\#(items)}]}}"#
    )
    let canonical = #"["a/é\n\n",1,100,"1",[1,"a",true,null],0]"#
    #expect(
      try session.result("snapshot/itemIdentifiers", #"{"dataSource":"s"}"#)
        == #"{"revision":2,"items":\#(canonical)}"#
    )
    #expect(
      try session.result("snapshot/indexOfItem", #"{"dataSource":"s","items":\#(canonical)}"#)
        == #"{"revision":2,"indexes":[0,1,2,3,4,5]}"#
    )
  }

  @Test func `content comes back as it was sent, without white space`() throws {
    let session = try session()
    let content = #"{ "b" : [ 1.50 , 1E+2 , -0 ] , "a" : "\u0061\/\ud800" , "a" : null }"#
    _ = try session.result(
      "dataSource/edit",
      #"{"dataSource":"s","edits":[{"op":"reloadItems","items":[{"id":1,"content":\#(content)}]}]}"#
    )
    #expect(
      try session.result("dataSource/items", #"{"dataSource":"s","items":[1]}"#)
        == #"{"revision":2,"items":[{"id":1,"content":{"b":[1.50,1E+2,-0],"#
        + #""a":"\u0061\/\ud800","a":null}}]}"#
    )
  }
}
