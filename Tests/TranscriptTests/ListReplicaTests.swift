import JSON
import Replicas
import TestSupport
import Testing
import Transcripts

@Suite struct ListReplicaTests {
  typealias Position = ListChanges.Position

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func view(_ text: String) throws -> JSONView {
    try JSONDocument(parsing: Array(text.utf8)[...]).root
  }

  /// A list at revision 3 with the sections A (a, b, c, with content 1 on b) and B (d).
  private func list() throws -> ListReplica {
    try ListReplica(
      contents: view(
        #"""
        {"revision":3,"sections":[
          {"id":"A","items":["a",{"id":"b","content":1},"c"]},{"id":"B","content":{},"items":["d"]}
        ]}
        """#
      )
    )
  }

  /// The params of a didApply from revision 3 to 4, of the lists that are not empty.
  private func params(
    sections: String = "",
    items: String = "",
    counts: (Int, Int)
  ) throws -> JSONView {
    let lists = #""deletes":[],"inserts":[],"moves":[],"reloads":[],"reconfigures":[]"#
    // Of members that stand twice the last counts, so the given lists replace the empty ones.
    let sections = sections.isEmpty ? lists : lists + "," + sections
    let items = items.isEmpty ? lists : lists + "," + items
    return try view(
      #"""
      {"dataSource":"x","fromRevision":3,"revision":4,
       "changes":{"sections":{\#(sections)},"items":{\#(items)}},
       "numberOfSections":\#(counts.0),"numberOfItems":\#(counts.1)}
      """#
    )
  }

  private func description(_ list: ListReplica) -> String {
    list.sections.map { section in
      let items = section.items.map { item in
        String(decoding: item.identifier + (item.content.map { [0x3D] + $0 } ?? []), as: UTF8.self)
      }
      return String(decoding: section.identifier, as: UTF8.self) + items.description
    }.joined(separator: " ").replacing("\"", with: "").replacing("\\", with: "")
  }

  @Test func `items in pieces are those of an array`() {
    var random = SeededGenerator(seed: 7)
    var (items, array) = (ListReplica.Items(), [ListReplica.Item]())
    for step in 0..<2000 {
      let start = Int.random(in: 0...array.count, using: &random)
      // Mostly a few, at times more than a piece holds, so that the list grows and shrinks by pieces.
      let longest = step % 10 == 0 ? 3000 : 5
      let end = min(array.count, start + Int.random(in: 0...longest, using: &random))
      let new = (0..<Int.random(in: 0...longest, using: &random)).map { number in
        ListReplica.Item(identifier: Array("\(step).\(number)".utf8))
      }
      items.replaceSubrange(start..<end, with: new)
      array.replaceSubrange(start..<end, with: new)
      if let index = array.indices.randomElement(using: &random) {
        items[index].content = [UInt8](repeating: 7, count: step % 3)
        array[index].content = [UInt8](repeating: 7, count: step % 3)
        #expect(items[index] == array[index])
      }
      #expect(items.count == array.count && items.elementsEqual(array), "step \(step), seed 7")
      var other = ListReplica.Items()
      other.append(contentsOf: array)
      #expect(items == other)
    }
  }

  @Test func `a new list is empty at revision 0`() {
    #expect(ListReplica().sections.isEmpty)
    #expect(ListReplica().revision == 0)
  }

  @Test func `rows are deleted, inserted and moved in their index spaces`() throws {
    var list = try list()
    let changes = try list.follow(
      didApply: params(
        items: #"""
          "deletes":[{"at":[0,0],"count":1}],
          "inserts":[{"at":[0,0],"items":["x",{"id":"y","content":null}]}],
          "moves":[{"from":[0,2],"to":[1,0],"count":1}]
          """#,
        counts: (2, 5)
      )
    )
    #expect(description(list) == "A[x, y=null, b=1] B[c, d]")
    #expect(list.revision == 4)
    #expect(
      changes.items == [
        .init(kind: .deleted, identifier: bytes(#""a""#), from: Position(section: 0, item: 0)),
        .init(kind: .inserted, identifier: bytes(#""x""#), to: Position(section: 0, item: 0)),
        .init(kind: .inserted, identifier: bytes(#""y""#), to: Position(section: 0, item: 1)),
        .init(
          kind: .moved,
          identifier: bytes(#""c""#),
          from: Position(section: 0, item: 2),
          to: Position(section: 1, item: 0)
        ),
      ]
    )
  }

  @Test func `a deleted section takes its remaining items with it`() throws {
    var list = try list()
    let changes = try list.follow(
      didApply: params(
        sections: #""deletes":[{"at":0,"section":"A"}]"#,
        items: #""moves":[{"from":[0,1],"to":[0,1],"count":1}]"#,
        counts: (1, 2)
      )
    )
    #expect(description(list) == "B[d, b=1]")
    #expect(changes.sections == [.init(kind: .deleted, identifier: bytes(#""A""#), from: 0)])
    let gone = changes.items.filter { $0.kind == .deleted }
    #expect(gone.map(\.identifier) == [bytes(#""a""#), bytes(#""c""#)])
    #expect(gone.map(\.from) == [Position(section: 0, item: 0), Position(section: 0, item: 2)])
  }

  @Test func `a moved section carries its items and an inserted one starts empty`() throws {
    var list = try list()
    let changes = try list.follow(
      didApply: params(
        sections: #"""
          "inserts":[{"at":1,"section":"N","content":{"t":1}}],
          "moves":[{"from":1,"to":0,"section":"B"}]
          """#,
        items: #""inserts":[{"at":[1,0],"items":["n"]}]"#,
        counts: (3, 5)
      )
    )
    #expect(description(list) == "B[d] N[n] A[a, b=1, c]")
    #expect(list.sections[1].content == bytes(#"{"t":1}"#))
    #expect(changes.sections.map(\.kind) == [.moved, .inserted])
  }

  @Test func `reloads and reconfigures are in the new coordinates and bring content`() throws {
    var list = try list()
    let changes = try list.follow(
      didApply: params(
        sections: #""reconfigures":[{"at":1,"section":"B","content":{"t":2}}]"#,
        items: #"""
          "deletes":[{"at":[0,0],"count":1}],
          "reloads":[{"at":[0,1],"items":["c"]}],
          "reconfigures":[{"at":[0,0],"items":[{"id":"b","content":2}]}]
          """#,
        counts: (2, 3)
      )
    )
    #expect(description(list) == "A[b=2, c] B[d]")
    #expect(list.sections[1].content == bytes(#"{"t":2}"#))
    #expect(changes.items.map(\.kind) == [.deleted, .reloaded, .reconfigured])
  }

  @Test func `a row that is reloaded or reconfigured by its bare identifier has no content`() throws
  {
    for list in ["reloads", "reconfigures"] {
      var replica = try self.list()
      _ = try replica.follow(
        didApply: params(
          sections: #""\#(list)":[{"at":1,"section":"B"}]"#,
          items: #""\#(list)":[{"at":[0,1],"items":["b"]}]"#,
          counts: (2, 4)
        )
      )
      #expect(description(replica) == "A[a, b, c] B[d]")
      #expect(replica.sections[1].content == nil)
    }
  }

  @Test(arguments: [
    #""deletes":[{"at":[0,3],"count":1}]"#,
    #""deletes":[{"at":[0,1],"count":9223372036854775807}]"#,
    #""deletes":[{"at":[0,1],"count":0}]"#,
    #""deletes":[{"at":[-1,0],"count":1}]"#,
    #""deletes":[{"at":[0,-1],"count":1}]"#,
    #""deletes":[{"at":[0,0],"count":2},{"at":[0,1],"count":1}]"#,
    #""deletes":[{"at":[0],"count":1}]"#,
    #""deletes":[{"at":[0,0]}]"#,
    #""deletes":7"#,
    #""inserts":[{"at":[0,9],"items":["x"]}]"#,
    #""inserts":[{"at":[2,0],"items":["x"]}]"#,
    #""inserts":[{"at":[0,-1],"items":["x"]}]"#,
    #""inserts":[{"at":[0,0],"items":[{"content":1}]}]"#,
    #""moves":[{"from":[0,0],"to":[0,3],"count":1}]"#,
    #""moves":[{"from":[0,0],"to":[0,1],"count":1},{"from":[0,0],"to":[0,2],"count":1}]"#,
    #""reloads":[{"at":[0,0],"items":["b"]}]"#,
    #""reconfigures":[{"at":[0,2],"items":["c","d"]}]"#,
    #""reloads":[{"at":[0,9223372036854775807],"items":["c"]}]"#,
  ])
  func `item changes that do not fit are refused and change nothing`(items: String) throws {
    var list = try list()
    let params = try params(items: items, counts: (2, 4))
    #expect(throws: ListReplicaError.self) { try list.follow(didApply: params) }
    #expect(try list == self.list())
  }

  @Test(arguments: [
    #""deletes":[{"at":2,"section":"A"}]"#,
    #""deletes":[{"at":0,"section":"B"}]"#,
    #""deletes":[{"at":0,"section":"A"},{"at":0,"section":"A"}]"#,
    #""inserts":[{"at":3,"section":"N"}]"#,
    #""inserts":[{"at":-1,"section":"N"}]"#,
    #""moves":[{"from":0,"to":2,"section":"A"}]"#,
    #""moves":[{"from":0,"to":1}]"#,
    #""reloads":[{"at":0,"section":"B"}]"#,
  ])
  func `section changes that do not fit are refused and change nothing`(sections: String) throws {
    var list = try list()
    let params = try params(sections: sections, counts: (2, 4))
    #expect(throws: ListReplicaError.self) { try list.follow(didApply: params) }
    #expect(try list == self.list())
  }

  @Test func `a change that starts at another revision is refused`() throws {
    var list = ListReplica()
    let params = try params(counts: (0, 0))
    #expect(throws: ListReplicaError.wrongRevision(expected: 0, actual: 3)) {
      try list.follow(didApply: params)
    }
  }

  // MARK: Outlines

  /// What the rows of a list show of their trees: the level, `+` for open, the number of children.
  private func outlines(_ list: ListReplica) -> [[String]] {
    list.sections.map { section in
      section.items.map { item in
        let outline = item.outline
        return "\(outline.level)\(outline.isExpanded ? "+" : "-")\(outline.numberOfChildren)"
      }
    }
  }

  @Test(arguments: [
    // As one batch, as steps, and as stages.
    #"""
    {"sections":{"deletes":[],"inserts":[],"moves":[],"reloads":[],"reconfigures":[]},
     "items":{"deletes":[],"inserts":[{"at":[0,2],"items":["x","y"]}],
       "moves":[{"from":[0,1],"to":[1,0],"count":1}],"reloads":[],"reconfigures":[]},
     "outlines":[{"at":[0,0],"count":1,"level":0,"expanded":true,"numberOfChildren":3},
       {"at":[0,1],"count":3,"level":1,"expanded":false,"numberOfChildren":0}]}
    """#,
    #"""
    [{"op":"moveItems","from":[0,1],"to":[1,0],"count":1},
     {"op":"insertItems","at":[0,2],"items":["x","y"]},
     {"op":"setOutlines","at":[0,0],"count":1,"level":0,"expanded":true,"numberOfChildren":3},
     {"op":"setOutlines","at":[0,1],"count":3,"level":1,"expanded":false,"numberOfChildren":0}]
    """#,
    #"""
    [{"sections":{"deletes":[],"inserts":[],"moves":[],"reloads":[],"reconfigures":[]},
      "items":{"deletes":[],"inserts":[{"at":[0,2],"items":["x","y"]}],
        "moves":[{"from":[0,1],"to":[1,0],"count":1}],"reloads":[],"reconfigures":[]},
      "outlines":[{"at":[0,2],"count":2,"level":1,"expanded":false,"numberOfChildren":0}]},
     {"sections":{"deletes":[],"inserts":[],"moves":[],"reloads":[],"reconfigures":[]},
      "items":{"deletes":[],"inserts":[],"moves":[],"reloads":[],"reconfigures":[]},
      "outlines":[{"at":[0,0],"count":1,"level":0,"expanded":true,"numberOfChildren":3},
        {"at":[0,1],"count":1,"level":1,"expanded":false,"numberOfChildren":0}]}]
    """#,
  ])
  func `outlines are set behind the structure, in the list after`(changes: String) throws {
    var list = try list()
    let counts = #""numberOfSections":2,"numberOfItems":6"#
    _ = try list.follow(
      didApply: view(#"{"fromRevision":3,"revision":4,"changes":\#(changes),\#(counts)}"#)
    )
    #expect(description(list) == "A[a, c, x, y] B[b=1, d]")
    #expect(outlines(list) == [["0+3", "1-0", "1-0", "1-0"], ["0-0", "0-0"]])
    // A row carries its outline when it moves.
    let move = #"[{"op":"moveItems","from":[0,2],"to":[1,0],"count":1}]"#
    _ = try list.follow(
      didApply: view(#"{"fromRevision":4,"revision":5,"changes":\#(move),\#(counts)}"#)
    )
    #expect(outlines(list) == [["0+3", "1-0", "1-0"], ["1-0", "0-0", "0-0"]])
  }

  @Test func `a list that is read as a whole has its outlines`() throws {
    let list = try ListReplica(
      contents: view(
        #"""
        {"revision":1,"sections":[{"id":"A","items":["a","b","c"]}],
         "outlines":[{"at":[0,0],"count":1,"level":0,"expanded":true,"numberOfChildren":1},
           {"at":[0,1],"count":1,"level":1,"expanded":false,"numberOfChildren":0}]}
        """#
      )
    )
    #expect(outlines(list) == [["0+1", "1-0", "0-0"]])
  }

  @Test(arguments: [
    #"{"at":[0,2],"count":2,"level":1,"expanded":false,"numberOfChildren":0}"#,
    #"{"at":[2,0],"count":1,"level":1,"expanded":false,"numberOfChildren":0}"#,
    #"{"at":[0,-1],"count":1,"level":1,"expanded":false,"numberOfChildren":0}"#,
    #"{"at":[0,0],"count":0,"level":1,"expanded":false,"numberOfChildren":0}"#,
    #"{"at":[0,0],"count":1,"level":1,"numberOfChildren":0}"#,
  ])
  func `outlines that do not fit are refused and change nothing`(run: String) throws {
    var list = try list()
    let lists = #""deletes":[],"inserts":[],"moves":[],"reloads":[],"reconfigures":[]"#
    let changes = #"{"sections":{\#(lists)},"items":{\#(lists)},"outlines":[\#(run)]}"#
    let counts = #""numberOfSections":2,"numberOfItems":4"#
    let params = try view(#"{"fromRevision":3,"revision":4,"changes":\#(changes),\#(counts)}"#)
    #expect(throws: ListReplicaError.self) { try list.follow(didApply: params) }
    #expect(try list == self.list())
  }

  @Test func `a wrong number of rows is noticed`() throws {
    var list = try list()
    let params = try params(counts: (2, 5))
    #expect(throws: ListReplicaError.wrongCount("numberOfItems", stated: 5, actual: 4)) {
      try list.follow(didApply: params)
    }
  }
}
