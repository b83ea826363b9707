import Testing

@Suite struct IdentityTests {

  @Test(
    arguments: [
      (#"["/id"]"#, #"{"id":"a","x":1}"#, #""a""#),
      (#"["/id"]"#, #"{"id":1.0,"x":1}"#, "1"),
      (#"["/id"]"#, #"{"id":["a",null],"x":1}"#, #"["a",null]"#),
      (#"["/a","/b"]"#, #"{"b":2,"a":"\u0061"}"#, #"["a",2]"#),
      (#"["/a","/b","/a"]"#, #"{"a":true,"b":null}"#, "[true,null,true]"),
      (#"["/a/0"]"#, #"{"a":["x","y"]}"#, #""x""#),
      (#"["/a/1/b"]"#, #"{"a":[0,{"b":7}]}"#, "7"),
      (#"["/a~1b","/c~0d"]"#, #"{"a/b":1,"c~d":2}"#, "[1,2]"),
      (#"["/"]"#, #"{"":"empty"}"#, #""empty""#),
      (#"["/content"]"#, #"{"content":"c"}"#, #""c""#),
      (#"["/x"]"#, #"{"id":"i","content":{"x":"y"}}"#, #""i""#),
      (#"["/x"]"#, #"{"id":"i"}"#, #""i""#),
      (#"["/x"]"#, #"["a",1]"#, #"["a",1]"#),
    ]
  )
  func `an item is identified by the values at the pointers`(
    pointers: String,
    item: String,
    identifier: String
  ) throws {
    let session = try session(pointers)
    _ = try edit(session, #"{"op":"appendItems","items":[\#(item)]}"#)
    let items = try Value(session.result("snapshot/itemIdentifiers", #"{"dataSource":"d"}"#))
    #expect(try items["items"] == Value("[\(identifier)]"))
    let path = try session.result("dataSource/indexPath", #"{"dataSource":"d","items":[\#(item)]}"#)
    #expect(try Value(path)["indexPaths"] == Value("[[0,0]]"))
  }

  @Test func `a model object is its item's content, as it was sent`() throws {
    let session = try session(#"["/name"]"#)
    _ = try edit(session, #"{"op":"appendItems","items":[{"x": 1.50, "name":"\u0061"}]}"#)
    let items = try session.result("dataSource/items", #"{"dataSource":"d","items":["a"]}"#)
    #expect(items.contains(#"{"id":"a","content":{"x":1.50,"name":"\u0061"}}"#))
    _ = try edit(session, #"{"op":"appendItems","items":[{"id":"b","content":{"x":2}}]}"#)
    let others = try session.result("dataSource/items", #"{"dataSource":"d","items":["b"]}"#)
    #expect(others.contains(#"{"id":"b","content":{"x":2}}"#))
  }

  @Test(
    arguments: [
      (#"["/a","/b"]"#, #"{"a":1}"#, "\"/b\""),
      (#"["/a","/b"]"#, #"{"a":1,"b":[1]}"#, "\"/b\""),
      (#"["/a","/b"]"#, #"{"a":1,"b":1.5}"#, "\"/b\""),
      (#"["/a","/b"]"#, #"{"a":"\u0000","b":1}"#, "\"/a\""),
      (#"["/a"]"#, #"{"a":null}"#, "\"/a\""),
      (#"["/a"]"#, #"{"a":{}}"#, "\"/a\""),
      (#"["/a"]"#, #"{"a":[]}"#, "\"/a\""),
      (#"["/a"]"#, #"{"a":9007199254740992}"#, "\"/a\""),
      (#"["/a/0"]"#, #"{"a":[]}"#, "\"/a/0\""),
      (#"["/a"]"#, "{}", "\"/a\""),
      (#"["/a"]"#, #"{"content":1}"#, "\"/a\""),
      (#"[""]"#, #"{"a":1}"#, "\"\""),
    ]
  )
  func `an object without an identity is refused with the pointer`(
    pointers: String,
    item: String,
    pointer: String
  ) throws {
    let session = try session(pointers)
    let params = #"{"dataSource":"d","edits":[{"op":"appendItems","items":[\#(item)]}]}"#
    let error = try session.error("dataSource/edit", params)
    #expect(error.kind == "invalidIdentifier")
    #expect(error["message"]?.text?.contains(" at \(pointer)") == true)
    #expect(error["data"]?["member"]?.text == "edits[0].items[0]")
  }

  @Test
  func `an object without an identity is given back, unless it is long or has escapes`() throws {
    let session = try session(#"["/k"]"#)
    let longest = #"{"n":"\#(String(repeating: "a", count: 4_096 - 8))"}"#
    let objects = [
      (#"{ "n": 1 }"#, #"[{"n":1}]"#), (longest, "[\(longest)]"),
      (longest.replacing(#""}"#, with: #"a"}"#), nil), (#"{"n":"\u0041"}"#, nil),
    ]
    for (object, identifiers) in objects {
      let params = #"{"dataSource":"d","edits":[{"op":"appendItems","items":[\#(object)]}]}"#
      let error = try session.error("dataSource/edit", params)
      #expect(try error["data"]?["identifiers"] == identifiers.map { try Value($0) })
    }
  }

  @Test func `an identity is as long as identifiers may be`() throws {
    let session = try session(#"["/a","/b"]"#)
    let long = String(repeating: "x", count: 2046)
    let item = #"{"a":"\#(long)","b":"\#(long)"}"#
    let params = #"{"dataSource":"d","edits":[{"op":"appendItems","items":[\#(item)]}]}"#
    #expect(try session.error("dataSource/edit", params).kind == "limitExceeded")
  }

  @Test func `model objects stand in documents, marks, anchors and every edit of items`() throws {
    let session = try session(#"["/k"]"#)
    let document = #"""
      {"sections":[{"id":"A","items":[{"k":1,"v":"one"},{"k":2,"v":"two"}]}],
       "reloadedItems":[{"k":1}]}
      """#
    _ = try session.result("dataSource/apply", #"{"dataSource":"d","snapshot":\#(document)}"#)
    for op in [
      #"{"op":"insertItems","items":[{"k":3}],"beforeItem":{"k":2,"v":"ignored"}}"#,
      #"{"op":"moveItem","item":{"k":1,"v":"ignored"},"afterItem":{"k":3}}"#,
      #"{"op":"setItems","items":[{"k":2,"v":"zwei"}]}"#,
      #"{"op":"swapItems","items":[{"k":1,"v":"uno"},{"k":2,"v":"dos"}]}"#,
      #"{"op":"moveItems","items":[{"k":3,"v":"tres"}],"toSection":"A"}"#,
      #"{"op":"deleteItems","items":[{"k":1}]}"#,
      #"{"op":"replaceItems","section":"A","items":[{"k":3,"v":"trois"},{"k":4}]}"#,
      #"{"op":"appendSections","sections":[{"id":"B","items":[{"k":5}]}]}"#,
    ] {
      _ = try edit(session, op)
    }
    let contents = try Value(session.result("snapshot/contents", #"{"dataSource":"d"}"#))
    let expected = #"""
      [{"id":"A","items":[{"id":3,"content":{"k":3,"v":"trois"}},{"id":4,"content":{"k":4}}]},
       {"id":"B","items":[{"id":5,"content":{"k":5}}]}]
      """#
    #expect(try contents["sections"] == Value(expected))
  }

  @Test func `an unknown model object is named by its identifier`() throws {
    let session = try session(#"["/a","/b"]"#)
    let edit = #"{"op":"reloadItems","items":[{"a":1,"b":2,"c":3}]}"#
    let error = try session.error("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
    #expect(error.kind == "unknownItem")
    #expect(try error["data"]?["identifiers"] == Value("[[1,2]]"))
  }

  @Test func `a draft has the identity of what it was made from`() throws {
    let session = try session(#"["/k"]"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"s","from":{"dataSource":"d"}}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"t","from":{"snapshot":"s"}}"#)
    let add = #"[{"op":"appendItems","items":[{"k":1}]}]"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"t","edits":\#(add)}"#)
    let index = try session.result("snapshot/indexOfItem", #"{"snapshot":"t","items":[{"k":1}]}"#)
    #expect(index == #"{"indexes":[0]}"#)
  }

  @Test func `a draft from nothing has the identity that it is given, or none`() throws {
    let session = TestClient()
    let add = #"[{"op":"appendSections","sections":[{"id":"A","items":[{"k":1}]}]}]"#
    _ = try session.result("snapshot/create", #"{"snapshot":"s","identity":{"items":["/k"]}}"#)
    _ = try session.result("snapshot/edit", #"{"snapshot":"s","edits":\#(add)}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"t","identity":null}"#)
    let error = try session.error("snapshot/edit", #"{"snapshot":"t","edits":\#(add)}"#)
    #expect(error.kind == "invalidIdentifier")
    let both = #"{"snapshot":"u","from":{"snapshot":"s"},"identity":{"items":["/k"]}}"#
    #expect(try session.error("snapshot/create", both).kind == "invalidParams")
  }

  @Test(
    arguments: [
      #"{"items":[]}"#, #"{"items":"/k"}"#, #"{"items":[1]}"#, #"{"items":["k"]}"#, "{}", "[]",
      #"{"items":["/~"]}"#, #"{"items":["/k"],"sections":["/k"]}"#,
    ]
  )
  func `an identity of the wrong shape is refused`(identity: String) throws {
    let session = TestClient()
    let create = #"{"dataSource":"d","options":{"identity":\#(identity)}}"#
    #expect(try session.error("dataSource/create", create).kind == "invalidParams")
    let draft = #"{"snapshot":"s","identity":\#(identity)}"#
    #expect(try session.error("snapshot/create", draft).kind == "invalidParams")
    #expect(try session.result("dataSource/list") == #"{"dataSources":[]}"#)
  }

  @Test func `the identity of a data source cannot be changed`() throws {
    let session = try session(#"["/k"]"#)
    let params = #"{"dataSource":"d","options":{"identity":{"items":["/k"]}}}"#
    #expect(try session.error("dataSource/configure", params).kind == "invalidParams")
  }

  private func session(_ pointers: String) throws -> TestClient {
    let session = TestClient()
    let options = #"{"identity":{"items":\#(pointers)}}"#
    let document = #"{"sections":["A"]}"#
    let params = #"{"dataSource":"d","options":\#(options),"snapshot":\#(document)}"#
    _ = try session.result("dataSource/create", params)
    return session
  }

  private func edit(_ session: TestClient, _ edit: String) throws -> String {
    try session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
  }
}
