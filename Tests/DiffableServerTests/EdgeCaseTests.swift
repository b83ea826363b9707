import DiffableServer
import JSON
import JSONRPC
import Testing

/// What goes wrong elsewhere when snapshots are compared, applied at once, cancelled, or edited half.
@Suite struct EdgeCaseTests {
  private let session = TestClient()

  /// A data source `d` with these sections, at revision 1.
  private func open(_ sections: String) throws {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"d","snapshot":{"sections":[\#(sections)]}}"#
    )
  }

  private func edit(_ edits: String) -> String {
    session.request("dataSource/edit", #"{"dataSource":"d","edits":[\#(edits)]}"#)
  }

  private func items() throws -> [Int?] {
    let answer = try session.result("snapshot/itemIdentifiers", #"{"dataSource":"d"}"#)
    return try Value(answer)["items"]?.elements.map(\.integer) ?? []
  }

  // MARK: Comparing

  @Test(
    arguments: [
      (#"{"id":"A","items":[1,2]}"#, "", [0, 0, 0]),
      (#"{"id":"A","items":[1,2]}"#, #"{"op":"reloadItems","items":[1]}"#, [0, 0, 1]),
      (#"{"id":"A","items":[1,2]}"#, #"{"op":"moveItem","item":1,"afterItem":2}"#, [0, 1, 0]),
      (#""A","B""#, #"{"op":"moveSection","section":"A","afterSection":"B"}"#, [1, 0, 0]),
      (#"{"id":"A","items":[1]},"B""#, #"{"op":"appendItems","items":[1]}"#, [0, 1, 0]),
    ]
  )
  func `a copy differs by its order, and by marks only under reloads`(
    sections: String,
    edits: String,
    counts: [Int]
  ) throws {
    try open(sections)
    _ = try session.result("snapshot/create", #"{"snapshot":"c","from":{"dataSource":"d"}}"#)
    _ = try session.result("snapshot/edit", #"{"snapshot":"c","edits":[\#(edits)]}"#)
    let answer = try session.result(
      "snapshot/changes",
      #"{"from":{"dataSource":"d"},"to":{"snapshot":"c"}}"#
    )
    let (lists, numbers) = (try Value(answer)["changes"], try Value(answer)["counts"])
    let moved = ["sections", "items"].map { numbers?[$0]?["moved"]?.integer }
    #expect(moved + [numbers?["items"]?["reloaded"]?.integer] == counts)
    for kind in ["sections", "items"] {
      for list in ["deletes", "inserts", "reconfigures"] {
        #expect(lists?[kind]?[list]?.elements == [], "\(kind) \(list)")
      }
    }
  }

  @Test func `a copy of a view has no content of what the view did not show`() throws {
    try open(
      #"{"id":"A","items":[{"id":1,"content":1},{"id":2,"content":2}]},"#
        + #"{"id":"B","content":"b"}"#
    )
    let view = #"{"of":"d","where":{"pointer":"","equals":1}}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"c","from":{"dataSource":"v"}}"#)
    let edits =
      #"{"op":"appendItems","items":[2]},{"op":"appendSections","sections":["B"]},"#
      + #"{"op":"appendItems","items":[3],"toSection":"B"}"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"c","edits":[\#(edits)]}"#)
    session.post(edit(#"{"op":"appendItems","items":[3],"toSection":"B"}"#))
    _ = try session.result("dataSource/updateView", #"{"dataSource":"v","view":{"where":null}}"#)
    let places = [#"{"snapshot":"c"}"#, #"{"dataSource":"v"}"#]
    for (from, to) in [(0, 1), (1, 0)] {
      let changes = try Value(
        session.result("snapshot/changes", #"{"from":\#(places[from]),"to":\#(places[to])}"#)
      )["changes"]
      #expect(changes?["items"]?["reconfigures"]?.elements.count == 1)
      #expect(changes?["sections"]?["reconfigures"]?.elements.count == 1)
      #expect(changes?["items"]?["inserts"]?.elements == [])
    }
  }

  // MARK: Applying

  @Test func `ten applies at once are completed in order, each behind its announcement`() throws {
    try open(#""A""#)
    let requests = (0..<10).map { edit(#"{"op":"appendItems","items":[\#($0)]}"#) }
    for request in requests { session.post(request) }
    let messages = try session.drain().map(Value.init)
    let revisions = messages.map { message in
      (message["params"] ?? message["result"])?["revision"]?.integer
    }
    #expect(revisions == (2...11).flatMap { [$0, $0] })
    #expect(messages.map { $0["method"] == nil } == (0..<10).flatMap { _ in [false, true] })
    #expect(
      messages.compactMap { $0["id"] } == (try requests.compactMap { try Value($0)["id"] })
    )
    #expect(try items() == Array(0..<10))
  }

  @Test func `the apply behind a cancelled one starts from before it`() throws {
    try open(#"{"id":"A","items":[1]}"#)
    let cancelled = edit(#"{"op":"deleteItems","items":[1]},{"op":"appendItems","items":[2]}"#)
    let id = try #require(JSONDocument(parsing: cancelled).root["id"].flatMap(RequestID.init))
    session.post(Array(cancelled.utf8), cancelling: [id])
    session.post(edit(#"{"op":"appendItems","items":[3]}"#))
    let messages = try session.drain().map(Value.init)
    #expect(messages.map { $0["error"]?["code"]?.integer } == [-32800, nil, nil])
    let announced = messages[1]["params"]
    #expect(announced?["fromRevision"]?.integer == 1 && announced?["revision"]?.integer == 2)
    let changes = announced?["changes"]?["items"]
    #expect(changes?["deletes"]?.elements == [])
    #expect(changes?["inserts"] == (try Value(#"[{"at":[0,1],"items":[3]}]"#)))
    #expect(try items() == [1, 3])
  }

  @Test func `a list whose announcements nobody reads goes on`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let session = TestClient(limits)
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"d","snapshot":{"sections":["A"]}}"#
    )
    for item in 0..<50 {
      let edits = #"[{"op":"appendItems","items":[\#(item)]}]"#
      session.post(session.request("dataSource/edit", #"{"dataSource":"d","edits":\#(edits)}"#))
    }
    session.post(session.request("snapshot/counts", #"{"dataSource":"d"}"#))
    let counts = try Value(try #require(session.drain().last))["result"]
    #expect(counts?["numberOfItems"]?.integer == 50 && counts?["revision"]?.integer == 51)
  }

  // MARK: Half done

  @Test(
    arguments: [
      #"{"op":"deleteItems","items":[2]},{"op":"insertItems","items":[9],"afterItem":2}"#,
      #"{"op":"appendItems","items":[9]},{"op":"deleteItems","items":[1]},{"op":"reloadItems","items":[1]}"#,
      #"{"op":"deleteSections","sections":["A"]},{"op":"moveItem","item":3,"beforeItem":1}"#,
      #"{"op":"reloadItems","items":[1]},{"op":"deleteAllItems"},{"op":"reconfigureItems","items":[1]}"#,
    ]
  )
  func `what an edit has deleted is unknown to the next one, and nothing has happened`(
    edits: String
  ) throws {
    try open(#"{"id":"A","items":[1,2]},{"id":"B","items":[3]}"#)
    let before = try session.dump()
    let error = try session.error("dataSource/edit", #"{"dataSource":"d","edits":[\#(edits)]}"#)
    #expect(error.kind == "unknownItem")
    #expect(try session.dump() == before)
    // The marks of the edits before the refused one are gone with them.
    let next = try Value(session.result("dataSource/edit", #"{"dataSource":"d","edits":[]}"#))
    #expect(next["counts"]?["items"]?["reloaded"]?.integer == 0)
  }
}
