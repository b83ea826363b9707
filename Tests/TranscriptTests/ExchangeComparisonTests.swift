import Testing
import Transcripts

@Suite struct ExchangeComparisonTests {
  private func report(_ expected: [String], _ actual: [String]) -> [String]? {
    ExchangeComparison.report(expected.map { Array($0.utf8) }, actual.map { Array($0.utf8) })
  }

  @Test(arguments: [
    (#"{"a":1,"b":[1,2]}"#, #"{ "b":[1.0,2], "a":10e-1 }"#),
    (#"{"a":"…"}"#, #"{"a":{"deep":[null]}}"#),
    (#""…""#, "7"),
    (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    (#""\u0061""#, #""a""#),
  ])
  func `equal values are equal however they are written`(expected: String, actual: String) {
    #expect(report([expected], [actual]) == nil)
  }

  @Test(arguments: [
    (#"{"a":{"b/c~":[1,2]}}"#, #"{"a":{"b/c~":[1,3]}}"#, "/a/b~1c~0/1 is 3, expected 2"),
    (#"{"a":1}"#, "{}", "/a is missing, expected 1"),
    (#"{"a":"…"}"#, "{}", #"/a is missing, expected "…""#),
    ("{}", #"{"a":null}"#, "/a is null, expected nothing there"),
    ("[1]", "[1,2]", "/1 is 2, expected nothing there"),
    ("[1,2]", "[1]", "/1 is missing, expected 2"),
    ("{}", "[]", "the message is [], expected {}"),
    (#"{"a":"x"}"#, #"{"a":"…"}"#, #"/a is "…", expected "x""#),
  ])
  func `the first difference is named`(expected: String, actual: String, description: String) {
    #expect(report([expected], [actual])?.first == description)
  }

  @Test func `a message that is missing or too many is shown`() {
    #expect(report(["1", "2"], ["1"]) == ["this answer did not come:", "- 2"])
    #expect(report([], ["1"]) == ["this answer was not expected:", "+ 1"])
    #expect(report([], []) == nil)
    let long = report([], ["[\((0..<5_000).map(String.init).joined(separator: ","))]"])
    #expect(long?.count == 502)
    #expect(long?.last == "  … and more, which is not shown")
  }

  @Test(arguments: [300, 100_000])
  func `deeply nested answers are compared`(levels: Int) {
    func nested(_ leaf: String) -> String {
      String(repeating: "[", count: levels) + leaf + String(repeating: "]", count: levels)
    }
    func message(_ leaf: String, _ text: String) -> String {
      #"{"message":"\#(text)","identifiers":[\#(nested(leaf))]}"#
    }
    #expect(report([message("1", "…")], [message("1.0", "some words")]) == nil)
    #expect(report([message("1", "…")], [message("2", "some words")])?.count == 17)
    #expect(report([], [message("1", "…")])?.count == 502)
  }

  @Test func `of several answers the differing one is named`() {
    #expect(
      report(["1", "2"], ["1", "3"])?.first == "answer 2 of 2: the message is 3, expected 2"
    )
  }

  @Test func `an answer that is no JSON differs`() {
    #expect(report(["1"], ["nope"]) == ["one of these is no JSON:", "- 1", "+ nope"])
  }

  @Test func `long messages are compared line by line in the same order of members`() {
    let long = #""a long text, so that the object does not fit on a single line of the comparison""#
    let expected = #"{"first":\#(long),"second":\#(long),"third":[1,2,3],"fourth":1}"#
    let actual = #"{"fourth":1,"second":\#(long),"third":[1,2,4],"first":\#(long)}"#
    #expect(
      report([expected], [actual]) == [
        "/third/2 is 4, expected 3",
        "  {",
        #"    "first": \#(long),"#,
        #"    "second": \#(long),"#,
        #"-   "third": [1,2,3],"#,
        #"+   "third": [1,2,4],"#,
        #"    "fourth": 1"#,
        "  }",
      ]
    )
  }

  /// It is the first stretch that is compared: all of it would take minutes.
  @Test func `much that differs in its order is not compared to its end`() throws {
    let numbers = Array(0..<100_000)
    let message = { (all: [Int]) in
      "{\"a\":7,\"b\":[\(all.map(String.init).joined(separator: ","))]}"
    }
    let told = try #require(report([message(numbers)], [message(numbers.reversed())]))
    #expect(told.count < 1100)
    #expect(told.contains("+     99999,") && told.contains { $0.hasPrefix("- ") })
    #expect(told.last == "  … and more, which is not compared line by line")
    // One that is left out in the middle is all that is told.
    let fewer = numbers.filter { $0 != 50_000 }
    let missing = try #require(report([message(numbers)], [message(fewer)]))
    #expect(missing.filter { $0.hasPrefix("- ") || $0.hasPrefix("+ ") } == ["-     50000,"])
  }
}
