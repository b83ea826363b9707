import DiffableServer
import Testing

/// What views have read from contents.
extension TotalBytesTests {
  @Test(arguments: [#""window":{"limit":0}"#, #""live":true"#])
  func `an edit is refused that makes views read too much`(stage: String) throws {
    let session = session(600_000)
    try create(session, "d", #"["A"]"#)
    for length in 1...30 {
      let group = #"{"pointer":"/t","take":"start","length":\#(length + 220)}"#
      _ = try session.result(
        "dataSource/create",
        #"{"dataSource":"v\#(length)","view":{"of":"d","groupBy":\#(group),\#(stage)}}"#
      )
    }
    let (before, counted) = (try session.dump(), session.server.countedBytes)
    let error = try session.error("dataSource/edit", texts(0..<100, length: 1000))
    #expect(error["data"]?["limit"]?.text == "maxTotalBytes")
    #expect(try session.dump() == before)
    #expect(session.server.countedBytes == counted)
    // Few have room, until there is none for what they make views read.
    var made = 0
    while made < 100 {
      let texts = texts(made..<made + 1, length: 1000)
      if try refusal(of: "dataSource/edit", of: session, texts) != nil { break }
      made += 1
      #expect(session.server.countedBytes.staying <= 600_000)
    }
    #expect((5..<100).contains(made))
    try edit(session, "d", #"{"op":"deleteItems","items":[0]}"#)
    #expect(session.server.countedBytes.staying <= 600_000)
  }

  @Test func `a view is refused that reads too much, and leaves nothing of it`() throws {
    func made(_ session: TestClient) throws -> Int {
      try create(session, "d", #"["A"]"#)
      _ = try session.result("dataSource/edit", texts(0..<100, length: 1000))
      _ = try session.result("dataSource/create", #"{"dataSource":"v","view":{"of":"d"}}"#)
      return session.server.countedBytes.staying
    }
    let session = session(try made(session()) + 20_000)
    _ = try made(session)
    let (before, counted) = (try session.dump(), session.server.countedBytes)
    let keys = (0..<16).map { #"{"pointer":"/t\#($0)"}"# }.joined(separator: ",")
    for (method, params) in [
      ("dataSource/updateView", #"{"dataSource":"v","view":{"sortBy":[\#(keys)]}}"#),
      ("dataSource/create", #"{"dataSource":"w","view":{"of":"d","sortBy":[\#(keys)]}}"#),
    ] {
      let error = try session.error(method, params)
      #expect(error["data"]?["limit"]?.text == "maxTotalBytes")
      #expect(try session.dump() == before)
      #expect(session.server.countedBytes == counted)
    }
  }

  /// Another view goes on to use what was read.
  @Test func `what a refused view has read takes no history away`() throws {
    let search = #""search":{"text":"x","in":[{"pointer":"/s"}]}"#
    func edit(_ operation: String, _ numbers: Range<Int>, _ letter: Character) -> String {
      let items = numbers.map { number in
        let text = String(repeating: letter, count: 1000)
        return #"{"id":\#(number),"content":{"s":"x\#(number)","t":"\#(text)"}}"#
      }
      return #"{"op":\#(operation),"items":[\#(items.joined(separator: ","))]}"#
    }
    func made(_ session: TestClient) throws -> (staying: Int, ofHistories: Int) {
      try create(session, "d", #"["A"]"#)
      let view = #"{"of":"d","live":false,\#(search)}"#
      _ = try session.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
      try self.edit(session, "d", edit(#""appendItems""#, 0..<100, "a"))
      try self.edit(session, "d", edit(#""setItems""#, 0..<3, "b"))
      return session.server.countedBytes
    }
    let counted = try made(session())
    let session = session(counted.staying + counted.ofHistories + 200)
    let before = try made(session)
    #expect(before == counted && before.ofHistories > 3_000)
    let view = #"{"of":"d",\#(search),"groupBy":{"pointer":"/s"}}"#
    let error = try session.error("dataSource/create", #"{"dataSource":"w","view":\#(view)}"#)
    #expect(error["data"]?["limit"]?.text == "maxTotalBytes")
    #expect(session.server.countedBytes == before)
  }

  @Test func `a delete is not refused for what it makes a view read, which is not kept`() throws {
    func made(_ session: TestClient) throws -> Int {
      let items = (0..<200).map {
        let text = String(repeating: "x", count: 500)
        return #"{"id":\#($0),"content":{"a":\#($0 == 0 ? 0 : 1),"b":"\#(text)\#(1000 - $0)"}}"#
      }
      try create(session, "d", #"[{"id":"A","items":[\#(items.joined(separator: ","))]}]"#)
      let keys = #"[{"pointer":"/a"},{"pointer":"/b"}]"#
      _ = try session.result(
        "dataSource/create",
        #"{"dataSource":"v","view":{"of":"d","sortBy":\#(keys),"window":{"limit":1}}}"#
      )
      return session.server.countedBytes.staying
    }
    let counted = try made(session())
    let session = session(counted)
    _ = try made(session)
    try edit(session, "d", #"{"op":"deleteItems","items":[0]}"#)
    #expect(session.server.countedBytes.staying <= counted)
    // It is the one with the least text.
    let rows = try session.result("snapshot/contents", #"{"dataSource":"v"}"#)
    #expect(rows.contains(#""items":[{"id":199,"#))
  }

  @Test func `what has no room at all is read without being kept, when nothing is added`() throws {
    let session = session(600_000)
    try create(session, "d", #"["A","B"]"#)
    for length in 1...30 {
      let view =
        #""where":{"from":"section","equals":"B"},"#
        + #""groupBy":{"pointer":"/t","take":"start","length":\#(length + 220)},"window":{"limit":1}"#
      _ = try session.result(
        "dataSource/create",
        #"{"dataSource":"v\#(length)","view":{"of":"d",\#(view)}}"#
      )
    }
    let texts = texts(0..<100, length: 1000).replacing("]}]}", with: #"],"toSection":"A"}]}"#)
    _ = try session.result("dataSource/edit", texts)
    let items = (0..<100).map(String.init).joined(separator: ",")
    try edit(session, "d", #"{"op":"moveItems","items":[\#(items)],"toSection":"B"}"#)
    #expect(session.server.countedBytes.staying <= 600_000)
    for view in [1, 30] {
      let counts = try session.result("snapshot/contents", #"{"dataSource":"v\#(view)"}"#)
      #expect(counts.contains(#"{"id":"0 xxx"#))
    }
  }

  private func texts(_ range: Range<Int>, length: Int) -> String {
    let items = range.map { number in
      let text = "\(number) \(String(repeating: "x", count: length))"
      return #"{"id":\#(number),"content":{"t":"\#(text)"}}"#
    }
    let edit = #"{"op":"appendItems","items":[\#(items.joined(separator: ","))]}"#
    return #"{"dataSource":"d","edits":[\#(edit)]}"#
  }
}
