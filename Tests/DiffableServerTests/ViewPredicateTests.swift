import DiffableServer
import JSON
import Testing

/// Predicates over values, operands and contents that are many or long.
@Suite struct ViewPredicateTests {
  private let client = TestClient()

  /// Makes a list of rows with contents, and says which of them a predicate keeps.
  private func kept(_ contents: [String], _ predicate: String) throws -> [Value] {
    let items = contents.enumerated().map { #"{"id":\#($0),"content":\#($1)}"# }
    let list = #"{"sections":[{"id":"s","items":[\#(items.joined(separator: ","))]}]}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"d","snapshot":\#(list)}"#)
    try create(predicate)
    return try shown()
  }

  /// The rows that the view shows.
  private func shown() throws -> [Value] {
    let answer = try client.result("snapshot/itemIdentifiers", #"{"dataSource":"v"}"#)
    return try Value(answer)["items"]?.elements ?? []
  }

  private func create(_ predicate: String) throws {
    let view = #"{"of":"d","where":\#(predicate)}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
  }

  @Test(arguments: [
    ("exact", [0, 1, 2, 3, 6, 7, 9, 10, 11, 12, 17]),
    ("ignore", [0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 17, 18]),
  ])
  func `a value is among others however they are written`(textCase: String, rows: [Int]) throws {
    let contents = [
      "1", "1.0", "10e-1", "-0.50", "-0.51", "2", "12345678901234567890", #""ab""#, #""AB""#,
      "null", "true", "[1,2]", #"{"b":2,"a":1}"#, "false", "[2,1]", #""""#, "1e400",
      #""\ud800""#, #""\ufffd""#,
    ]
    let operand = [
      "1", "-5e-1", "1234567890123456789e1", #""a\u0062""#, "null", "true", #""\ud800""#, "[1.0,2]",
      #"{"a":1,"b":2.0}"#,
    ]
    let found = try kept(
      contents,
      #"{"pointer":"","in":[\#(operand.joined(separator: ","))],"case":"\#(textCase)"}"#
    )
    #expect(found == rows.map { .number("\($0)") })
  }

  @Test func `what a number is compared with may be the least integer`() throws {
    let found = try kept(["\(Int.min)", "0"], #"{"pointer":"","atMost":\#(Int.min)}"#)
    #expect(found == [.number("0")])
  }

  /// To Unicode, a letter with an accent and a letter with an accent behind it are the same.
  @Test(arguments: [
    #""where":{"pointer":"/t","equals":"TEXT"}"#,
    #""where":{"pointer":"/TEXT","exists":true}"#,
  ])
  func `views that ask for other bytes show other rows`(definition: String) throws {
    let texts = ["\u{1100}\u{1161}", "\u{AC00}"]
    let items = texts.enumerated().map { number, text in
      #"{"id":\#(number),"content":{"t":"\#(text)","\#(text)":1}}"#
    }
    let list = #"{"sections":[{"id":"s","items":[\#(items.joined(separator: ","))]}]}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"d","snapshot":\#(list)}"#)
    for (number, text) in texts.enumerated() {
      let view = #"{"of":"d",\#(definition.replacing("TEXT", with: text))}"#
      let create = #"{"dataSource":"v\#(number)","view":\#(view)}"#
      _ = try client.result("dataSource/create", create)
      let shown = #"{"dataSource":"v\#(number)"}"#
      let answer = try Value(try client.result("snapshot/itemIdentifiers", shown))
      #expect(answer["items"]?.elements == [.number("\(number)")])
    }
  }

  @Test func `a part is found wherever it stands`() throws {
    var texts = [""]
    for length in 1...7 {
      texts += texts.filter { $0.count == length - 1 }.flatMap { [$0 + "a", $0 + "b"] }
    }
    let contents = texts.map { #""\#($0)""# }
    _ = try kept(contents, #"{"pointer":"","contains":""}"#)
    for part in texts where part.count <= 5 {
      let stages = #"{"where":{"pointer":"","contains":"\#(part)"}}"#
      _ = try client.result("dataSource/updateView", #"{"dataSource":"v","view":\#(stages)}"#)
      let found = try shown()
      let expected = texts.indices.filter { part.isEmpty || texts[$0].contains(part) }
      #expect(found == expected.map { .number("\($0)") }, "\(part)")
    }
  }

  @Test func `a definition that is too long is refused`() throws {
    // The schema cannot say how long.
    let client = TestClient(checksContract: false)
    _ = try client.result("dataSource/create", #"{"dataSource":"d"}"#)
    let rest = #"{"of":"d","where":{"pointer":"","equals":""}}"#.utf8.count
    for (length, isRefused) in [(262_144, false), (262_145, true), (500_000, true)] {
      let text = String(repeating: "x", count: length - rest)
      let view = #"{"of":"d","where":{"pointer":"","equals":"\#(text)"}}"#
      let answer = client.call("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
      #expect("\(answer)".contains("must not have more than 262144 bytes of JSON") == isRefused)
    }
    let stages =
      #"{"search":{"text":"a","in":[{"pointer":"/\#(String(repeating: "x", count: 300))"}]}}"#
    let error = try client.error("dataSource/updateView", #"{"dataSource":"v","view":\#(stages)}"#)
    #expect("\(error)".contains("must not have more than 262144 bytes of JSON"))
  }
}

extension ViewPredicateTests {
  @Test func `between rows that take long it looks around after fewer`() throws {
    let arrays = (0..<500).map { "[\($0)]" }.joined(separator: ",")
    _ = try kept((0..<600).map(String.init), #"{"pointer":"","exists":true}"#)
    let items = (0..<600).map { #"{"id":\#($0),"content":[-\#($0 + 1)]}"# }.joined(separator: ",")
    let edit = #"{"dataSource":"d","edits":[{"op":"setItems","items":[\#(items)]}]}"#
    _ = try client.result("dataSource/edit", edit)
    var looks = 0
    client.server.mayContinue = {
      looks += 1
      return true
    }
    let stages = #"{"where":{"pointer":"","in":[\#(arrays)]}}"#
    _ = try client.result("dataSource/updateView", #"{"dataSource":"v","view":\#(stages)}"#)
    #expect(looks >= 3)
    // An edit of all of them is as long.
    looks = 0
    _ = try client.result("dataSource/edit", edit.replacing("[-", with: "[-1"))
    #expect(looks >= 3)
  }

  private static let long = String(repeating: "x", count: 1 << 18)

  @Test(arguments: [
    #""where":{"pointer":"/t","endsWith":"x"}"#,
    #""where":{"pointer":"/n","has":2}"#,
    #""search":{"text":"x","in":[{"pointer":"/t"}]}"#,
    #""sortBy":[{"pointer":"/t"}]"#,
    #""groupBy":{"pointer":"/k"}"#,
  ])
  func `between long contents it looks around, and reads anew what was cancelled`(stages: String)
    throws
  {
    let numbers = "[" + String(repeating: "1,", count: 1 << 14) + "2]"
    let items = (0..<24).map {
      #"{"id":\#($0),"content":{"k":\#($0 % 2),"t":"\#(Self.long)","n":\#(numbers)}}"#
    }
    let list = #"{"sections":[{"id":"s","items":[\#(items.joined(separator: ","))]}]}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"d"}"#)
    // What is read for a view that was cancelled is still there for this one, which is paused.
    let paused = #"{"of":"d",\#(stages),"live":false}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"p","view":\#(paused)}"#)
    _ = try client.result("dataSource/apply", #"{"dataSource":"d","snapshot":\#(list)}"#)
    let params = #"{"dataSource":"v","view":{"of":"d",\#(stages)}}"#
    var looks = 0
    var last = Int.max
    client.server.mayContinue = {
      looks += 1
      return looks < last
    }
    for cancelled in [1, 10] {
      (looks, last) = (0, cancelled)
      let error = try client.error("dataSource/create", params)
      #expect("\(error)".contains("-32800"))
      #expect(looks <= cancelled + 2)
    }
    (looks, last) = (0, .max)
    _ = try client.result("dataSource/create", params)
    // The rest of what had been read already.
    #expect(looks >= 10)
    let rows = try shown()
    #expect(Set(rows.map { "\($0)" }).count == 24)
  }
}
