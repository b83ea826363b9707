import DiffableServer
import Testing

/// What the user does to rows by hand: moving and deleting.
@Suite struct RowTests {

  private let session = TestClient()

  /// A list in short: `A[1,2] B[]`.
  private func open(_ sections: String, _ options: String = #"{"reordering":{"allowed":true}}"#)
    throws
  {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"l","options":\#(options),"snapshot":{"sections":[\#(sections)]}}"#
    )
  }

  private func list() throws -> String {
    let contents = try Value(try session.result("snapshot/contents", #"{"dataSource":"l"}"#))
    return (contents["sections"]?.elements ?? []).map { section in
      let items = (section["items"]?.elements ?? []).map { ($0["id"] ?? $0).description }
      return "\(section["id"]?.text ?? "")[\(items.joined(separator: ","))]"
    }.joined(separator: " ")
  }

  private func move(_ from: String, _ to: String) throws -> [Value] {
    try session.call("dataSource/moveRow", #"{"dataSource":"l","from":\#(from),"to":\#(to)}"#)
      .map(Value.init)
  }

  private func refusal(_ method: String, _ members: String) throws -> Value {
    let before = try session.dump()
    let error = try session.error("dataSource/\(method)", #"{"dataSource":"l",\#(members)}"#)
    #expect(try session.dump() == before)
    return error
  }

  @Test(arguments: [
    ("[0,0]", "[0,2]", "A[2,3,1]", "[0,2]"),
    ("[0,0]", "[0,3]", "A[2,3,1]", "[0,2]"),
    ("[0,2]", "[0,0]", "A[3,1,2]", "[0,0]"),
    ("[0,2]", "[0,1]", "A[1,3,2]", "[0,1]"),
    ("[0,1]", "[0,1]", "A[1,2,3]", "[0,1]"),
  ])
  func `within a section, a row ends up at the index`(
    from: String,
    to: String,
    after: String,
    place: String
  ) throws {
    try open(#"{"id":"A","items":[1,2,3]}"#)
    let messages = try move(from, to)
    #expect(try list() == after)
    let didApply = try #require(messages.first?["params"])
    #expect(didApply["origin"]?.text == "dataSource/moveRow")
    let item = try Value(
      #"{"item":\#(from == "[0,0]" ? 1 : from == "[0,1]" ? 2 : 3),"from":\#(from),"to":\#(place)}"#
    )
    #expect(didApply["transaction"] == item)
    #expect(messages.last?["result"]?["revision"]?.integer == 2)
  }

  @Test func `across sections the item really changes section`() throws {
    try open(
      #"{"id":"A","items":[1,2]},{"id":"B","items":[3,4]},{"id":"C"}"#,
      #"{"reordering":{"allowed":true,"acrossSections":true}}"#
    )
    let messages = try move("[0,0]", "[1,0]")
    #expect(try list() == "A[2] B[1,3,4] C[]")
    #expect(
      messages.first?["params"]?["changes"]?["items"]?["moves"]
        == (try Value(#"[{"from":[0,0],"to":[1,0],"count":1}]"#))
    )
    _ = try move("[1,1]", "[2,0]")
    _ = try move("[0,0]", "[1,2]")
    #expect(try list() == "A[] B[1,4,2] C[3]")
  }

  @Test func `a refused move changes nothing and names the revision to snap back to`() throws {
    try open(#"{"id":"A","items":[1,2]},{"id":"B","items":[3,4]}"#)
    let error = try refusal("moveRow", #""from":[0,0],"to":[1,0]"#)
    #expect(error["code"]?.integer == 1012 && error.kind == "moveNotAllowed")
    #expect(error["data"]?["revision"]?.integer == 1)
    #expect(error["data"]?["identifiers"] == (try Value("[1]")))
  }

  @Test func `rows may be deleted but not moved unless options say otherwise`() throws {
    try open(#"{"id":"A","items":[1,2]}"#, "{}")
    #expect(try refusal("moveRow", #""from":[0,0],"to":[0,1]"#).kind == "moveNotAllowed")
    let deleted = try session.result(
      "dataSource/deleteRow",
      #"{"dataSource":"l","indexPath":[0,0]}"#
    )
    #expect(try Value(deleted)["counts"]?["items"]?["deleted"]?.integer == 1)
    #expect(try list() == "A[2]")
    _ = try session.result(
      "dataSource/configure",
      #"{"dataSource":"l","options":{"editing":{"allowed":false}}}"#
    )
    let error = try refusal("deleteRow", #""indexPath":[0,0]"#)
    #expect(error["code"]?.integer == 1015 && error.kind == "editNotAllowed")
  }

  @Test func `the item's content decides first, then its section, then the whole`() throws {
    try open(
      #"""
      {"id":"A","items":[{"id":1,"content":{"m":false}},{"id":2,"content":{"m":"no"}}]},
      {"id":"B","items":[{"id":3,"content":{"m":true}},4]}
      """#,
      #"{"reordering":{"allowed":true,"item":"/m","sections":[{"section":"\u0042","allowed":false}]}}"#
    )
    let answers = try ["[0,0]", "[0,1]", "[1,0]", "[1,1]"].map { path in
      try Value(
        try session.result("dataSource/canMoveRow", #"{"dataSource":"l","indexPath":\#(path)}"#)
      )["allowed"]?.bool
    }
    #expect(answers == [false, true, true, false])
  }

  @Test func `rows that are not there are errors for all that acts on rows`() throws {
    try open(#"{"id":"A","items":[1,2]}"#)
    for path in ["[0,2]", "[1,0]", "[-1,0]", "[0,-1]", "[0,9007199254740991]"] {
      for method in ["canMoveRow", "canEditRow", "deleteRow"] {
        let error = try refusal(method, #""indexPath":\#(path)"#)
        #expect(error["code"]?.integer == 1014 && error.kind == "indexPathOutOfRange")
      }
      #expect(try refusal("moveRow", #""from":\#(path),"to":[0,0]"#).kind == "indexPathOutOfRange")
    }
    for path in ["[0,3]", "[1,0]", "[-1,0]", "[0,-1]"] {
      let error = try refusal("moveRow", #""from":[0,0],"to":\#(path)"#)
      #expect(error["data"]?["member"]?.text == "to")
    }
  }

  @Test func `a row of an older list is refused when asked to`() throws {
    try open(#"{"id":"A","items":[1,2]}"#)
    for members in [#""from":[0,0],"to":[0,1],"ifRevision":0"#] {
      #expect(try refusal("moveRow", members).kind == "revisionMismatch")
    }
    #expect(
      try refusal("deleteRow", #""indexPath":[0,0],"ifRevision":7"#).kind == "revisionMismatch"
    )
    #expect(
      try refusal("canMoveRow", #""indexPath":[0,0],"atRevision":7"#).kind == "revisionMismatch"
    )
  }

  @Test func `merged announcements have no transaction`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let session = TestClient(limits)
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"l","options":{"reordering":{"allowed":true}},"snapshot":{"sections":[{"id":"A","items":[1,2,3]}]}}"#
    )
    session.post(session.request("dataSource/list"))
    for _ in 0..<2 {
      session.post(
        session.request("dataSource/moveRow", #"{"dataSource":"l","from":[0,0],"to":[0,2]}"#)
      )
    }
    let merged = try #require(try session.drain().map(Value.init).first { $0["method"] != nil })
    #expect(merged["params"]?["origin"]?.text == "merged")
    #expect(merged["params"]?["transaction"] == nil)
    #expect(merged["params"]?["revision"]?.integer == 3)
  }

  // MARK: Cells

  private static let cells =
    #"{"cells":{"default":"song","sections":[{"section":"B","cell":"card"}]},"reordering":{"allowed":true,"acrossSections":true}}"#

  @Test func `rows have the kind of cell of their section`() throws {
    try open(#"{"id":"A","items":[1]},{"id":"B","items":[2]}"#, Self.cells)
    let rows = try Value(
      try session.result("dataSource/rows", #"{"dataSource":"l","from":[0,0],"count":9}"#)
    )
    #expect(rows["rows"]?.elements.map { $0["cell"]?.text } == ["song", "card"])
    _ = try session.result("dataSource/configure", #"{"dataSource":"l","options":{"cells":null}}"#)
    let plain = try Value(
      try session.result("dataSource/rows", #"{"dataSource":"l","from":[0,0],"count":9}"#)
    )
    #expect(plain["rows"]?.elements.map { $0["cell"] } == [nil, nil])
  }

  @Test func `a move to another kind of cell reloads, by hand and by a document`() throws {
    try open(#"{"id":"A","items":[1,2]},{"id":"B","items":[3]}"#, Self.cells)
    let byHand = try move("[0,0]", "[1,0]")
    #expect(
      byHand[0]["params"]?["changes"]?["items"]?["reloads"]
        == (try Value(#"[{"at":[1,0],"items":[1]}]"#))
    )
    let applied = try session.call(
      "dataSource/apply",
      #"{"dataSource":"l","snapshot":{"sections":[{"id":"A","items":[2,3]},{"id":"B","items":[1]}]}}"#
    ).map(Value.init)
    #expect(
      applied[0]["params"]?["changes"]?["items"]?["reloads"]
        == (try Value(#"[{"at":[0,1],"items":[3]}]"#))
    )
    #expect(applied[1]["result"]?["counts"]?["items"]?["reloaded"]?.integer == 1)
  }

  @Test func `a comparison with a draft says so, too`() throws {
    try open(#"{"id":"A","items":[1,2]},{"id":"B","items":[3]}"#, Self.cells)
    _ = try session.result("snapshot/create", #"{"snapshot":"d"}"#)
    _ = try session.result(
      "snapshot/edit",
      #"{"snapshot":"d","edits":[{"op":"appendSections","sections":[{"id":"A","items":[1]},{"id":"B","items":[2,3]}]}]}"#
    )
    let changes = try Value(
      try session.result("snapshot/changes", #"{"from":{"dataSource":"l"},"to":{"snapshot":"d"}}"#)
    )
    #expect(changes["changes"]?["items"]?["reloads"] == (try Value(#"[{"at":[1,0],"items":[2]}]"#)))
  }

  // MARK: Options

  @Test(arguments: [
    (#"{"reordering":{"alowed":true}}"#, "invalidParams"),
    (#"{"reordering":true}"#, "invalidParams"),
    (#"{"reordering":{"item":"movable"}}"#, "invalidParams"),
    (#"{"reordering":{"sections":[{"section":"A"}]}}"#, "invalidParams"),
    (#"{"reordering":{"sections":[{"allowed":true}]}}"#, "invalidParams"),
    (#"{"reordering":{"sections":[{"section":{},"allowed":true}]}}"#, "invalidIdentifier"),
    (#"{"editing":{"acrossSections":true}}"#, "invalidParams"),
    (#"{"cells":{"default":1}}"#, "invalidParams"),
    (#"{"cells":{"sections":[{"section":1.5,"cell":"x"}]}}"#, "invalidIdentifier"),
    (#"{"heights":{"default":-1}}"#, "invalidParams"),
    (#"{"heights":{"estimated":1000001}}"#, "invalidParams"),
    (#"{"heights":{"default":1000000.0001}}"#, "invalidParams"),
    (#"{"heights":{"sections":[{"section":"A","height":"x"}]}}"#, "invalidParams"),
    (#"{"heights":{"sections":[{"section":"A"}]}}"#, "invalidParams"),
    (#"{"heights":{"sections":[{"section":{},"height":null}]}}"#, "invalidIdentifier"),
    (#"{"heights":{"sections":[{"section":{},"estimated":1}]}}"#, "invalidIdentifier"),
    (#"{"titles":{"header":"x"}}"#, "invalidParams"),
    (#"{"indexTitles":7}"#, "invalidParams"),
    (#"{"logging":1}"#, "invalidParams"),
    (#"{"logging":true,"nonsense":1}"#, "invalidParams"),
  ])
  func `a wrong option is refused whole`(options: String, kind: String) throws {
    try open(#"{"id":"A","items":[1,2]}"#)
    #expect(try refusal("configure", #""options":\#(options)"#).kind == kind)
    let created = try session.error(
      "dataSource/create",
      #"{"dataSource":"m","options":\#(options)}"#
    )
    #expect(created.kind == kind)
    // The options are as they were: rows may be moved, and nothing is told of it.
    #expect(try move("[0,0]", "[0,1]").count == 2)
  }
}
