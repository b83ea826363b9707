import Testing

@Suite struct DuplicatesTests {

  private static let lists = [
    (
      #"{"op":"appendItems","items":["x",{"id":"y","content":1},{"id":"y","content":2},"x"]}"#,
      "A[a,b,c,x,y1]", "A[a,b,c,y2,x]", ["x", "y"]
    ),
    (
      #"{"op":"insertItems","items":["x","y","x"],"beforeItem":"b"}"#,
      "A[a,x,y,b,c]", "A[a,y,x,b,c]", ["x"]
    ),
    (
      #"{"op":"moveItems","items":["c","b","c"],"toSection":"A","at":"start"}"#,
      "A[c,b,a]", "A[b,c,a]", ["c"]
    ),
    (
      #"{"op":"replaceItems","section":"A","items":["c","x","c","a"]}"#,
      "A[c,x,a]", "A[x,c,a]", ["c"]
    ),
    (
      #"{"op":"appendSections","sections":[{"id":"B","items":["x"]},"C",{"id":"B","items":["y"]}]}"#,
      "A[a,b,c] B[x] C[]", "A[a,b,c] C[] B[y]", ["B"]
    ),
    (
      #"""
      {"op":"insertSections","sections":[{"id":"B","items":["x","y"]},{"id":"C","items":["y"]}],
       "beforeSection":"A"}
      """#,
      "B[x,y] C[] A[a,b,c]", "B[x] C[y] A[a,b,c]", ["y"]
    ),
  ]

  @Test(arguments: lists)
  func `of repeats in an edit the first counts, the last, or the edit is refused`(
    edit: String,
    first: String,
    last: String,
    repeated: [String]
  ) throws {
    #expect(try DuplicatesTests.edited(edit, duplicates: "first") == first)
    #expect(try DuplicatesTests.edited(edit, duplicates: "last") == last)
    let session = try DuplicatesTests.session("error")
    let before = try session.dump()
    let params = #"{"dataSource":"d","edits":[\#(edit)]}"#
    let error = try session.error("dataSource/edit", params)
    #expect(error.kind == "duplicateIdentifier")
    #expect(error["data"]?["identifiers"]?.elements.map(\.text) == repeated)
    #expect(error["data"]?["numberOfDuplicates"]?.integer == repeated.count)
    #expect(try session.dump() == before)
  }

  @Test func `of repeats in a document the first counts, or the last`() throws {
    let document = #"""
      {"sections":[{"id":"A","content":1,"items":["a",{"id":"b","content":1},"a"]},
                   {"id":"B","items":["c",{"id":"b","content":2}]},
                   {"id":"A","content":2,"items":["c","d"]}],
       "reloadedItems":["b"]}
      """#
    #expect(try DuplicatesTests.applied(document, duplicates: "first") == "A1[a,b1] B[c]")
    #expect(try DuplicatesTests.applied(document, duplicates: "last") == "B[b2] A2[c,d]")
  }

  @Test func `a mark of what was left out with its section is unknown`() throws {
    let session = try DuplicatesTests.session("first")
    let document = #"{"sections":["A",{"id":"A","items":["x"]}],"reloadedItems":["x"]}"#
    let params = #"{"dataSource":"d","snapshot":\#(document)}"#
    #expect(try session.error("dataSource/apply", params).kind == "unknownItem")
  }

  @Test func `every repeat of a document is told with its places`() throws {
    let session = try DuplicatesTests.session("error")
    let document = #"""
      {"sections":[{"id":"A","items":["a","b"]},{"id":"B","items":["b",1,"a","a"]},
                   {"id":"A","items":["\u0061"]},"B"]}
      """#
    let params = #"{"dataSource":"d","snapshot":\#(document)}"#
    let data = try session.error("dataSource/apply", params)["data"]
    let expected = #"""
      [{"identifier":"A","positions":["snapshot.sections[0]","snapshot.sections[2]"]},
       {"identifier":"B","positions":["snapshot.sections[1]","snapshot.sections[3]"]},
       {"identifier":"a","positions":["snapshot.sections[0].items[0]",
         "snapshot.sections[1].items[2]","snapshot.sections[1].items[3]",
         "snapshot.sections[2].items[0]"]},
       {"identifier":"b","positions":["snapshot.sections[0].items[1]",
         "snapshot.sections[1].items[0]"]}]
      """#
    #expect(try data?["duplicates"] == Value(expected))
    #expect(try data?["identifiers"] == Value(#"["A","B","a","b"]"#))
    #expect(data?["numberOfDuplicates"]?.integer == 4)
  }

  @Test func `no more repeats are told than anybody reads`() throws {
    let session = try DuplicatesTests.session("error")
    let items = (0..<1000).map { "\($0 % 500)" } + Array(repeating: "7", count: 50)
    let edit = #"{"op":"appendItems","items":[\#(items.joined(separator: ","))]}"#
    let params = #"{"dataSource":"d","edits":[\#(edit)]}"#
    let data = try session.error("dataSource/edit", params)["data"]
    #expect(data?["numberOfDuplicates"]?.integer == 500)
    #expect(data?["identifiers"]?.elements.map(\.integer) == Array(0..<100))
    #expect(data?["duplicates"]?.elements.count == 100)
    #expect(data?["duplicates"]?.elements[7]["positions"]?.elements.count == 10)
  }

  @Test func `a section and an item of one name are two repeats of one identifier`() throws {
    let session = try DuplicatesTests.session("error")
    let document = #"{"sections":[{"id":1,"items":[1,1]},1]}"#
    let params = #"{"dataSource":"d","snapshot":\#(document)}"#
    let data = try session.error("dataSource/apply", params)["data"]
    #expect(try data?["identifiers"] == Value("[1]"))
    #expect(data?["duplicates"]?.elements.count == 2)
    #expect(data?["numberOfDuplicates"]?.integer == 2)
  }

  @Test func `adding a section that is there is refused whatever is done with repeats`() throws {
    for duplicates in ["first", "last"] {
      let session = try DuplicatesTests.session(duplicates)
      let params = #"{"dataSource":"d","edits":[{"op":"appendSections","sections":["A"]}]}"#
      #expect(try session.error("dataSource/edit", params).kind == "duplicateIdentifier")
    }
  }

  @Test func `an initial snapshot follows the options beside it`() throws {
    let session = TestClient()
    let params = #"""
      {"dataSource":"d","options":{"duplicates":"last"},
       "snapshot":{"sections":[{"id":"A","items":["a","b","a"]}]}}
      """#
    _ = try session.result("dataSource/create", params)
    #expect(try DuplicatesTests.list(session, #"{"dataSource":"d"}"#) == "A[b,a]")
  }

  @Test func `a draft does with repeats what its data source did when it was made`() throws {
    let session = try DuplicatesTests.session("first")
    _ = try session.result("snapshot/create", #"{"snapshot":"s","from":{"dataSource":"d"}}"#)
    let configure = #"{"dataSource":"d","options":{"duplicates":"error"}}"#
    _ = try session.result("dataSource/configure", configure)
    let edits = #"[{"op":"appendItems","items":["x","y","x"]}]"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"s","edits":\#(edits)}"#)
    #expect(try DuplicatesTests.list(session, #"{"snapshot":"s"}"#) == "A[a,b,c,x,y]")
  }

  // MARK: Lists

  private static func session(_ duplicates: String) throws -> TestClient {
    let session = TestClient()
    let document = #"{"sections":[{"id":"A","items":["a","b","c"]}]}"#
    let options = #"{"duplicates":"\#(duplicates)"}"#
    let params = #"{"dataSource":"d","options":\#(options),"snapshot":\#(document)}"#
    _ = try session.result("dataSource/create", params)
    return session
  }

  private static func edited(_ edit: String, duplicates: String) throws -> String {
    let session = try session(duplicates)
    _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
    return try list(session, #"{"dataSource":"d"}"#)
  }

  private static func applied(_ document: String, duplicates: String) throws -> String {
    let session = try session(duplicates)
    _ = try session.result("dataSource/apply", #"{"dataSource":"d","snapshot":\#(document)}"#)
    return try list(session, #"{"dataSource":"d"}"#)
  }

  /// The list with contents right behind identifiers.
  private static func list(_ session: TestClient, _ target: String) throws -> String {
    let contents = try Value(session.result("snapshot/contents", target))
    let sections = contents["sections"]?.elements.map { section in
      let items = section["items"]?.elements.map(name) ?? []
      return "\(name(section))[\(items.joined(separator: ","))]"
    }
    return (sections ?? []).joined(separator: " ")
  }

  private static func name(_ element: Value) -> String {
    guard element.isObject else { return element.text ?? "" }
    return (element["id"]?.text ?? "") + (element["content"]?.description ?? "")
  }
}
