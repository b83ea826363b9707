import Testing

@Suite struct ReadingTests {

  private func session() throws -> TestClient {
    let session = TestClient()
    let document =
      #"{"sections":[{"id":"A","content":[0],"items":["a",{"id":"b","content":null}]},"E","#
      + #"{"id":"B","items":[1]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(document)}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    return session
  }

  /// What either target answers: the members behind the revision, which only a data source has.
  private func check(
    _ method: String,
    _ params: String,
    _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let session = try session()
    let rest = params.isEmpty ? "" : ",\(params)"
    let dataSource = try session.result(method, #"{"dataSource":"s"\#(rest)}"#)
    #expect(dataSource == #"{"revision":1,\#(expected)}"#, sourceLocation: sourceLocation)
    guard method.hasPrefix("snapshot/") else { return }
    let snapshot = try session.result(method, #"{"snapshot":"d","atRevision":99\#(rest)}"#)
    #expect(snapshot == "{\(expected)}", sourceLocation: sourceLocation)
  }

  @Test func `contents are a document`() throws {
    try check(
      "snapshot/contents",
      "",
      #""sections":[{"id":"A","content":[0],"items":["a",{"id":"b","content":null}]},"#
        + #"{"id":"E","items":[]},{"id":"B","items":[1]}]"#
    )
  }

  @Test func `counts are of all, of one section, or of each`() throws {
    try check("snapshot/counts", "", #""numberOfSections":3,"numberOfItems":3"#)
    try check(
      "snapshot/counts",
      #""perSection":true"#,
      #""numberOfSections":3,"numberOfItems":3,"sections":[{"section":"A","numberOfItems":2},"#
        + #"{"section":"E","numberOfItems":0},{"section":"B","numberOfItems":1}]"#
    )
    try check(
      "snapshot/counts",
      #""inSection":"E","perSection":false"#,
      #""numberOfSections":3,"numberOfItems":0"#
    )
  }

  @Test func `identifiers come in order, of a section or of a range too`() throws {
    try check("snapshot/sectionIdentifiers", "", #""sections":["A","E","B"]"#)
    let cases = [
      ("", #"["a","b",1]"#), (#""inSection":"A""#, #"["a","b"]"#), (#""inSection":"E""#, "[]"),
      (#""range":[1,1]"#, #"["b"]"#), (#""range":[1,9]"#, #"["b",1]"#), (#""range":[3,1]"#, "[]"),
      (#""range":[0,0]"#, "[]"), (#""range":[9,9]"#, "[]"), (#""range":null"#, #"["a","b",1]"#),
      (#""range":[1,9223372036854775807]"#, #"["b",1]"#), (#""range":[1e300,1e300]"#, "[]"),
      (#""range":[2.0,1e0]"#, "[1]"), (#""inSection":"A","range":[1,5]"#, #"["b"]"#),
    ]
    for (params, items) in cases {
      try check("snapshot/itemIdentifiers", params, #""items":\#(items)"#)
    }
  }

  @Test func `look-ups have the order of the question, and null for what is absent`() throws {
    let items = #""items":["b","zz","a","b",{"id":1},"A"]"#
    try check("snapshot/indexOfItem", items, #""indexes":[1,null,0,1,2,null]"#)
    try check(
      "snapshot/sectionContainingItem",
      items,
      #""sections":["A",null,"A","A","B",null]"#
    )
    try check(
      "dataSource/indexPath",
      items,
      #""indexPaths":[[0,1],null,[0,0],[0,1],[2,0],null]"#
    )
    try check(
      "dataSource/items",
      items,
      #""items":[{"id":"b","content":null},null,{"id":"a"},{"id":"b","content":null},{"id":1},null]"#
    )
    let sections = #""sections":["B","a","A","B"]"#
    try check("snapshot/indexOfSection", sections, #""indexes":[2,null,0,2]"#)
    try check("dataSource/sectionIndex", sections, #""indexes":[2,null,0,2]"#)
    try check(
      "dataSource/sections",
      sections,
      #""sections":[{"id":"B"},null,{"id":"A","content":[0]},{"id":"B"}]"#
    )
    try check("snapshot/indexOfItem", #""items":[]"#, #""indexes":[]"#)
  }

  @Test func `positions outside the list are null, whatever their size`() throws {
    try check(
      "dataSource/itemIdentifier",
      #""indexPaths":[[0,0],[0,2],[1,0],[2,0],[3,0],[-1,0],[0,-1],[9007199254740991,"#
        + #"9007199254740991],[-9007199254740991,0],[2.0,0e9]]"#,
      #""items":["a",null,null,1,null,null,null,null,null,1]"#
    )
    try check(
      "dataSource/sectionIdentifier",
      #""indexes":[0,1,3,-1,9007199254740991,-9007199254740991,2.0]"#,
      #""sections":["A","E",null,null,null,null,"B"]"#
    )
  }

  @Test func `rows run on over the ends of sections`() throws {
    let rows = [
      #"{"indexPath":[0,0],"item":"a","section":"A"}"#,
      #"{"indexPath":[0,1],"item":"b","section":"A","content":null}"#,
      #"{"indexPath":[2,0],"item":1,"section":"B"}"#,
    ]
    let cases: [(from: String, count: String, rows: Range<Int>)] = [
      ("[0,0]", "9", 0..<3), ("[0,1]", "2", 1..<3), ("[0,0]", "0", 0..<0), ("[0,2]", "1", 2..<3),
      ("[1,0]", "1", 2..<3), ("[1,7]", "1", 2..<3), ("[2,0]", "1", 2..<3), ("[2,1]", "1", 3..<3),
      ("[3,0]", "5", 3..<3), ("[0,9007199254740991]", "9223372036854775807", 2..<3),
      ("[9007199254740991,0]", "1e99", 3..<3),
    ]
    for (from, count, expected) in cases {
      try check(
        "dataSource/rows",
        #""from":\#(from),"count":\#(count)"#,
        #""rows":[\#(rows[expected].joined(separator: ","))]"#
      )
    }
  }

  @Test func `a data source has no marks`() throws {
    try check(
      "snapshot/marks",
      "",
      #""reloadedSections":[],"reloadedItems":[],"reconfiguredItems":[]"#
    )
  }

  @Test func `every question can be about one revision`() throws {
    let questions = [
      ("snapshot/contents", ""), ("snapshot/counts", ""), ("snapshot/sectionIdentifiers", ""),
      ("snapshot/itemIdentifiers", ""), ("snapshot/indexOfItem", #""items":[1],"#),
      ("snapshot/indexOfSection", #""sections":[1],"#), ("snapshot/marks", ""),
      ("snapshot/sectionContainingItem", #""items":[1],"#), ("dataSource/items", #""items":[1],"#),
      ("dataSource/itemIdentifier", #""indexPaths":[],"#),
      ("dataSource/indexPath", #""items":[],"#),
      ("dataSource/sectionIdentifier", #""indexes":[],"#),
      ("dataSource/sectionIndex", #""sections":[],"#), ("dataSource/sections", #""sections":[],"#),
      ("dataSource/rows", #""from":[0,0],"count":1,"#),
    ]
    let session = try session()
    for (method, params) in questions {
      let at = { (revision: Int) in #"{"dataSource":"s",\#(params)"atRevision":\#(revision)}"# }
      #expect(try session.result(method, at(1)).hasPrefix(#"{"revision":1,"#), "\(method)")
      for revision in [0, 2] {
        let error = try session.error(method, at(revision))
        #expect(error.kind == "revisionMismatch", "\(method)")
        #expect(error["data"]?["expected"]?.integer == revision)
        #expect(error["data"]?["revision"]?.integer == 1)
      }
    }
  }
}
