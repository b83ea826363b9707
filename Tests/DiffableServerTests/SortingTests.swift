import DiffableServer
import Testing

@Suite struct SortingTests {

  @Test func `numbers are compared by their exact decimal value`() throws {
    let ascending = [
      "-1e400", "-12345678901234567890.2", "-12345678901234567890.1", "-10", "-9.5", "-1e-400",
      "0", "1e-99999999999999999999", "1e-400", "0.1", "0.11", "9", "1e1", "10.5", "100",
      "12345678901234567890.1", "12345678901234567890.2", "1e400", "2e400",
      "1e99999999999999999999",
    ]
    try check(ascending)
  }

  @Test func `the least integer is compared like others`() throws {
    try check(["-9223372036854775809", "\(Int.min)", "-9223372036854775807", "0", "\(Int.max)"])
  }

  @Test func `strings are compared scalar by scalar`() throws {
    try check([
      #""""#, #""\u0000""#, #""\u0000a""#, #""A""#, #""Z""#, #""a""#, #""a\u0000""#, #""ab""#,
      #""b""#, #""\u00e9""#, #""\uffff""#, #""\ud83c\udf52""#,
    ])
  }

  @Test func `kinds have an order of their own`() throws {
    try check(["1e9", #""0""#, "false", "true", "null", "[0]", #"{"a":0}"#])
  }

  @Test func `equal values keep the order that they had`() throws {
    let values = ["1", "1.0", "10e-1", "[2]", "[1]", #"{"b":1}"#, #"{"a":1}"#]
    let list = try List(values.map { #"{"v":\#($0)}"# })
    let keys = [#"{"pointer":"/v"}"#, #"{"pointer":"/v","order":"descending"}"#]
    #expect(try list.sorted(by: keys[0]) == [0, 1, 2, 3, 4, 5, 6])
    #expect(try list.sorted(by: keys[1]) == [5, 6, 3, 4, 0, 1, 2])
  }

  @Test func `what has no value comes last in both directions`() throws {
    let list = try List([#"{"w":1}"#, "null", #"{"v":null}"#, #"{"v":2}"#, nil, #"{"v":1}"#])
    #expect(try list.sorted(by: #"{"pointer":"/v"}"#) == [5, 3, 2, 0, 1, 4])
    #expect(
      try list.sorted(by: #"{"pointer":"/v","order":"descending"}"#) == [2, 3, 5, 0, 1, 4]
    )
  }

  @Test func `a later key decides where the earlier ones are equal`() throws {
    let list = try List([
      #"{"a":"x","b":1}"#, #"{"a":"xy","b":0}"#, #"{"a":"x","b":2}"#, #"{"b":5}"#, #"{"b":7}"#,
      #"{"a":"x"}"#,
    ])
    #expect(
      try list.sorted(by: #"{"pointer":"/a"},{"pointer":"/b","order":"descending"}"#)
        == [2, 0, 5, 1, 4, 3]
    )
    #expect(
      try list.sorted(by: #"{"pointer":"/a","order":"descending"},{"pointer":"/b"}"#)
        == [1, 0, 2, 5, 3, 4]
    )
    #expect(try list.sorted(by: "") == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a key is read once, and a later one only of what is equal by the earlier ones`()
    throws
  {
    let list = try List((0..<5000).map { #"{"n":\#($0),"same":0}"# })
    let (same, number) = (#"{"pointer":"/same"}"#, #"{"pointer":"/n"}"#)
    let once = try list.looks(whenSortedBy: same)
    #expect(once > 1)
    let again = [same, #"{"pointer":"/same","order":"descending"}"#, same]
    #expect(try list.looks(whenSortedBy: again.joined(separator: ",")) == once)
    #expect(
      try list.looks(whenSortedBy: number) == list.looks(whenSortedBy: "\(number),\(same)")
    )
    #expect(try list.looks(whenSortedBy: "\(same),\(number)") > once)
  }

  @Test func `pointers lead into arrays, escaped names and to the whole content`() throws {
    let list = try List([#"{"a/b":[0,{"~":2}]}"#, #"{"a/b":[0,{"~":1}]}"#, "3"])
    #expect(try list.sorted(by: #"{"pointer":"/a~1b/1/~0"}"#) == [1, 0, 2])
    #expect(try list.sorted(by: #"{"pointer":""}"#) == [2, 0, 1])
  }

  @Test(
    arguments: [
      #""by":[{}]"#, #""by":[{"pointer":"v"}]"#, #""by":[{"pointer":"/~2"}]"#, #""by":[1]"#,
      #""by":[{"pointer":"/\ud800"}]"#,
      #""by":[{"pointer":"/v","order":"up"}]"#, #""by":{"pointer":""}"#, #""section":"A""#,
    ]
  )
  func `keys of the wrong shape are refused`(members: String) throws {
    let list = try List(["1"])
    #expect(try list.refusal(#"{"op":"sortItems",\#(members)}"#) == "invalidParams")
  }

  /// Checks that values sort as they are written here, from whatever order, and back.
  private func check(
    _ ascending: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let order = Array(ascending.indices)
    let list = try List(
      (order.filter { $0 % 2 == 1 } + order.filter { $0 % 2 == 0 }).map {
        #"{"v":\#(ascending[$0])}"#
      }
    )
    let mixed = order.filter { $0 % 2 == 1 } + order.filter { $0 % 2 == 0 }
    let up = try list.sorted(by: #"{"pointer":"/v"}"#).map { mixed[$0] }
    #expect(up == order, sourceLocation: sourceLocation)
    let down = try list.sorted(by: #"{"pointer":"/v","order":"descending"}"#).map { mixed[$0] }
    #expect(down == order.reversed(), sourceLocation: sourceLocation)
  }
}

/// A section of items that are named by their index, with contents.
private struct List {
  private let session = TestClient()

  init(_ contents: [String?]) throws {
    let items = contents.enumerated().map { index, content in
      content.map { #"{"id":\#(index),"content":\#($0)}"# } ?? "\(index)"
    }
    let document = #"{"sections":[{"id":"A","items":[\#(items.joined(separator: ","))]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"d","snapshot":\#(document)}"#)
  }

  /// The items in another order, which is not kept.
  func sorted(by keys: String) throws -> [Int] {
    _ = try session.result("snapshot/create", #"{"snapshot":"s","from":{"dataSource":"d"}}"#)
    let edits = #"[{"op":"sortItems","section":"A","by":[\#(keys)]}]"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"s","edits":\#(edits)}"#)
    let items = try Value(session.result("snapshot/itemIdentifiers", #"{"snapshot":"s"}"#))
    _ = try session.result("snapshot/release", #"{"snapshot":"s"}"#)
    return items["items"]?.elements.compactMap(\.integer) ?? []
  }

  /// How often it is asked whether to go on meanwhile, which is to say how much is read and compared.
  func looks(whenSortedBy keys: String) throws -> Int {
    var looks = 0
    session.server.mayContinue = {
      looks += 1
      return true
    }
    defer { session.server.mayContinue = { true } }
    _ = try sorted(by: keys)
    return looks
  }

  func refusal(_ edit: String) throws -> String? {
    try session.error("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#).kind
  }
}
