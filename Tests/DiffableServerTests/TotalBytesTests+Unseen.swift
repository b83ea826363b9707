import DiffableServer
import Testing

/// What views have not shown yet of changed contents, and keep of former ones until they do.
extension TotalBytesTests {
  @Test func `what a view does not show of a change counts until it shows something`() throws {
    let session = session()
    try create(session, "d", list(100) { #"{"id":\#($0),"content":\#($0)}"# })
    let view = #"{"of":"d","live":false}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
    let base = session.server.countedBytes.staying
    let others = (0..<100).map { #"{"id":\#($0),"content":\#((($0 + 1) % 100))}"# }
    try edit(session, "d", #"{"op":"setItems","items":[\#(others.joined(separator: ","))]}"#)
    // It keeps the contents of before, and what they lie in.
    let kept = 100 * 48 + (10 + 90 * 2) + (100 * 8 + 12)
    #expect(session.server.countedBytes.staying == base + 100 * 4 + kept)
    _ = try session.result("dataSource/updateView", #"{"dataSource":"v","view":{"live":true}}"#)
    let live = #"{"of":"d","live":true}"#
    #expect(session.server.countedBytes.staying == base + 32 * (live.utf8.count - view.utf8.count))
  }

  @Test(arguments: [#""live":false"#, #""where":{"pointer":"/no","exists":true}"#])
  func `contents that views keep of former revisions are bounded`(stages: String) throws {
    let session = session(1_000_000)
    try create(session, "d", #"["A"]"#)
    for view in 0..<100 {
      _ = try session.result(
        "dataSource/create",
        #"{"dataSource":"v\#(view)","view":{"of":"d",\#(stages)}}"#
      )
    }
    let base = session.server.countedBytes.staying
    var made = 0
    func refused(_ method: String, _ params: String) throws -> Bool {
      let answer = session.call(method, params)
      return try Value(answer[answer.count - 1])["error"]?.kind == "limitExceeded"
    }
    for view in 0..<100 {
      let content = String(repeating: "\(view % 10)", count: 50_000)
      let op = view == 0 ? "appendItems" : "setItems"
      let item = #"{"op":"\#(op)","items":[{"id":"i","content":"\#(content)"}]}"#
      if try refused("dataSource/edit", #"{"dataSource":"d","edits":[\#(item)]}"#) { break }
      // Each view keeps the contents of another revision.
      _ = try refused(
        "dataSource/updateView",
        #"{"dataSource":"v\#(view)","view":{"search":null}}"#
      )
      made += 1
      // What a live view keeps is known when it has shown nothing of the change.
      #expect(session.server.countedBytes.staying <= 1_000_000 + 50_050)
    }
    #expect((10...20).contains(made))
    try edit(session, "d", #"{"op":"deleteAllItems"}"#)
    for view in 0..<100 {
      _ = try session.result("dataSource/close", #"{"dataSource":"v\#(view)"}"#)
    }
    #expect(session.server.countedBytes.staying < base)
    _ = try session.result("dataSource/close", #"{"dataSource":"d"}"#)
    #expect(session.server.countedBytes == (0, 0))
  }

  @Test(arguments: [#""live":false"#, #""where":{"pointer":"/no","exists":true}"#])
  func `contents that no view shows are refused past the limit, but for deletes`(
    stages: String
  ) throws {
    func made(_ session: TestClient) throws -> Int {
      try create(session, "d", list(1_000) { #"{"id":\#($0),"content":\#($0 % 10)}"# })
      for view in 0..<20 {
        _ = try session.result(
          "dataSource/create",
          #"{"dataSource":"v\#(view)","view":{"of":"d",\#(stages)}}"#
        )
      }
      return session.server.countedBytes.staying
    }
    // Each view has a handle more of each item whose content it has not shown.
    let session = session(try made(session()) + 19 * 1_000 * 4)
    let counted = try made(session)
    let before = try session.dump()
    let others = (0..<1_000).map { #"{"id":\#($0),"content":\#(($0 + 1) % 10)}"# }
    let edit = #"{"op":"setItems","items":[\#(others.joined(separator: ","))]}"#
    let answer = session.call("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
    #expect(try Value(answer[0])["error"]?.kind == "limitExceeded")
    #expect(try session.dump() == before)
    #expect(session.server.countedBytes.staying == counted)
    try self.edit(session, "d", #"{"op":"deleteAllItems"}"#)
  }
}
