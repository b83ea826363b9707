import JSON
import Replicas
import TestSupport
import Testing

/// The formats of changes as they are written.
@Suite struct ChangeFormatTests {

  private static let formats = ["batch", "sequential", "staged"]

  @Test func `the formats are listed among the capabilities`() throws {
    let session = TestClient(isInitialized: false)
    let response = try Value(session.send(TestClient.initialize)[0])
    let formats = response["result"]?["capabilities"]?["changeFormats"]?.elements.map(\.text)
    #expect(formats == ["batch", "sequential", "staged", "none"])
  }

  @Test func `steps have the members that the specification names`() throws {
    let session = try session(
      "sequential",
      #"{"id":"A","items":["a","b","c"]},{"id":"B","items":["d"]},"E""#
    )
    let document = #"""
      {"sections":[{"id":"C","content":1,"items":["c","e",{"id":"f","content":[]}]},"D",
       {"id":"B","content":2,"items":[{"id":"d","content":3}]},"A"],
       "reloadedItems":["d"],"reloadedSections":["A"]}
      """#
    #expect(
      try changes(session, "dataSource/apply", #""snapshot":\#(document)"#)
        == [
          #"{"op":"deleteItems","at":[0,0],"count":2}"#,
          #"{"op":"moveSection","from":1,"to":0}"#,
          #"{"op":"insertSections","at":0,"sections":[{"id":"C","content":1},"D"]}"#,
          #"{"op":"moveItems","from":[3,0],"to":[0,0],"count":1}"#,
          #"{"op":"deleteSections","at":4,"count":1}"#,
          #"{"op":"insertItems","at":[0,1],"items":["e",{"id":"f","content":[]}]}"#,
          #"{"op":"reloadSections","at":3,"sections":["A"]}"#,
          #"{"op":"reconfigureSections","at":2,"sections":[{"id":"B","content":2}]}"#,
          #"{"op":"reloadItems","at":[2,0],"items":[{"id":"d","content":3}]}"#,
        ].map { try Value($0) }
    )
    let edits = #""edits":[{"op":"reconfigureItems","items":["d"]}]"#
    #expect(
      try changes(session, "dataSource/edit", edits) == [
        Value(#"{"op":"reconfigureItems","at":[2,0],"items":[{"id":"d","content":3}]}"#)
      ]
    )
    #expect(try changes(session, "dataSource/edit", #""edits":[]"#) == [])
  }

  @Test func `stages are batches`() throws {
    let session = try session("staged", #"{"id":"A","items":["a","b"]},{"id":"B","items":["c"]}"#)
    let document = #"{"sections":[{"id":"C","items":["b"]},"B"],"reloadedSections":["B"]}"#
    let stages = try changes(session, "dataSource/apply", #""snapshot":\#(document)"#)
    func batch(_ sections: String, _ items: String) throws -> Value {
      func lists(_ list: String) -> String {
        let names = ["deletes", "inserts", "moves", "reloads", "reconfigures"]
        let empty = names.filter { !list.contains($0) }.map { #""\#($0)":[]"# }
        return "{\((empty + (list.isEmpty ? [] : [list])).joined(separator: ","))}"
      }
      return try Value(#"{"sections":\#(lists(sections)),"items":\#(lists(items))}"#)
    }
    #expect(
      try stages == [
        batch(#""inserts":[{"at":1,"section":"C"}]"#, ""),
        batch(
          "",
          #""deletes":[{"at":[2,0],"count":1}],"moves":[{"from":[0,1],"to":[1,0],"count":1}]"#
        ),
        batch(#""deletes":[{"at":0,"section":"A"}]"#, ""),
        batch(#""reloads":[{"at":1,"section":"B"}]"#, ""),
      ]
    )
    #expect(try changes(session, "dataSource/edit", #""edits":[]"#) == [])
  }

  @Test func `a list to be read anew is announced without changes in every format`() throws {
    for format in Self.formats {
      let session = try session(format, #"{"id":"A","items":["a"]}"#)
      let params = #"{"dataSource":"list","snapshot":{"sections":[]},"mode":"reloadData"}"#
      let didApply = try Value(session.call("dataSource/apply", params)[0])["params"]
      #expect(didApply?["reloadData"]?.bool == true)
      #expect(didApply?["changes"] == nil)
    }
  }

  @Test(arguments: 0..<4)
  func `every format leads to the list that is read`(run: Int) throws {
    var client = RequestMaker(random: SeededGenerator(seed: UInt64(3000 + run)))
    let session = TestClient()
    var lists: [String: ListReplica] = [:]
    for format in Self.formats {
      let options = #""options":{"changeFormat":"\#(format)"}"#
      _ = try session.result("dataSource/create", #"{"dataSource":"\#(format)",\#(options)}"#)
      lists[format] = ListReplica()
    }
    var history: [Int: ListReplica] = [:]
    for step in 0..<150 {
      let subject = Subject(list: lists["batch"]?.model ?? ModelSnapshot(), rules: SentRules())
      let edits = client.edits(of: subject).text
      for format in Self.formats {
        let params = #"{"dataSource":"\#(format)",\#(edits)}"#
        guard let didApply = try Value(session.call("dataSource/edit", params)[0])["params"] else {
          continue
        }
        _ = try lists[format]?.follow(didApply: didApply.view)
        let read = try contents(session, format)
        let isRight = lists[format]?.identifiers == read.identifiers
        try #require(isRight, "\(format), seed \(client.random.seed), step \(step)")
        lists[format] = read
        history[didApply["revision"]?.integer ?? 0] = read
      }
      try #require(lists["sequential"]?.sections == lists["batch"]?.sections)
      try #require(lists["staged"]?.sections == lists["batch"]?.sections)
      try compare(history, session)
    }
    #expect(history.count > 20, "too few applies to prove anything")
  }

  /// Asks for the changes of the last few revisions in every format.
  private func compare(_ history: [Int: ListReplica], _ session: TestClient) throws {
    guard let now = history.keys.max(), let current = history[now] else { return }
    for since in max(1, now - 3)...now {
      for format in Self.formats {
        let question = #""since":\#(since),"changeFormat":"\#(format)""#
        let params = #"{"dataSource":"batch",\#(question)}"#
        let answer = try Value(session.result("dataSource/changes", params))
        var list = history[since] ?? ListReplica()
        try list.replay((answer["changes"] ?? .null).view)
        #expect(list.identifiers == current.identifiers, "\(params)")
      }
    }
  }

  @Test func `any two lists are compared in every format`() throws {
    let session = try session("none", #"{"id":"A","items":["a","b"]},{"id":"B","items":["c"]}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"draft","from":{"dataSource":"list"}}"#)
    let edits = #"[{"op":"appendSections","sections":[{"id":"C","items":["b","d"]}]}]"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"draft","edits":\#(edits)}"#)
    let targets = #""from":{"dataSource":"list"},"to":{"snapshot":"draft"}"#
    for format in Self.formats {
      let params = #"{\#(targets),"changeFormat":"\#(format)"}"#
      let answer = try Value(session.result("snapshot/changes", params))
      var list = try contents(session, "list")
      try list.replay((answer["changes"] ?? .null).view)
      #expect(
        list.model.description == #""A"["a"] "B"["c"] "C"["b","d"]"#
      )
    }
  }

  // MARK: Conversations

  private func session(_ format: String, _ sections: String) throws -> TestClient {
    let session = TestClient()
    let options = #""options":{"changeFormat":"\#(format)"}"#
    let params = #"{"dataSource":"list",\#(options),"snapshot":{"sections":[\#(sections)]}}"#
    _ = try session.result("dataSource/create", params)
    return session
  }

  private func changes(
    _ session: TestClient,
    _ method: String,
    _ members: String
  ) throws -> [Value] {
    let messages = session.call(method, #"{"dataSource":"list",\#(members)}"#)
    let didApply = try Value(messages[0])["params"]
    guard case .array(let changes)? = didApply?["changes"] else {
      throw TestClient.Unexpected(messages: messages)
    }
    return changes
  }

  private func contents(_ session: TestClient, _ name: String) throws -> ListReplica {
    let contents = try session.result("snapshot/contents", #"{"dataSource":"\#(name)"}"#)
    return try ListReplica(contents: JSONDocument(parsing: contents).root)
  }
}
