import DiffableServer
import Testing

/// Everything together is bounded by `maxTotalBytes`, counted as the specification says.
@Suite struct TotalBytesTests {

  func session(
    _ maxTotalBytes: Int = .max,
    _ set: (inout Limits) -> Void = { _ in }
  ) -> TestClient {
    var limits = Limits()
    limits.maxTotalBytes = maxTotalBytes
    set(&limits)
    return TestClient(limits)
  }

  // MARK: What counts

  @Test func `a list counts names, sections, items, identifiers and contents`() throws {
    let session = session()
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    #expect(session.server.countedBytes.staying == 48 + 1)
    let document = #"{"sections":[{"id":"A","content":[1],"items":[7,{"id":"b","content":{}}]}]}"#
    _ = try session.result("dataSource/apply", #"{"dataSource":"d","snapshot":\#(document)}"#)
    let section = (48 + 24 + 3) + (48 + 3)
    let items = (24 + 24 + 1) + (24 + 24 + 3) + (48 + 2)
    #expect(session.server.countedBytes.staying == 49 + section + items)
    _ = try session.result("dataSource/setContent", #"{"dataSource":"d","content":"xy"}"#)
    #expect(session.server.countedBytes.staying == 49 + section + items + (48 + 4))
    #expect(session.server.countedBytes.ofHistories > 0)
    _ = try session.result("dataSource/close", #"{"dataSource":"d"}"#)
    #expect(session.server.countedBytes == (0, 0))
  }

  @Test func `options count as they were sent`() throws {
    let session = session()
    let options = #"{"cells":{"default":"plain"}}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"d","options":\#(options)}"#)
    #expect(session.server.countedBytes.staying == 49 + 5 * 19)
    // What is the default again takes nothing, and so does what is not set before and after.
    for option in ["cells", "cells", "heights"] {
      _ = try session.result(
        "dataSource/configure",
        #"{"dataSource":"d","options":{"\#(option)":null}}"#
      )
      #expect(session.server.countedBytes.staying == 49)
    }
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"e","options":{"cells":null,"titles":null}}"#
    )
    #expect(session.server.countedBytes.staying == 2 * 49)
  }

  @Test func `to set back what is not set is never refused`() throws {
    let session = session(49)
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    let options = #"{"cells":null,"heights":null,"changeFormat":null}"#
    _ = try session.result("dataSource/configure", #"{"dataSource":"d","options":\#(options)}"#)
    let error = try session.error(
      "dataSource/configure",
      #"{"dataSource":"d","options":{"cells":{"default":"plain"}}}"#
    )
    #expect(error["data"]?["limit"]?.text == "maxTotalBytes")
  }

  @Test func `a view counts its rows and sections`() throws {
    let session = session()
    try create(session, "d", #"[{"id":"A","items":[{"id":1,"content":"aaaa"},2]}]"#)
    let base = session.server.countedBytes.staying
    let view = #"{"of":"d"}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
    let shown = 49 + 32 * view.utf8.count + 2 * 24 + (48 + 24 + 3)
    #expect(session.server.countedBytes.staying == base + shown)
    try edit(session, "d", #"{"op":"deleteItems","items":[1]}"#)
    let row = 24 + (24 + 24 + 1) + (48 + 6)
    #expect(session.server.countedBytes.staying == base + shown - row)
    _ = try session.result("dataSource/close", #"{"dataSource":"v"}"#)
    #expect(session.server.countedBytes.staying == base - row + 24)
  }

  @Test func `columns of views count, and go with the last view that reads them`() throws {
    let session = session()
    try create(session, "d", list(50) { #"{"id":\#($0),"content":{"t":"row \#($0)"}}"# })
    let base = session.server.countedBytes.staying
    let view = #"{"of":"d","sortBy":[{"pointer":"/t"}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
    let rows = 49 + 32 * view.utf8.count + 50 * 24 + (48 + 24 + 3)
    #expect(session.server.countedBytes.staying >= base + rows + 50 * 8)
    _ = try session.result("dataSource/close", #"{"dataSource":"v"}"#)
    #expect(session.server.countedBytes.staying <= base + 8)
  }

  @Test func `a view counts what the operators of its predicate take`() throws {
    let session = session()
    try create(session, "d", "[]")
    let base = session.server.countedBytes.staying
    let tests = Array(repeating: #"{"in":[0]}"#, count: 128).joined(separator: ",")
    let view = #"{"of":"d","where":{"any":[\#(tests),{"not":{"all":[\#(tests)]}}]}}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
    let operators = session.server.countedBytes.staying - base - 49 - 32 * view.utf8.count
    #expect(operators == 256 * 768)
    _ = try session.result("dataSource/updateView", #"{"dataSource":"v","view":{"where":null}}"#)
    let plain = #"{"of":"d"}"#
    #expect(session.server.countedBytes.staying == base + 49 + 32 * plain.utf8.count)
  }

  @Test func `a draft counts what it touched, and what its data source left behind`() throws {
    let session = session()
    try create(session, "d", list(100) { #"{"id":\#($0),"content":"\#($0)"}"# })
    let base = session.server.countedBytes.staying
    try make(session, "s", from: "d")
    #expect(session.server.countedBytes.staying == base + 49)
    let edits = #"[{"op":"shuffleItems","seed":1}]"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"s","edits":\#(edits)}"#)
    let shuffled = session.server.countedBytes.staying - base - 49
    #expect((100 * 16...2 * 100 * 16 + 100 * 24).contains(shuffled))
    // What the data source deletes goes over to the draft, which keeps it.
    try edit(session, "d", #"{"op":"deleteAllItems"}"#)
    #expect(session.server.countedBytes.staying >= base + 49 + shuffled)
    _ = try session.result("snapshot/release", #"{"snapshot":"s"}"#)
    #expect(session.server.countedBytes.staying == 49)
  }

  @Test func `a draft of a view counts the table of contents that it alone has`() throws {
    let session = session()
    try create(session, "d", list(128) { #"{"id":\#($0),"content":\#($0)}"# })
    let view = #"{"of":"d","where":{"pointer":"","equals":5}}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
    let base = session.server.countedBytes.staying
    try make(session, "s", from: "v")
    // One row has content: one page for it.
    #expect(session.server.countedBytes.staying == base + 49 + 64 * 8)
  }

  // MARK: What is refused

  @Test func `what a view reads when rows are equal so far refuses nothing`() throws {
    let view = #"{"of":"d","sortBy":[{"pointer":"/a"},{"pointer":"/b"}]}"#
    let rows = list(300) { #"{"id":\#($0),"content":{"a":\#($0 + 100),"b":0}}"# }
    func made(_ session: TestClient) throws -> Int {
      try create(session, "d", rows)
      _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
      return session.server.countedBytes.staying
    }
    let counted = try made(session())
    let session = session(counted)
    #expect(try made(session) == counted)
    let content = #"{"a":101,"b":0}"#
    try edit(session, "d", #"{"op":"setItems","items":[{"id":0,"content":\#(content)}]}"#)
    try edit(session, "d", #"{"op":"deleteItems","items":[]}"#)
    // It is not kept where there is no room for it.
    #expect(session.server.countedBytes.staying <= counted)
  }

  @Test func `shuffled drafts of a list are refused past the limit, and change nothing`() throws {
    let session = session(1_000_000)
    try create(session, "d", list(2000) { "\($0)" })
    var made = 0
    for number in 0..<200 {
      try make(session, "s\(number)", from: "d")
      let before = try session.dump()
      let counted = session.server.countedBytes.staying
      let edits = #"[{"op":"shuffleItems","seed":\#(number)}]"#
      let answer = session.call("snapshot/edit", #"{"snapshot":"s\#(number)","edits":\#(edits)}"#)
      guard let error = try Value(answer[0])["error"] else { continue }
      #expect(error.kind == "limitExceeded")
      #expect(error["data"]?["limit"]?.text == "maxTotalBytes")
      #expect(try session.dump() == before)
      #expect(session.server.countedBytes.staying == counted)
      made = number
      break
    }
    #expect((5..<30).contains(made))
    #expect(session.server.countedBytes.staying <= 1_000_000)
    // One that is released makes room for one.
    _ = try session.result("snapshot/release", #"{"snapshot":"s0"}"#)
    let edits = #"[{"op":"shuffleItems","seed":1}]"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"s\#(made)","edits":\#(edits)}"#)
  }

  @Test func `histories go before anything is refused, the one longest not applied to first`()
    throws
  {
    let session = session(20_000)
    // Neither its name nor when it was made says which one it is.
    for name in ["a", "b"] { try create(session, name, #"["A"]"#) }
    for name in ["b", "a"] {
      for step in 0..<10 {
        try edit(session, name, #"{"op":"appendItems","items":["\#(name)\#(step)"]}"#)
      }
    }
    let (staying, histories) = session.server.countedBytes
    #expect(histories > 5000)
    // It fits only when more than the history of b goes.
    let long = String(repeating: "x", count: 20_000 - staying - histories * 2 / 5 - 200)
    try edit(session, "a", #"{"op":"appendItems","items":[{"id":"z","content":"\#(long)"}]}"#)
    let after = session.server.countedBytes
    #expect(after.staying + after.ofHistories <= 20_000)
    #expect(after.ofHistories > 0)
    let gone = try session.error("dataSource/changes", #"{"dataSource":"b","since":10}"#)
    #expect(gone.kind == "revisionUnavailable")
    _ = try session.result("dataSource/changes", #"{"dataSource":"a","since":11}"#)
    // Past all histories it is refused, and none of them goes for it.
    let before = try session.dump()
    let error = try session.error(
      "dataSource/edit",
      #"{"dataSource":"b","edits":[{"op":"appendItems","items":[{"id":"y","content":"\#(long)"}]}]}"#
    )
    #expect(error["data"]?["limit"]?.text == "maxTotalBytes")
    #expect(try session.dump() == before)
    #expect(session.server.countedBytes == after)
  }

  /// What is done before, and the request that is judged.
  private static let adding: [(before: [(String, String)], method: String, params: String)] = [
    ([], "dataSource/edit", #"{"dataSource":"d","edits":[{"op":"appendItems","items":["new"]}]}"#),
    ([], "snapshot/create", #"{"snapshot":"s","from":{"dataSource":"d"}}"#),
    ([], "dataSource/create", #"{"dataSource":"e"}"#),
    // What a draft keeps of contents, and of rows that are shown in another order.
    (
      [("snapshot/create", #"{"snapshot":"s","from":{"dataSource":"d"}}"#)],
      "dataSource/edit",
      #"{"dataSource":"d","edits":[{"op":"setItems","items":[{"id":1,"content":"new"}]}]}"#
    ),
    (
      [
        ("dataSource/create", #"{"dataSource":"v","view":{"of":"d","sortBy":[{"pointer":""}]}}"#),
        ("snapshot/create", #"{"snapshot":"s","from":{"dataSource":"v"}}"#),
      ],
      "dataSource/updateView",
      #"{"dataSource":"v","view":{"sortBy":[{"pointer":"","order":"descending"}]}}"#
    ),
  ]

  @Test(arguments: adding.indices)
  func `what adds is refused from the first byte past the limit on`(index: Int) throws {
    let (before, method, params) = Self.adding[index]
    func made(_ session: TestClient) throws -> TestClient {
      try create(session, "d", list(100) { #"{"id":\#($0),"content":"\#($0 + 100)"}"# })
      for (method, params) in before { _ = try session.result(method, params) }
      return session
    }
    let free = try made(session())
    _ = try free.result(method, params)
    let counted = free.server.countedBytes.staying
    _ = try made(session(counted)).result(method, params)
    let error = try made(session(counted - 1)).error(method, params)
    #expect(error["data"]?["limit"]?.text == "maxTotalBytes")
  }

  @Test func `a delete is not refused for what a draft shares no more`() throws {
    let session = session(60_000)
    try create(session, "d", list(300) { "\($0)" })
    try make(session, "s", from: "d")
    let room = 60_000 - session.server.countedBytes.staying - (48 + 1) - (48 + 24 + 3) - (48 + 2)
    let text = String(repeating: "x", count: room)
    try create(session, "e", #"[{"id":"A","content":"\#(text)"}]"#)
    #expect(session.server.countedBytes.staying == 60_000)
    try edit(session, "d", #"{"op":"deleteItems","items":[7]}"#)
    #expect(session.server.countedBytes.staying > 60_000 + 300 * 8 - 100)
  }

  @Test func `what takes away is never refused, whatever is counted`() throws {
    let session = session(60_000)
    try create(session, "d", list(300) { #"{"id":"\#($0)","content":"text \#($0)"}"# })
    try make(session, "s", from: "d")
    var added = 0
    while true {
      let item = #"{"id":"new \#(added)","content":"\#(String(repeating: "y", count: 200))"}"#
      let edits = #"[{"op":"appendItems","items":[\#(item)]}]"#
      let answer = session.call("dataSource/edit", #"{"dataSource":"d","edits":\#(edits)}"#)
      guard try Value(answer[answer.count - 1])["error"] == nil else { break }
      added += 1
    }
    #expect(added > 10)
    let refused = session.call(
      "snapshot/create",
      #"{"snapshot":"\#(String(repeating: "n", count: 250))"}"#
    )
    #expect(try Value(refused[0])["error"] != nil)
    // Each delete leaves something behind for the draft, so everything is over the limit for a while.
    for item in 0..<300 {
      try edit(session, "d", #"{"op":"deleteItems","items":["\#(item)"]}"#)
    }
    _ = try session.result("snapshot/contents", #"{"dataSource":"d"}"#)
    _ = try session.result("snapshot/contents", #"{"snapshot":"s"}"#)
    _ = try session.result("dataSource/close", #"{"dataSource":"d"}"#)
    _ = try session.result("snapshot/release", #"{"snapshot":"s"}"#)
    #expect(session.server.countedBytes == (0, 0))
  }

  @Test func `everything that adds is refused, with nothing changed`() throws {
    let session = session(2500)
    try create(session, "d", list(20) { "\($0)" })
    try make(session, "s", from: "d")
    let (before, counted) = (try session.dump(), session.server.countedBytes)
    let long = String(repeating: "x", count: 3000)
    let item = #"{"id":"new","content":"\#(long)"}"#
    let append = #"[{"op":"appendItems","items":[\#(item)]}]"#
    for (method, params) in [
      ("dataSource/edit", #"{"dataSource":"d","edits":\#(append)}"#),
      ("snapshot/edit", #"{"snapshot":"s","edits":\#(append)}"#),
      (
        "dataSource/apply",
        #"{"dataSource":"d","snapshot":{"sections":[{"id":"B","items":[\#(item)]}]}}"#
      ),
      (
        "dataSource/create",
        #"{"dataSource":"e","snapshot":{"sections":[{"id":"B","items":[\#(item)]}]}}"#
      ),
      ("dataSource/create", #"{"dataSource":"e","options":{"defaultRowAnimation":"\#(long)"}}"#),
      (
        "dataSource/create",
        #"{"dataSource":"v","view":{"of":"d","search":{"text":"\#(long.prefix(1000))","in":[{"pointer":"/t"}]}}}"#
      ),
      ("dataSource/configure", #"{"dataSource":"d","options":{"defaultRowAnimation":"\#(long)"}}"#),
      ("dataSource/setContent", #"{"dataSource":"d","content":"\#(long)"}"#),
      (
        "dataSource/applySection",
        #"{"dataSource":"d","section":"A","snapshot":{"items":[\#(item)]}}"#
      ),
    ] {
      let error = try session.error(method, params)
      #expect(error["data"]?["limit"]?.text == "maxTotalBytes", "\(method)")
      #expect(try session.dump() == before, "\(method)")
      #expect(session.server.countedBytes == counted, "\(method)")
    }
  }

  @Test func `a draft that is applied is not counted twice`() throws {
    let session = session(8000)
    try create(session, "d", #"["A"]"#)
    try make(session, "s", from: "d")
    let item = #"{"id":"new","content":"\#(String(repeating: "x", count: 5000))"}"#
    let edits = #"[{"op":"appendItems","items":[\#(item)]}]"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"s","edits":\#(edits)}"#)
    _ = try session.result("dataSource/apply", #"{"dataSource":"d","snapshot":"s"}"#)
    #expect(session.server.countedBytes.staying == 2 * 49 + 75 + (24 + 24 + 5) + (48 + 5002))
  }

  // MARK: Requests

  func list(_ count: Int, _ item: (Int) -> String) -> String {
    #"[{"id":"A","items":[\#((0..<count).map(item).joined(separator: ","))]}]"#
  }

  func create(_ session: TestClient, _ name: String, _ sections: String) throws {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"\#(name)","snapshot":{"sections":\#(sections)}}"#
    )
  }

  func make(_ session: TestClient, _ name: String, from source: String) throws {
    let params = #"{"snapshot":"\#(name)","from":{"dataSource":"\#(source)"}}"#
    _ = try session.result("snapshot/create", params)
  }

  func edit(_ session: TestClient, _ name: String, _ edit: String) throws {
    _ = try session.result("dataSource/edit", #"{"dataSource":"\#(name)","edits":[\#(edit)]}"#)
  }
}
