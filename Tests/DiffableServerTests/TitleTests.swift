import DiffableServer
import Testing

/// Titles of sections, the index at a table's edge, and the content of the list itself.
@Suite struct TitleTests {

  private let session = TestClient()

  private func open(_ options: String) throws {
    _ = try session.result(
      "dataSource/create",
      #"""
      {"dataSource":"l","options":\#(options),"snapshot":{"sections":[
      {"id":"A","content":{"title":"\u0041s","initial":"A"}},
      {"id":"B","content":{"title":7,"footer":"end","initial":"B"},"items":[1]},
      {"id":"C","content":{"initial":"\u0041"},"items":[2]},"D"]}}
      """#
    )
  }

  private func ask(_ method: String, _ members: String = "") throws -> String {
    try session.result("dataSource/\(method)", #"{"dataSource":"l"\#(members)}"#)
  }

  @Test func `titles are texts in the section's content, as they were sent`() throws {
    try open(#"{"titles":{"header":"/title","footer":"/footer"}}"#)
    let headers = try (-1...4).map { try ask("titleForHeader", #","index":\#($0)"#) }
    #expect(headers[1] == #"{"revision":1,"title":"\u0041s"}"#)
    #expect(
      headers.indices.allSatisfy { $0 == 1 || headers[$0] == #"{"revision":1,"title":null}"# }
    )
    #expect(try ask("titleForFooter", #","index":1"#) == #"{"revision":1,"title":"end"}"#)
    _ = try ask("configure", #","options":{"titles":{"header":"/title"}}"#)
    #expect(try ask("titleForFooter", #","index":1"#) == #"{"revision":1,"title":null}"#)
  }

  @Test func `the index has each title once, and leads to the first section that has it`() throws {
    try open(#"{"indexTitles":"/initial"}"#)
    #expect(try ask("sectionIndexTitles") == #"{"revision":1,"titles":["A","B"]}"#)
    #expect(
      try ask("sectionForSectionIndexTitle", #","title":"A","at":0"#)
        == #"{"revision":1,"index":0}"#
    )
    #expect(
      try ask("sectionForSectionIndexTitle", #","title":"B","at":1"#)
        == #"{"revision":1,"index":1}"#
    )
    #expect(
      try ask("sectionForSectionIndexTitle", #","title":"Z","at":1"#)
        == #"{"revision":1,"index":null}"#
    )
    // Section A has no row, so the first row under its title is that of section C.
    #expect(
      try ask("indexPathForIndexTitle", #","title":"A","at":0"#)
        == #"{"revision":1,"indexPath":[2,0]}"#
    )
    #expect(
      try ask("indexPathForIndexTitle", #","title":"Z","at":0"#)
        == #"{"revision":1,"indexPath":null}"#
    )
  }

  @Test func `an index that is asked for before there are sections has them later`() throws {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"l","options":{"indexTitles":"/initial"}}"#
    )
    #expect(try ask("sectionIndexTitles") == #"{"revision":0,"titles":[]}"#)
    let section = #"{"id":"A","content":{"initial":"A"}}"#
    _ = try ask("edit", #","edits":[{"op":"appendSections","sections":[\#(section)]}]"#)
    #expect(try ask("sectionIndexTitles") == #"{"revision":1,"titles":["A"]}"#)
  }

  @Test(arguments: [(1, 1000), (10, 1000), (10, 3)])
  func `titles that sections had before do not pile up`(sections: Int, length: Int) throws {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"l","options":{"indexTitles":"/initial"}}"#
    )
    func title(_ number: Int) -> String {
      String(repeating: "x", count: length) + "\(number)"
    }
    for number in 0..<200 {
      // The last section has another title each time.
      let all = (1...sections).map { section in
        let initial = title(section == sections ? -number : section)
        return #"{"id":\#(section),"content":{"initial":"\#(initial)"}}"#
      }
      let document = #"{"sections":[\#(all.joined(separator: ","))]}"#
      _ = try session.result("dataSource/apply", #"{"dataSource":"l","snapshot":\#(document)}"#)
      let index = try ask("sectionForSectionIndexTitle", #","title":"\#(title(-number))","at":0"#)
      #expect(index == #"{"revision":\#(number + 1),"index":\#(sections - 1)}"#)
      let bytes = sections * (length + 4)
      #expect(session.server.indexTitleBytes <= 4096 + 3 * bytes)
    }
  }

  @Test func `without the option there is no index`() throws {
    try open("{}")
    #expect(try ask("sectionIndexTitles") == #"{"revision":1,"titles":[]}"#)
    #expect(
      try ask("sectionForSectionIndexTitle", #","title":"A","at":0"#)
        == #"{"revision":1,"index":null}"#
    )
  }

  // MARK: The content of the list itself

  @Test func `the list's own content is announced and belongs to the revision`() throws {
    try open("{}")
    #expect(try ask("content") == #"{"revision":1,"content":null}"#)
    let messages = try session.call(
      "dataSource/setContent",
      #"{"dataSource":"l","content":{"b":1, "a":2}}"#
    )
    .map(Value.init)
    #expect(messages[0]["params"]?["content"] == (try Value(#"{"b":1,"a":2}"#)))
    #expect(messages[0]["params"]?["origin"]?.text == "dataSource/setContent")
    #expect(messages[1]["result"]?["revision"]?.integer == 2)
    #expect(try ask("content") == #"{"revision":2,"content":{"b":1,"a":2}}"#)

    let edited = try session.call("dataSource/edit", #"{"dataSource":"l","edits":[]}"#).map(
      Value.init
    )
    #expect(edited[0]["params"]?["content"] == nil)
    #expect(
      try Value(try ask("changes", #","since":1"#))["content"] == (try Value(#"{"b":1,"a":2}"#))
    )
    #expect(try Value(try ask("changes", #","since":2"#))["content"] == nil)

    let reverted = try session.call("dataSource/revert", #"{"dataSource":"l","toRevision":1}"#).map(
      Value.init
    )
    #expect(reverted[0]["params"]?["content"] == .null)
    #expect(try ask("content") == #"{"revision":4,"content":null}"#)
    let again = try session.call("dataSource/revert", #"{"dataSource":"l","toRevision":3}"#).map(
      Value.init
    )
    #expect(again[0]["params"]?["content"] == (try Value(#"{"b":1,"a":2}"#)))
  }

  @Test func `setting it takes a content and the usual conditions`() throws {
    try open("{}")
    #expect(
      try session.error("dataSource/setContent", #"{"dataSource":"l"}"#).kind == "invalidParams"
    )
    let stale = try session.error(
      "dataSource/setContent",
      #"{"dataSource":"l","content":1,"ifRevision":0}"#
    )
    #expect(stale.kind == "revisionMismatch")
    #expect(try ask("content") == #"{"revision":1,"content":null}"#)
  }

  @Test func `a content that is only written differently is no change since a revision`() throws {
    try open("{}")
    for content in [#"{"a":1,"b":2}"#, #"{"b":2.0,"a":10e-1}"#] {
      let params = #"{"dataSource":"l","content":\#(content)}"#
      #expect(session.call("dataSource/setContent", params).count == 2)
    }
    #expect(try Value(try ask("changes", #","since":2"#))["content"] == nil)
    #expect(try Value(try ask("changes", #","since":1"#))["content"] != nil)
    let reverted = session.call("dataSource/revert", #"{"dataSource":"l","toRevision":2}"#)
    #expect(try Value(reverted[0])["params"]?["content"] == nil)
    #expect(try ask("content") == #"{"revision":4,"content":{"b":2.0,"a":10e-1}}"#)
  }

  @Test func `merged announcements have the latest content`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let session = TestClient(limits)
    _ = try session.result("dataSource/create", #"{"dataSource":"l"}"#)
    session.post(session.request("dataSource/list"))
    for edit in [
      #"setContent","params":{"content":1,"#, #"setContent","params":{"content":2,"#,
      #"edit","params":{"edits":[],"#,
    ] {
      session.post(#"{"jsonrpc":"2.0","method":"dataSource/\#(edit)"dataSource":"l"}}"#)
    }
    let merged = try #require(try session.drain().map(Value.init).first { $0["method"] != nil })
    #expect(merged["params"]?["origin"]?.text == "merged")
    #expect(merged["params"]?["content"]?.integer == 2)
  }
}
