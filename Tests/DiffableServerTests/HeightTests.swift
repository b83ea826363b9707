import DiffableServer
import TestSupport
import Testing

/// Heights of rows and their sums, for front ends that draw only what is seen.
@Suite struct HeightTests {

  private let session = TestClient()

  private func open(_ heights: String, _ sections: String) throws {
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"l","options":{"heights":\#(heights)},"snapshot":{"sections":[\#(sections)]}}"#
    )
  }

  private func ask(_ method: String, _ members: String = "") throws -> Value {
    try Value(try session.result("dataSource/\(method)", #"{"dataSource":"l"\#(members)}"#))
  }

  private func height(_ path: String) throws -> Value? {
    try ask("heightForRow", #","indexPath":\#(path)"#)["height"]
  }

  @Test func `an item's height comes before its section's and the default`() throws {
    try open(
      #"{"default":44,"sections":[{"section":"B","height":72.50},{"section":"C","height":null}],"item":"/h"}"#,
      #"""
      {"id":"A","items":[1,{"id":2,"content":{"h":1e1}},{"id":3,"content":{"h":null}},
      {"id":4,"content":{"h":-1}},{"id":5,"content":{"h":"9"}},{"id":6,"content":[7]}]},
      {"id":"B","items":[7]},{"id":"C","items":[8,{"id":9,"content":{"h":0.12345}}]}
      """#
    )
    let heights = try [
      "[0,0]", "[0,1]", "[0,2]", "[0,3]", "[0,4]", "[0,5]", "[1,0]", "[2,0]", "[2,1]",
    ]
    .map { try height($0)?.description }
    #expect(heights == ["44", "1e1", "null", "44", "44", "44", "72.50", "null", "0.12345"])
    #expect(try height("[9,9]") == .null)
  }

  @Test func `what is measured counts with its estimate, and with nothing where there is none`()
    throws
  {
    try open(
      #"{"item":"/h","estimatedItem":"/e","sections":[{"section":"B","estimated":60}]}"#,
      #"{"id":"A","items":[1,{"id":2,"content":{"e":7.25}},{"id":3,"content":{"h":1,"e":9}}]},{"id":"B","items":[4]}"#
    )
    #expect(try ask("contentHeight")["height"]?.description == "68.25")
    let estimates = try ["[0,0]", "[0,1]", "[0,2]", "[1,0]"].map { path in
      try ask("estimatedHeightForRow", #","indexPath":\#(path)"#)["height"]?.description
    }
    #expect(estimates == ["null", "7.25", "9", "60"])
    let row = try ask("offsetOfRow", #","indexPath":[1,0]"#)
    #expect(row.description == #"{"height":60,"revision":1,"y":8.25}"#)
    // The row without a height is never hit.
    #expect(try ask("rowAtOffset", #","y":0"#)["indexPath"] == (try Value("[0,1]")))
  }

  @Test func `sums are in thousandths, with the rest of each height cut off`() throws {
    try open(
      #"{"item":"/h"}"#,
      #"{"id":"A","items":[{"id":1,"content":{"h":0.0019}},{"id":2,"content":{"h":0.1}},{"id":3,"content":{"h":0.2}}]}"#
    )
    #expect(try ask("contentHeight")["height"]?.description == "0.301")
    #expect(try ask("rowAtOffset", #","y":0.00099"#)["indexPath"] == (try Value("[0,0]")))
    #expect(try ask("rowAtOffset", #","y":0.001"#)["indexPath"] == (try Value("[0,1]")))
    #expect(try ask("rowAtOffset", #","y":0.30099999999999"#)["indexPath"] == (try Value("[0,2]")))
    for y in ["-0.0001", "0.301", "1e400", "-1e400"] {
      let row = try ask("rowAtOffset", #","y":\#(y)"#)
      #expect(row.description == #"{"height":null,"indexPath":null,"revision":1,"y":null}"#)
    }
  }

  @Test func `rows that are all alike need no sums of their own`() throws {
    try open(
      #"{"default":10,"sections":[{"section":"B","height":0},{"section":"C","height":2.5}]}"#,
      #"{"id":"A","items":[1,2]},{"id":"B","items":[3]},{"id":"C","items":[4,5]}"#
    )
    #expect(try ask("rowAtOffset", #","y":19.9"#)["indexPath"] == (try Value("[0,1]")))
    #expect(
      try ask("rowAtOffset", #","y":20"#).description
        == #"{"height":2.5,"indexPath":[2,0],"revision":1,"y":20}"#
    )
    #expect(try ask("offsetOfRow", #","indexPath":[2,1]"#)["y"]?.description == "22.5")
    #expect(try ask("offsetOfRow", #","indexPath":[2,2]"#)["y"] == .null)
    _ = try session.result(
      "dataSource/configure",
      #"{"dataSource":"l","options":{"heights":{"default":1}}}"#
    )
    #expect(try ask("contentHeight")["height"]?.description == "5")
  }

  @Test func `the question must be of a number, and of the revision that it names`() throws {
    try open("{}", #"{"id":"A","items":[1]}"#)
    #expect(
      try session.error("dataSource/rowAtOffset", #"{"dataSource":"l","y":"0"}"#).kind
        == "invalidParams"
    )
    #expect(
      try session.error("dataSource/rowAtOffset", #"{"dataSource":"l"}"#).kind == "invalidParams"
    )
    #expect(
      try session.error("dataSource/contentHeight", #"{"dataSource":"l","atRevision":3}"#).kind
        == "revisionMismatch"
    )
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `sums follow random sessions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try open(#"{"default":3,"sections":[{"section":"B","height":5}],"item":"/h"}"#, #""A","B","C""#)
    for step in 0..<120 {
      _ = session.call("dataSource/edit", #"{"dataSource":"l","edits":[\#(edit(&random))]}"#)
      if step % 7 == 6 {
        let back = Int.random(in: 1...5, using: &random)
        _ = session.call(
          "dataSource/revert",
          #"{"dataSource":"l","toRevision":\#(step + 1 - back)}"#
        )
      }
      guard step % 3 > 0 else { continue }
      #expect(try problem() == nil, "seed \(random.seed), step \(step)")
    }
  }

  private func edit(_ random: inout SeededGenerator) -> String {
    let item = Int.random(in: 0..<30, using: &random)
    let section = ["A", "B", "C"].randomElement(using: &random) ?? "A"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return #"{"op":"deleteItems","items":[\#(item)]}"#
    case 1: return #"{"op":"appendItems","items":[\#(item)],"toSection":"\#(section)"}"#
    case 2: return #"{"op":"moveSection","section":"\#(section)","beforeSection":"C"}"#
    default:
      let height = Int.random(in: 0...9, using: &random)
      return
        #"{"op":"appendItems","items":[{"id":\#(item),"content":{"h":\#(height)}}],"toSection":"\#(section)"}"#
    }
  }

  /// The first answer that plain addition contradicts.
  private func problem() throws -> String? {
    let rows = try ask("rows", #","from":[0,0],"count":1000"#)["rows"]?.elements ?? []
    var top = 0
    for row in rows {
      let height = row["content"]?["h"]?.integer ?? (row["section"]?.text == "B" ? 5 : 3)
      let path = row["indexPath"]?.description ?? ""
      let answer = try ask("offsetOfRow", #","indexPath":\#(path)"#)
      guard answer["y"]?.integer == top, answer["height"]?.integer == height else {
        return "\(path) at \(top): \(answer)"
      }
      if height > 0 {
        let found = try ask("rowAtOffset", #","y":\#(top + height - 1).999"#)
        guard found["indexPath"] == row["indexPath"] else { return "\(path): \(found)" }
      }
      top += height
    }
    let total = try ask("contentHeight")["height"]?.integer
    return total == top ? nil : "\(String(describing: total)), not \(top)"
  }
}
