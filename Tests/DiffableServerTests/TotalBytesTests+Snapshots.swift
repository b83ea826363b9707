import DiffableServer
import Testing

/// What named snapshots take, and what they keep of states that a data source has left behind.
extension TotalBytesTests {
  @Test func `drafts of sections without items are bounded`() throws {
    let session = session(1_000_000)
    try create(session, "d", sections(3000))
    let made = try count(upTo: 100) { number in
      if let error = try refusal(of: "snapshot/create", of: session, draft(number)) {
        return error
      }
      let move = #"{"op":"moveSection","section":\#(number),"afterSection":2999}"#
      return try refusal(
        of: "snapshot/edit",
        of: session,
        #"{"snapshot":"s\#(number)","edits":[\#(move)]}"#
      )
    }
    // Two of them do not share more than what one touch takes.
    #expect((20...50).contains(made))
    #expect(session.server.countedBytes.staying <= 1_000_000)
  }

  @Test func `what drafts identify items by is bounded`() throws {
    let session = session(1_000_000)
    let pointer = String(repeating: "/", count: 4000)
    let options = #"{"identity":{"items":["\#(pointer)"]}}"#
    let create = #"{"dataSource":"d","options":\#(options)}"#
    _ = try session.result("dataSource/create", create)
    let before = session.server.countedBytes.staying
    let made = try count(upTo: 100) { number in
      let own = #"{"snapshot":"s\#(number)",\#(options.dropFirst())"#
      return try refusal(
        of: "snapshot/create",
        of: session,
        number % 2 == 0 ? own : draft(number)
      )
    }
    #expect((10...15).contains(made))
    #expect(session.server.countedBytes.staying <= 1_000_000)
    for number in 0..<made {
      _ = try session.result("snapshot/release", #"{"snapshot":"s\#(number)"}"#)
    }
    #expect(session.server.countedBytes.staying == before)
  }

  @Test(arguments: [
    #"{"op":"moveSection","section":%,"afterSection":2999}"#,
    #"{"op":"setSections","sections":[{"id":%,"content":0}]}"#,
  ])
  func `states of sections without items are bounded, with a history and without`(
    edit: String
  ) throws {
    for history in [0, 64] {
      let session = session(1_000_000)
      let document = #"{"sections":\#(sections(3000))}"#
      _ = try session.result(
        "dataSource/create",
        #"{"dataSource":"d","options":{"history":\#(history)},"snapshot":\#(document)}"#
      )
      let made = try count(upTo: 100) { number in
        if let error = try refusal(of: "snapshot/create", of: session, draft(number)) {
          return error
        }
        let edit = edit.replacing("%", with: "\(number)")
        return try refusal(
          of: "dataSource/edit",
          of: session,
          #"{"dataSource":"d","edits":[\#(edit)]}"#
        )
      }
      #expect((20...50).contains(made))
      // A move ends with no more than there was: what is kept of the state before it comes on top.
      #expect(session.server.countedBytes.staying <= 1_000_000 + 16384)
    }
  }

  @Test(arguments: [0, 64])
  func `states of trees that are opened and closed are bounded`(history: Int) throws {
    let session = session(1_000_000)
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"d","options":{"history":\#(history)}}"#
    )
    let items = (0..<3000).map { #"{"id":\#($0),"children":[\#($0 + 3000)]}"# }
    let tree = #"{"items":[\#(items.joined(separator: ","))]}"#
    _ = try session.result(
      "dataSource/applySection",
      #"{"dataSource":"d","section":"A","snapshot":\#(tree)}"#
    )
    let all = (0..<3000).map(String.init).joined(separator: ",")
    let made = try count(upTo: 100) { number in
      if let error = try refusal(of: "snapshot/create", of: session, draft(number)) {
        return error
      }
      let edit = #"{"op":"\#(number % 2 == 0 ? "expand" : "collapse")","items":[\#(all)]}"#
      return try refusal(
        of: "dataSource/editSection",
        of: session,
        #"{"dataSource":"d","section":"A","edits":[\#(edit)]}"#
      )
    }
    // The list takes a third of it, and each state 24 to 48 for each row and 20 for each item.
    #expect((3...6).contains(made))
  }

  @Test func `marks of drafts count by the places of their tables`() throws {
    let session = session()
    try create(session, "d", list(100) { "\($0)" })
    try make(session, "s", from: "d")
    let base = session.server.countedBytes.staying
    func mark(_ op: String, _ elements: String) throws -> Int {
      _ = try session.result(
        "snapshot/edit",
        #"{"snapshot":"s","edits":[{"op":"\#(op)",\#(elements)}]}"#
      )
      return session.server.countedBytes.staying - base
    }
    #expect(try mark("reconfigureItems", #""items":[1,2,3]"#) == 32 * 16)
    #expect(try mark("reconfigureItems", #""items":[99]"#) == 2 * 32 * 16)
    // They have left their places there.
    #expect(try mark("reloadItems", #""items":[1,2,3]"#) == 3 * 32 * 16)
    #expect(try mark("reloadSections", #""sections":["A"]"#) == 4 * 32 * 16)
    _ = try session.result("dataSource/apply", #"{"dataSource":"d","snapshot":"s"}"#)
    #expect(session.server.countedBytes.staying == base)
  }

  @Test(arguments: [(0..<2000, 1), (0..<2000, 32)])
  func `marks of drafts are bounded, few and many`(range: Range<Int>, step: Int) throws {
    let session = session(1_000_000)
    try create(session, "d", list(2000) { "\($0)" })
    let marked = stride(from: range.lowerBound, to: range.upperBound, by: step)
    let edit = #"{"op":"reloadItems","items":[\#(marked.map(String.init).joined(separator: ","))]}"#
    let made = try count(upTo: 100) { number in
      if let error = try refusal(of: "snapshot/create", of: session, draft(number)) {
        return error
      }
      let before = try session.dump()
      let refused = try refusal(
        of: "snapshot/edit",
        of: session,
        #"{"snapshot":"s\#(number)","edits":[\#(edit)]}"#
      )
      if refused != nil { #expect(try session.dump() == before) }
      return refused
    }
    #expect((20...30).contains(made))
    #expect(session.server.countedBytes.staying <= 1_000_000)
  }

  // MARK: Requests

  private func sections(_ count: Int) -> String {
    "[\((0..<count).map(String.init).joined(separator: ","))]"
  }

  private func draft(_ number: Int) -> String {
    #"{"snapshot":"s\#(number)","from":{"dataSource":"d"}}"#
  }

  /// The error of a request, nil when it has none.
  func refusal(of method: String, of session: TestClient, _ params: String) throws -> Value? {
    let answer = session.call(method, params)
    let error = try Value(answer[answer.count - 1])["error"]
    if let error { #expect(error["data"]?["limit"]?.text == "maxTotalBytes") }
    return error
  }

  /// How often something is done before it is refused.
  private func count(upTo limit: Int, _ body: (Int) throws -> Value?) rethrows -> Int {
    for number in 0..<limit where try body(number) != nil { return number }
    return limit
  }
}
