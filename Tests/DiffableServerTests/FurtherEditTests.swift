import Testing

@Suite struct FurtherEditTests {

  @Test(
    arguments: [
      (#"{"op":"moveItems","items":["c"],"toSection":"A"}"#, "A[a,b,c] B[d]"),
      (#"{"op":"moveItems","items":["c","b"],"toSection":"A","at":"start"}"#, "A[c,b,a] B[d]"),
      (#"{"op":"moveItems","items":["a"],"toSection":"B","at":1.0}"#, "A[b] B[c,a,d]"),
      (#"{"op":"moveItems","items":["a"],"toSection":"A","at":"end"}"#, "A[b,a] B[c,d]"),
      (#"{"op":"replaceItems","section":"A","items":["x","d"]}"#, "A[x,d] B[c]"),
      (#"{"op":"replaceItems","section":"A","items":[]}"#, "A[] B[c,d]"),
      (#"{"op":"clearSections"}"#, "A[] B[]"),
      (#"{"op":"clearSections","sections":null}"#, "A[] B[]"),
      (#"{"op":"clearSections","sections":[]}"#, "A[a,b] B[c,d]"),
      (#"{"op":"clearSections","sections":["B"]}"#, "A[a,b] B[]"),
      (#"{"op":"swapItems","items":["a","d"]}"#, "A[d,b] B[c,a]"),
      (#"{"op":"swapItems","items":["a","a"]}"#, "A[a,b] B[c,d]"),
      (#"{"op":"reverseItems"}"#, "A[b,a] B[d,c]"),
      (#"{"op":"reverseItems","section":"B"}"#, "A[a,b] B[d,c]"),
      (#"{"op":"shuffleItems","section":"A","seed":-1}"#, "A[b,a] B[c,d]"),
      (#"{"op":"shuffleItems","seed":-1}"#, "A[b,a] B[d,c]"),
    ]
  )
  func `an edit leads to this list`(edit: String, list: String) throws {
    let session = try session()
    _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
    #expect(try self.list(session) == list)
  }

  @Test(
    arguments: [
      (#"{"op":"moveItems","items":["c"]}"#, "invalidParams"),
      (#"{"op":"moveItems","items":["c"],"toSection":"Z"}"#, "unknownSection"),
      (#"{"op":"moveItems","items":["z"],"toSection":"A"}"#, "unknownItem"),
      (#"{"op":"moveItems","items":["gone"],"toSection":"A"}"#, "unknownItem"),
      (#"{"op":"moveItems","items":["c"],"toSection":"A","at":3}"#, "indexPathOutOfRange"),
      (#"{"op":"moveItems","items":["c"],"toSection":"A","at":-1}"#, "indexPathOutOfRange"),
      (#"{"op":"moveItems","items":["c"],"toSection":"A","at":1e15}"#, "indexPathOutOfRange"),
      (#"{"op":"moveItems","items":["c"],"toSection":"A","at":0.5}"#, "invalidParams"),
      (#"{"op":"moveItems","items":["c"],"toSection":"A","at":"middle"}"#, "invalidParams"),
      (#"{"op":"moveItems","items":["c","c"],"toSection":"A"}"#, "duplicateIdentifier"),
      (#"{"op":"replaceItems","items":["c"]}"#, "invalidParams"),
      (#"{"op":"replaceItems","section":"Z","items":[]}"#, "unknownSection"),
      (#"{"op":"replaceItems","section":"A","items":["x","x"]}"#, "duplicateIdentifier"),
      (#"{"op":"clearSections","sections":["A","Z"]}"#, "unknownSection"),
      (#"{"op":"clearSections","sections":"A"}"#, "invalidParams"),
      (#"{"op":"setItems","items":[{"id":"a","content":1},"z"]}"#, "unknownItem"),
      (#"{"op":"setItems","items":[{"id":"gone","content":1}]}"#, "unknownItem"),
      (#"{"op":"setSections","sections":[{"id":"A","content":1},"Z"]}"#, "unknownSection"),
      (#"{"op":"swapItems","items":["a"]}"#, "invalidParams"),
      (#"{"op":"swapItems","items":["a","b","c"]}"#, "invalidParams"),
      (#"{"op":"swapItems","items":["a","z"]}"#, "unknownItem"),
      (#"{"op":"swapItems","items":["gone","gone"]}"#, "unknownItem"),
      (#"{"op":"reverseItems","section":"Z"}"#, "unknownSection"),
      (#"{"op":"shuffleItems"}"#, "invalidParams"),
      (#"{"op":"shuffleItems","seed":0.5}"#, "invalidParams"),
      (#"{"op":"shuffleItems","seed":9223372036854775808}"#, "invalidParams"),
      (#"{"op":"shuffleItems","section":"Z","seed":1}"#, "unknownSection"),
      (#"{"op":"sortItems","section":"Z","by":[]}"#, "unknownSection"),
    ]
  )
  func `an edit that cannot be done is refused and changes nothing`(
    edit: String,
    kind: String
  ) throws {
    let session = try session()
    let before = try session.dump()
    let edits = #"[{"op":"reverseItems"},\#(edit)]"#
    let error = try session.error("dataSource/edit", #"{"dataSource":"d","edits":\#(edits)}"#)
    #expect(error.kind == kind)
    #expect(error["data"]?["edit"]?.integer == 1)
    #expect(try session.dump() == before)
  }

  @Test func `only items that a replaced section takes from others are warned of`() throws {
    let session = try session()
    let edit = #"{"op":"replaceItems","section":"A","items":["d","b","x"]}"#
    let result = try Value(
      session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
    )
    let expected = #"[{"kind":"existingItemsMoved","edit":0,"identifiers":["d"]}]"#
    #expect(try result["warnings"] == Value(expected))
  }

  @Test func `set contents are those that were given last, and lists stay`() throws {
    let session = try session()
    let edits = #"""
      [{"op":"setItems","items":[{"id":"a","content":1},{"id":"a","content":2},"b"]},
       {"op":"setSections","sections":[{"id":"A","content":{"t":1},"items":["z"]},"B"]}]
      """#
    _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":\#(edits)}"#)
    let contents = try session.result("snapshot/contents", #"{"dataSource":"d"}"#)
    let expected = #"""
      {"revision":3,"sections":[
        {"id":"A","content":{"t":1},"items":[{"id":"a","content":2},"b"]},
        {"id":"B","items":["c","d"]}]}
      """#
    #expect(try Value(contents) == Value(expected))
  }

  @Test func `items that are moved, replaced or swapped may bring content`() throws {
    let session = try session()
    let edits = #"""
      [{"op":"moveItems","items":[{"id":"a","content":1}],"toSection":"B"},
       {"op":"swapItems","items":[{"id":"b","content":2},"c"]},
       {"op":"replaceItems","section":"A","items":[{"id":"c","content":3}]}]
      """#
    _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":\#(edits)}"#)
    let answer = try session.result(
      "dataSource/items",
      #"{"dataSource":"d","items":["a","b","c"]}"#
    )
    let expected = #"[{"id":"a","content":1},{"id":"b","content":2},{"id":"c","content":3}]"#
    #expect(try Value(answer)["items"] == Value(expected))
  }

  /// The list `A[a,b] B[c,d]`, from which an item is gone that the pool still knows.
  private func session() throws -> TestClient {
    let session = TestClient()
    let document =
      #"{"sections":[{"id":"A","items":["a","b"]},{"id":"B","items":["c","d","gone"]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"d","snapshot":\#(document)}"#)
    let edit = #"{"op":"deleteItems","items":["gone"]}"#
    _ = try session.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
    return session
  }

  private func list(_ session: TestClient) throws -> String {
    let contents = try Value(session.result("snapshot/contents", #"{"dataSource":"d"}"#))
    let sections = contents["sections"]?.elements.map { section in
      let items = section["items"]?.elements.map { $0.text ?? "" } ?? []
      return "\(section["id"]?.text ?? "")[\(items.joined(separator: ","))]"
    }
    return (sections ?? []).joined(separator: " ")
  }
}
