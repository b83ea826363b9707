import TestSupport
import Testing

/// Sorting by several values, beside ranks that stand here and were not found by comparing.
@Suite struct SortingTrialTests {
  /// Values in ascending order; those that are written in one entry are equal.
  private static let ascending: [[String]] = [
    ["-1e999"], ["-9007199254740993", "-9007199254740993.0"], ["-1.5"], ["-1", "-10e-1"],
    ["-1e-999"], ["0", "-0", "0.0"], ["1e-999"], ["3e-324"], ["4.9e-324"], ["5e-324"], ["0.1"],
    ["0.1000000000000000055"], ["0.10000000000000001"], ["1", "1.0", "10e-1"], ["1.5"],
    ["9007199254740991"], ["9007199254740992"], ["9007199254740992.5"],
    ["9007199254740993", "9007199254740993.0"], ["1e16"], ["123456789012345678901234567890"],
    ["1e308"], ["1.7976931348623157e308"], ["1.7976931348623159e308"], ["1e999"],
    ["1e99999999999999999999"],
    [#""""#], [#""\u0000""#], [#""a""#, #""\u0061""#], [#""a\u0000""#], [#""a\u0000b""#],
    [#""eight by""#, #""eight\u0020by""#], [#""fifteen bytes o""#], [#""fifteen bytes o\u0000""#],
    [#""seven b""#], [#""sixteen bytes on""#, #""sixteen bytes o\u006e""#],
    [#""sixteen bytes only, and""#],
    [#""sixteen bytes only, and then""#, #""\u0073ixteen bytes only, and then""#],
    ["\"\(String(repeating: "x", count: 2000))\""], ["\"\(String(repeating: "x", count: 2001))\""],
    ["\"\(String(repeating: "x", count: 2000))y\""],
    [#""é""#, #""\u00e9""#], [#""東京都""#], [#""\ud800""#], [#""\ufffd""#],
    ["false"], ["true"], ["null"], ["[]", "[1]"], ["{}", #"{"a":1}"#],
  ]
  private static let missing = ascending.count
  private static let members = ["a", "b", "c"]

  private struct Item {
    /// The rank of each member's value.
    var ranks: [Int] = []
    /// Nil for an item without content.
    var content: String?
  }

  private struct Key {
    let member: Int
    let isDescending: Bool

    var text: String {
      let order = isDescending ? "descending" : "ascending"
      return #"{"pointer":"/\#(members[member])","order":"\#(order)"}"#
    }

    /// Whether an item comes before another, nil when both are equal.
    func precedes(_ item: Item, _ other: Item) -> Bool? {
      let (one, two) = (item.ranks[member], other.ranks[member])
      if one == two { return nil }
      return isDescending && one != missing && two != missing ? one > two : one < two
    }
  }

  @Test(arguments: 0..<8)
  func `the first value that is not equal decides`(round: Int) throws {
    var random = SeededGenerator(seed: UInt64(round))
    // With few values to choose from most are equal, so that later keys have to decide.
    let choice = (0..<[3, 60][round % 2]).map { _ in
      Int.random(in: 0...Self.missing, using: &random)
    }
    let items = (0..<[40, 600][round / 2 % 2]).map { _ in Self.item(of: choice, &random) }
    let keys = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Key(member: Int.random(in: 0..<3, using: &random), isDescending: Bool.random(using: &random))
    }
    let expected = items.indices.sorted { one, two in
      for key in keys {
        if let precedes = key.precedes(items[one], items[two]) { return precedes }
      }
      return one < two
    }
    #expect(try Self.sorted(items, by: keys) == expected)
  }

  private static func item(of choice: [Int], _ random: inout SeededGenerator) -> Item {
    var item = Item()
    var values: [String] = []
    for member in members {
      let rank = choice.randomElement(using: &random) ?? missing
      item.ranks.append(rank)
      guard rank < missing, let value = ascending[rank].randomElement(using: &random) else {
        continue
      }
      values.append(#""\#(member)": \#(value)"#)
    }
    let hasContent = !values.isEmpty || Bool.random(using: &random)
    item.content = hasContent ? "{\(values.joined(separator: ", "))}" : nil
    return item
  }

  private static func sorted(_ items: [Item], by keys: [Key]) throws -> [Int] {
    let client = TestClient()
    let elements = items.enumerated().map { index, item in
      item.content.map { #"{"id":\#(index),"content":\#($0)}"# } ?? "\(index)"
    }
    let document = #"{"sections":[{"id":"A","items":[\#(elements.joined(separator: ","))]}]}"#
    _ = try client.result("dataSource/create", #"{"dataSource":"d","snapshot":\#(document)}"#)
    let by = keys.map(\.text).joined(separator: ",")
    let edit = #"{"op":"sortItems","section":"A","by":[\#(by)]}"#
    _ = try client.result("dataSource/edit", #"{"dataSource":"d","edits":[\#(edit)]}"#)
    let list = try Value(client.result("snapshot/itemIdentifiers", #"{"dataSource":"d"}"#))
    return list["items"]?.elements.compactMap(\.integer) ?? []
  }
}
