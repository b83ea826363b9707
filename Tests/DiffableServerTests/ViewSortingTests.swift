import TestSupport
import Testing

/// The order of a view by value is the one that `sortItems` gives, which compares whole keys.
@Suite struct ViewSortingTests {
  private static let values = [
    "0", "-0", "0.0", "1", "-1", "1.0", "10e-1", "1.5", "-1.5", "1e999", "-1e999", "1e-999",
    "-1e-999", "9007199254740992", "9007199254740993", "9007199254740991", "9007199254740992.5",
    "-9007199254740993", "9007199254740993.0", "1e16", "123456789012345678901234567890", "0.1",
    "0.1000000000000000055", "0.10000000000000001", "5e-324", "4.9e-324", "3e-324", "1e308",
    "1.7976931348623157e308", "1.7976931348623159e308", "1e99999999999999999999", "true", "false",
    "null", "[]", "[1]", "{}", #""""#, #""a""#, #""\u0000""#, #""a\u0000""#, #""a\u0000b""#,
    #""seven b""#, #""eight by""#, #""fifteen bytes o""#, #""fifteen bytes o\u0000""#,
    #""sixteen bytes on""#, #""sixteen bytes only, and then some""#, #""sixteen bytes only, and""#,
    #""\ud800""#, #""\ufffd""#, #""é""#, #""東京都""#,
  ]

  private static func items(_ values: some Sequence<String>) -> String {
    values.enumerated().map { #"{"id":\#($0),"content":{"v":\#($1)}}"# }.joined(separator: ",")
  }

  @Test(arguments: ["ascending", "descending"], 0..<4)
  func `a view sorts as the list would`(order: String, round: Int) throws {
    var random = SeededGenerator(seed: UInt64(round))
    // More than 256 are sorted byte by byte, fewer are not.
    let count = [50, 300, 1000, 3][round]
    var values: [String] = []
    for _ in 0..<count {
      let isOdd = round > 0 && Int.random(in: 0..<3, using: &random) == 0
      let number = Int.random(in: -500_000...500_000, using: &random)
      values.append(isOdd ? "\(number)" : Self.values.randomElement(using: &random) ?? "")
    }
    let client = TestClient()
    let document = #"{"sections":[{"id":"A","items":[\#(Self.items(values))]}]}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"l","snapshot":\#(document)}"#)
    let key = #"{"pointer":"/v","order":"\#(order)"}"#
    let view = #"{"of":"l","sortBy":[\#(key)]}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"v","view":\#(view)}"#)
    let question = "snapshot/itemIdentifiers"
    let shown = try Value(client.result(question, #"{"dataSource":"v"}"#))
    let edit = #"{"op":"sortItems","section":"A","by":[\#(key)]}"#
    _ = try client.result("dataSource/edit", #"{"dataSource":"l","edits":[\#(edit)]}"#)
    let sorted = try Value(client.result(question, #"{"dataSource":"l"}"#))
    let after = try Value(client.result(question, #"{"dataSource":"v"}"#))
    #expect(shown["items"] == sorted["items"])
    #expect(after["items"] == sorted["items"])
    guard case .array(let items) = shown["items"], items.count == count else {
      Issue.record("not \(count) items")
      return
    }
  }

  /// Values without escapes are read as they stand, others are parsed: nobody may see which.
  @Test(arguments: ["value", "text", "natural"])
  func `texts that are spelled in two ways are one`(compare: String) throws {
    let texts = (0..<24).map { String("ab1 Cé2 de34, 05f gh.6 ijk".prefix($0)) }
    let values = texts.flatMap { text -> [String] in
      let escaped = text.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        return #"\u\#(String(repeating: "0", count: 4 - digits.count))\#(digits)"#
      }
      return [#""\#(text)""#, #""\#(escaped.joined())""#]
    }
    let client = TestClient()
    let rows = Self.items(values.reversed())
    let document = #"{"sections":[{"id":"A","items":[\#(rows)]}]}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"l","snapshot":\#(document)}"#)
    let place = #""pointer":"/v""#
    let definitions = [
      #""sortBy":[{\#(place),"compare":"\#(compare)"}]"#,
      #""sortBy":[{\#(place),"compare":"\#(compare)","order":"descending"}]"#,
      #""where":{\#(place),"greater":"ab1 C","case":"\#(compare == "value" ? "exact" : "ignore")"}"#,
      #""where":{\#(place),"equals":"ab1 Cé2 d"}"#,
      #""search":{"text":"e2 d","in":[{\#(place)}],"match":"contains"}"#,
    ]
    for (index, members) in definitions.enumerated() {
      let view = #"{"dataSource":"v\#(index)","view":{"of":"l",\#(members)}}"#
      _ = try client.result("dataSource/create", view)
      let answer = try client.result("snapshot/itemIdentifiers", #"{"dataSource":"v\#(index)"}"#)
      let items = try Value(answer)["items"]?.elements.compactMap(\.integer) ?? []
      #expect(!items.isEmpty && items.count.isMultiple(of: 2), "\(members)")
      // The two spellings stand beside one another, in the order of the base.
      for pair in 0..<items.count / 2 {
        #expect(items[2 * pair] + 1 == items[2 * pair + 1], "\(members): \(items)")
        #expect(items[2 * pair].isMultiple(of: 2), "\(members): \(items)")
      }
    }
  }
}
