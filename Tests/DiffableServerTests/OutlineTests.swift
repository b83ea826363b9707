import DiffableServer
import Testing

/// Outlines over the wire; what trees become is held against a model elsewhere.
@Suite struct OutlineTests {
  /// A data source `d` whose section `S` has a closed item `P` with two items below it, and `Q`.
  private func session(_ options: String = "{}", _ limits: Limits = Limits()) throws -> TestClient {
    let session = TestClient(limits)
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"d","options":\#(options),"snapshot":{"sections":["S"]}}"#
    )
    _ = try session.result("dataSource/applySection", params(document))
    return session
  }

  private let document = #"{"items":[{"id":"P","children":["a",{"id":"b","content":1}]},"Q"]}"#

  private func params(_ snapshot: String, section: String = #""S""#) -> String {
    #"{"dataSource":"d","section":\#(section),"snapshot":\#(snapshot)}"#
  }

  private func edits(_ edits: String) -> String {
    #"{"dataSource":"d","section":"S","edits":[\#(edits)]}"#
  }

  private func tree(_ session: TestClient, of section: String = #""S""#) throws -> Value? {
    try Value(
      session.result("dataSource/sectionSnapshot", #"{"dataSource":"d","section":\#(section)}"#)
    )["items"]
  }

  @Test func `what is read back is accepted as it stands`() throws {
    let session = try session()
    let read = try session.result(
      "dataSource/sectionSnapshot",
      #"{"dataSource":"d","section":"S"}"#
    )
    let before = try tree(session)
    let applied = try Value(session.result("dataSource/applySection", params(read)))
    #expect(try tree(session) == before)
    #expect(applied["counts"]?["items"]?["moved"]?.integer == 0)
    #expect(applied["counts"]?["items"]?["reconfigured"]?.integer == 0)
    #expect(applied["numberOfItems"]?.integer == 2)
  }

  @Test func `a hidden item keeps its content until it is shown again`() throws {
    let session = try session()
    let expand = #"{"op":"expand","items":["P"]}"#
    let shown = session.call("dataSource/editSection", edits(expand))
    #expect(shown[0].contains(#""inserts":[{"at":[0,1],"items":["a",{"id":"b","content":1}]}]"#))
    let hidden = try session.result("dataSource/items", #"{"dataSource":"d","items":["b"]}"#)
    #expect(hidden.contains(#"{"id":"b","content":1}"#))
    // The document of the rows drops what it does not list, and with it the content.
    _ = try session.result(
      "dataSource/apply",
      #"{"dataSource":"d","snapshot":{"sections":[{"id":"S","items":["P"]}]}}"#
    )
    _ = try session.result(
      "dataSource/editSection",
      edits(#"{"op":"append","items":["b"],"to":"P"}"#)
    )
    let bare = try session.result("dataSource/items", #"{"dataSource":"d","items":["b"]}"#)
    #expect(bare.contains(#""items":[{"id":"b"}]"#))
  }

  @Test(
    arguments: [
      (#"{"op":"append","items":["P"]}"#, "duplicateIdentifier"),
      (#"{"op":"append","items":["a"]}"#, "duplicateIdentifier"),
      (#"{"op":"append","items":["x","x"]}"#, "duplicateIdentifier"),
      (#"{"op":"append","items":["P"],"to":"P"}"#, "duplicateIdentifier"),
      (#"{"op":"append","items":[],"to":"z"}"#, "unknownItem"),
      (#"{"op":"insert","items":[],"before":"z"}"#, "unknownItem"),
      (#"{"op":"insert","items":["x"]}"#, "invalidParams"),
      (#"{"op":"insert","items":["x"],"before":"P","after":"Q"}"#, "invalidParams"),
      (#"{"op":"delete","items":["Q","z"]}"#, "unknownItem"),
      (#"{"op":"replaceChildren","of":"z","with":{"items":[]}}"#, "unknownItem"),
      (#"{"op":"replaceChildren","of":"P","with":{"items":["P"]}}"#, "duplicateIdentifier"),
      (#"{"op":"replaceChildren","of":"P","with":{"items":["Q"]}}"#, "duplicateIdentifier"),
      (#"{"op":"replaceChildren","of":"P","with":[]}"#, "invalidParams"),
      (
        #"{"op":"insertSnapshot","snapshot":{"items":[{"id":"x","children":["a"]}]},"after":"Q"}"#,
        "duplicateIdentifier"
      ),
      (
        #"{"op":"insertSnapshot","snapshot":{"items":[{"id":"x","children":7}]},"after":"Q"}"#,
        "invalidParams"
      ),
      (
        #"{"op":"insertSnapshot","snapshot":{"items":[{"id":"x","expanded":1}]},"after":"Q"}"#,
        "invalidParams"
      ),
      (
        #"{"op":"insertSnapshot","snapshot":{"items":[{"id":"x","children":[true]}]},"after":"Q"}"#,
        "invalidIdentifier"
      ),
      (#"{"op":"collapseAll"}"#, "invalidParams"),
    ]
  )
  func `a refused edit of a tree changes nothing`(edit: String, kind: String) throws {
    let session = try session()
    let before = try session.dump() + [tree(session)?.description ?? ""]
    let first = #"{"op":"delete","items":["a"]}"#
    let harmless = #"{"op":"append","items":["y"],"to":"P"}"#
    let error = try session.error(
      "dataSource/editSection",
      edits(#"\#(harmless),{"op":"expand","items":["P"]},\#(edit),\#(first)"#)
    )
    #expect(error.kind == kind)
    #expect(error["data"]?["edit"]?.integer == 2)
    #expect(try session.dump() + [tree(session)?.description ?? ""] == before)
  }

  @Test func `an error says where in the document it arose`() throws {
    let session = try session()
    let deep = #"{"items":["x",{"id":"y","children":["z",{"id":"w","children":[1.5]}]}]}"#
    let error = try session.error("dataSource/applySection", params(deep))
    #expect(error["data"]?["member"] == .string("snapshot.items[1].children[1].children[0]"))
    let repeated = #"{"items":["x",{"id":"y","children":["z","x"]}]}"#
    let duplicate = try session.error("dataSource/applySection", params(repeated))
    #expect(
      duplicate["data"]?["duplicates"]?.elements.first?["positions"]?.elements == [
        .string("snapshot.items[0]"), .string("snapshot.items[1].children[1]"),
      ]
    )
  }

  @Test(
    arguments: [
      ("first", #"[{"id":"x","children":[{"id":"y"}]},{"id":"z"}]"#),
      ("last", #"[{"id":"y"},{"id":"x","children":[{"id":"z"}]}]"#),
    ]
  )
  func `of a repeat one stays, and what hangs below the other takes its place`(
    duplicates: String,
    expected: String
  ) throws {
    let session = try session(#"{"duplicates":"\#(duplicates)"}"#)
    let repeated = #"{"items":[{"id":"x","children":["y"]},{"id":"x","children":["z"]}]}"#
    _ = try session.result("dataSource/applySection", params(repeated))
    #expect(try tree(session) == Value(expected))
  }

  @Test func `model objects are items of an outline`() throws {
    let session = try session(#"{"identity":{"items":["/n"]}}"#)
    let document = #"""
      {"items":[{"n":"x","size":1},{"content":{"n":"y"},"expanded":true,"children":[{"n":"z"}]},
      {"id":"w","children":["v"]}]}
      """#
    _ = try session.result("dataSource/applySection", params(document))
    #expect(
      try tree(session)
        == Value(
          #"""
          [{"id":"x","content":{"n":"x","size":1}},{"id":"y","content":{"n":"y"},"expanded":true,
          "children":[{"id":"z","content":{"n":"z"}}]},{"id":"w","children":[{"id":"v"}]}]
          """#
        )
    )
    let asked = #"{"dataSource":"d","section":"S","items":[{"n":"z"},{"n":"q"}]}"#
    let places = try Value(session.result("dataSource/outline", asked))
    #expect(places["items"]?.elements.first?["level"]?.integer == 1)
    #expect(places["items"]?.elements.last == .null)
    _ = try session.result("dataSource/collapseItem", #"{"dataSource":"d","item":{"n":"y"}}"#)
  }

  @Test func `hidden items count for the limit of items`() throws {
    var limits = Limits()
    limits.maxItemsPerDataSource = 5
    let session = try session("{}", limits)
    _ = try session.result(
      "dataSource/editSection",
      edits(#"{"op":"append","items":["c"],"to":"P"}"#)
    )
    let error = try session.error(
      "dataSource/editSection",
      edits(#"{"op":"append","items":["e"],"to":"P"}"#)
    )
    #expect(error["data"]?["limit"] == .string("maxItemsPerDataSource"))
    let plain = #"{"dataSource":"d","edits":[{"op":"appendItems","items":["e"]}]}"#
    #expect(try session.error("dataSource/edit", plain).kind == "limitExceeded")
    _ = try session.result(
      "dataSource/editSection",
      edits(#"{"op":"delete","items":["a"]},{"op":"append","items":["e"],"to":"P"}"#)
    )
  }

  @Test func `items that the rows of a document hide count for the limit too`() throws {
    var limits = Limits()
    limits.maxItemsPerDataSource = 5
    let session = try session("{}", limits)
    func apply(_ items: String) -> String {
      #"{"dataSource":"d","snapshot":{"sections":[{"id":"S","items":[\#(items)]}]}}"#
    }
    let error = try session.error("dataSource/apply", apply(#""P","Q","x","y""#))
    #expect(error["data"]?["limit"] == .string("maxItemsPerDataSource"))
    // What is not listed takes along what it hides.
    _ = try session.result("dataSource/apply", apply(#""Q","x","y","z","a""#))
  }

  @Test func `items that the rows of a list made elsewhere hide count for the limit too`() throws {
    var limits = Limits()
    limits.maxItemsPerDataSource = 5
    let session = try session("{}", limits)
    let contents = #"{"dataSource":"d"}"#
    let before = try session.result("snapshot/contents", contents)
    let append = #"{"op":"appendSections","sections":[{"id":"S","items":["P","Q","x","y"]}]}"#
    _ = try session.result("snapshot/create", #"{"snapshot":"own"}"#)
    _ = try session.result("snapshot/edit", #"{"snapshot":"own","edits":[\#(append)]}"#)
    _ = try session.result("dataSource/create", #"{"dataSource":"e"}"#)
    _ = try session.result("dataSource/edit", #"{"dataSource":"e","edits":[\#(append)]}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"other","from":{"dataSource":"e"}}"#)
    for name in ["own", "other"] {
      let draft = #"{"dataSource":"d","snapshot":"\#(name)"}"#
      let error = try session.error("dataSource/apply", draft)
      #expect(error["data"]?["limit"] == .string("maxItemsPerDataSource"), "\(name)")
    }
    #expect(try session.result("snapshot/contents", contents) == before)
  }

  @Test func `content of what an old draft does not hold goes with it`() throws {
    let session = try session(#"{"history":1}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"old","from":{"dataSource":"d"}}"#)
    _ = try session.result(
      "dataSource/editSection",
      edits(#"{"op":"append","items":[{"id":"h","content":1}],"to":"P"}"#)
    )
    // The revision that the draft was made from is not kept then.
    for _ in 0..<3 { _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":[]}"#) }
    _ = try session.result("dataSource/apply", #"{"dataSource":"d","snapshot":"old"}"#)
    let append = #"{"op":"appendItems","items":["h"]}"#
    _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(append)]}"#)
    let bare = try session.result("dataSource/items", #"{"dataSource":"d","items":["h"]}"#)
    #expect(bare.contains(#""items":[{"id":"h"}]"#))
  }

  @Test func `no tree is deeper than a document of it could be`() throws {
    var limits = Limits()
    limits.maxNestingDepth = 12
    let session = try session("{}", limits)
    var parent = "Q"
    for level in 1...3 {
      _ = try session.result(
        "dataSource/editSection",
        edits(#"{"op":"append","items":["l\#(level)"],"to":"\#(parent)"}"#)
      )
      parent = "l\(level)"
    }
    let error = try session.error(
      "dataSource/editSection",
      edits(#"{"op":"append","items":["l4"],"to":"\#(parent)"}"#)
    )
    #expect(error["data"]?["limit"] == .string("maxNestingDepth"))
    let read = try session.result(
      "dataSource/sectionSnapshot",
      #"{"dataSource":"d","section":"S"}"#
    )
    _ = try session.result("dataSource/applySection", params(read))
  }

  @Test func `a plain edit brings no tree deeper than that either`() throws {
    var limits = Limits()
    limits.maxNestingDepth = 12
    let session = try session("{}", limits)
    let chain =
      #"{"items":[{"id":"x","expanded":true,"children":[{"id":"y","expanded":true,"#
      + #""children":["z"]}]},"w"]}"#
    _ = try session.result("dataSource/applySection", params(chain, section: #""X""#))
    // P hides one more level, and would come on the deepest.
    let move = #"{"op":"moveItem","item":"P","beforeItem":"z"}"#
    _ = try session.result(
      "dataSource/editSection",
      edits(#"{"op":"append","items":["deep"],"to":"a"}"#)
    )
    let before = try session.dump()
    let error = try session.error("dataSource/edit", #"{"dataSource":"d","edits":[\#(move)]}"#)
    #expect(error["data"]?["limit"] == .string("maxNestingDepth"))
    #expect(error["data"]?["value"]?.integer == 12)
    #expect(try session.dump() == before)
    let harmless = #"{"op":"moveItem","item":"Q","beforeItem":"z"}"#
    _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(harmless)]}"#)
  }

  @Test func `a row says where it is in a tree`() throws {
    let session = try session()
    _ = try session.result("dataSource/expandItem", #"{"dataSource":"d","item":"P"}"#)
    let rows = try Value(
      session.result("dataSource/rows", #"{"dataSource":"d","from":[0,0],"count":9}"#)
    )["rows"]?.elements.map { $0["outline"] }
    #expect(
      rows == [
        try Value(#"{"level":0,"expanded":true,"numberOfChildren":2}"#),
        try Value(#"{"level":1,"expanded":false,"numberOfChildren":0}"#),
        try Value(#"{"level":1,"expanded":false,"numberOfChildren":0}"#), nil,
      ]
    )
  }

  @Test func `a disclosure is announced before it is done, and only when something changes`() throws
  {
    let session = try session()
    let opened = session.call("dataSource/expandItem", #"{"dataSource":"d","item":"P"}"#)
    #expect(opened.count == 3)
    #expect(
      opened[0]
        == #"{"jsonrpc":"2.0","method":"dataSource/willExpandItem","params":{"dataSource":"d","#
        + #""section":"S","item":"P","indexPath":[0,0],"revision":2}}"#
    )
    #expect(opened[1].contains(#""origin":"dataSource/expandItem""#))
    #expect(session.call("dataSource/expandItem", #"{"dataSource":"d","item":"P"}"#).count == 2)
    let stale = #"{"dataSource":"d","item":"P","ifRevision":2}"#
    #expect(try session.error("dataSource/collapseItem", stale).kind == "revisionMismatch")
  }

  @Test(arguments: [0, 64])
  func `what a named snapshot takes away with its tree leaves no content`(history: Int) throws {
    let session = TestClient()
    let options = #""options":{"history":\#(history)},"snapshot":{"sections":["S"]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"d",\#(options)}"#)
    let from = #"{"snapshot":"empty","from":{"dataSource":"d"}}"#
    _ = try session.result("snapshot/create", from)
    _ = try session.result("dataSource/applySection", params(document))
    _ = try session.result("dataSource/apply", #"{"dataSource":"d","snapshot":"empty"}"#)
    let append = #"{"dataSource":"d","edits":[{"op":"appendItems","items":["b"]}]}"#
    _ = try session.result("dataSource/edit", append)
    #expect(try tree(session) == Value(#"[{"id":"b"}]"#))
  }

  @Test func `a disclosure that is merged is not announced`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let session = try session("{}", limits)
    session.server.unwrittenBytes = 1
    session.post(session.request("dataSource/expandItem", #"{"dataSource":"d","item":"P"}"#))
    session.post(session.request("dataSource/collapseItem", #"{"dataSource":"d","item":"P"}"#))
    let messages = session.drain()
    #expect(messages.count == 3)
    #expect(messages[0].contains(#""fromRevision":2,"revision":4"#))
  }

  @Test func `hidden identifiers outlive the recycling of others`() throws {
    let session = try session(#"{"history":1}"#)
    for turn in 0..<40 {
      let items = (0..<200).map { "\(turn * 200 + $0)" }.joined(separator: ",")
      let append = #"{"op":"appendSections","sections":[{"id":"T","items":[\#(items)]}]}"#
      let edits = #"{"op":"deleteSections","sections":["T"]},\#(append)"#
      _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(edits)]}"#)
    }
    let use = session.server.poolUses
    #expect(use.count == 1)
    #expect(use[0].identifiers < 40 * 200, "something was given back")
    let expected = #"[{"id":"P","children":[{"id":"a"},{"id":"b","content":1}]},{"id":"Q"}]"#
    #expect(try tree(session) == Value(expected))
  }
  /// With `live` false too: what is hidden stays where the view took it from.
  @Test(arguments: [true, false])
  func `what is hidden is found by its section as in a plain list`(isLive: Bool) throws {
    let session = try session()
    let items = #"["P","a",{"id":"b","content":1},"Q"]"#
    let snapshot = #"{"sections":[{"id":"S","items":\#(items)}]}"#
    let plain = #"{"dataSource":"plain","snapshot":\#(snapshot)}"#
    _ = try session.result("dataSource/create", plain)
    let search = #"{"text":"s","in":[{"from":"section"},{"from":"identifier"}]}"#
    var rows: [Value?] = []
    for base in ["d", "plain"] {
      let hidden = base == "d" ? #","hidden":true,"live":\#(isLive)"# : ""
      let view = #"{"of":"\#(base)","search":\#(search)\#(hidden)}"#
      let create = #"{"dataSource":"view of \#(base)","view":\#(view)}"#
      _ = try session.result("dataSource/create", create)
      let read = #"{"dataSource":"view of \#(base)","from":[0,0],"count":9}"#
      rows.append(try Value(session.result("dataSource/rows", read))["rows"])
    }
    #expect(rows[0] == rows[1])
    #expect(rows[0]?.elements.count == 4)
    #expect(rows[0]?.elements.allSatisfy { $0["score"] != nil } == true)
  }
}
