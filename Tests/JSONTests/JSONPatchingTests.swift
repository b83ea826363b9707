import JSON
import TestSupport
import Testing

/// JSON Merge Patches, RFC 7396.
@Suite struct JSONPatchingTests {
  private func check(
    _ patch: String,
    onto target: String?,
    _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let old = try target.map { try JSONDocument(parsing: $0).root }
    let new = try JSONDocument(parsing: patch).root.patched(onto: old)
    #expect(String(decoding: new, as: UTF8.self) == expected, sourceLocation: location)
  }

  @Test func `null takes out, objects go inside, and what else there is takes the place`() throws {
    try check(
      #"{"z":{"q":null,"r":1},"b":{"c":null,"x":9},"a":5}"#,
      onto: #"{"a":1,"b":{"c":2,"d":3},"e":[1]}"#,
      #"{"a":5,"b":{"d":3,"x":9},"e":[1],"z":{"r":1}}"#
    )
    try check(#"{"a":[1]}"#, onto: #"{"a":{"b":2}}"#, #"{"a":[1]}"#)
    try check(#"{"a":{"b":2}}"#, onto: #"{"a":[1]}"#, #"{"a":{"b":2}}"#)
    try check(#"{"a":{"b":null}}"#, onto: "{}", #"{"a":{}}"#)
    try check(#"{"a":[null,{"b":null}]}"#, onto: "{}", #"{"a":[null,{"b":null}]}"#)
  }

  @Test(arguments: [nil, "7", "[1]", "null", #""text""#])
  func `what is no object counts as an empty one`(target: String?) throws {
    try check("{}", onto: target, "{}")
    try check(#"{"a":1,"b":null}"#, onto: target, #"{"a":1}"#)
  }

  @Test func `what stays keeps its place and its bytes, and no blanks`() throws {
    try check(
      #"{ "n\u0061" : 1.0, "new" : { "x" : [ ] } }"#,
      onto: #"{ "k": 1.50e3 , "n\u0061me":[ "\u00e9" ],"na":2,"o":{ "p" : {} } }"#,
      #"{"k":1.50e3,"n\u0061me":["\u00e9"],"na":1.0,"o":{"p":{}},"new":{"x":[]}}"#
    )
  }

  @Test func `of members that stand twice the last counts, in its place`() throws {
    try check("{}", onto: #"{"a":1,"b":2,"a":3}"#, #"{"b":2,"a":3}"#)
    try check(#"{"a":4}"#, onto: #"{"a":1,"b":2,"\u0061":3}"#, #"{"b":2,"\u0061":4}"#)
    try check(#"{"x":1,"y":2,"x":3}"#, onto: "{}", #"{"y":2,"x":3}"#)
    try check(#"{"a":1,"a":null}"#, onto: #"{"a":5,"b":6}"#, #"{"b":6}"#)
  }

  @Test func `names that are half a surrogate pair are told apart`() throws {
    try check(
      #"{"\ud800":1,"\ud801":null}"#,
      onto: #"{"\ud801":2,"\udc00":3}"#,
      #"{"\udc00":3,"\ud800":1}"#
    )
  }

  @Test func `no nesting is too deep`() throws {
    let depth = 100_000
    func nested(_ inner: String) -> String {
      String(repeating: #"{"a":"#, count: depth) + inner + String(repeating: "}", count: depth)
    }
    let patch = try JSONDocument(parsing: nested(#"{"b":null,"c":1}"#), maxNestingDepth: .max).root
    let target = try JSONDocument(parsing: nested(#"{"b":2,"d":3}"#), maxNestingDepth: .max).root
    let new = patch.patched(onto: target)
    #expect(new.elementsEqual(nested(#"{"d":3,"c":1}"#).utf8))
  }

  @Test func `random patches do what the text of the RFC says`() throws {
    var random = SeededGenerator(seed: 7396)
    for _ in 0..<3000 {
      let (target, patch) = (value(3, &random), object(3, &random))
      let old = try JSONDocument(parsing: target).root
      let changes = try JSONDocument(parsing: patch).root
      let new = String(decoding: changes.patched(onto: old), as: UTF8.self)
      #expect(new == mergePatch(changes, old), "seed \(random.seed): \(patch) onto \(target)")
    }
  }

  private func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...4 where depth > 0: object(depth - 1, &random)
    case 5: "[1, {\"a\": null}]"
    case 6: "null"
    default: "\(Int.random(in: 0..<10, using: &random))"
    }
  }

  private func object(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let names = ["a", "b", "c", "\\u0061", "d"]
    let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      "\"\(names[Int.random(in: names.indices, using: &random)])\": \(value(depth, &random))"
    }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
