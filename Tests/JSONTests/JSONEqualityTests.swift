import JSON
import Testing

@Suite struct JSONEqualityTests {
  private func check(
    _ left: String,
    _ right: String,
    areEqual: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      let left = try JSONDocument(parsing: left, maxNestingDepth: .max).root
      let right = try JSONDocument(parsing: right, maxNestingDepth: .max).root
      #expect(left.isEqual(to: right) == areEqual, sourceLocation: sourceLocation)
      #expect(right.isEqual(to: left) == areEqual, sourceLocation: sourceLocation)
      #expect(left.isEqual(to: left) && right.isEqual(to: right), sourceLocation: sourceLocation)
    }
  }

  @Test func `values of different kinds differ`() {
    let values = [
      "null", "true", "false", "0", "1", "\"\"", "\"0\"", "\"null\"", "[]", "{}", "[0]",
      "{\"a\":0}",
    ]
    for (i, left) in values.enumerated() {
      for (j, right) in values.enumerated() { check(left, right, areEqual: i == j) }
    }
  }

  @Test func `numbers are equal by their exact value`() {
    check("1", "1.0", areEqual: true)
    check("1", "10e-1", areEqual: true)
    check("1", "0.01E+2", areEqual: true)
    check("-1", "1", areEqual: false)
    check("0", "-0", areEqual: true)
    check("0", "-0.000e-77", areEqual: true)
    check("0", "0e99999999999999999999999", areEqual: true)
    check("100", "1e2", areEqual: true)
    check("12.50", "1.25e1", areEqual: true)
    check("10.01", "1001e-2", areEqual: true)
    check("1.5", "1.50000000000000000000000000001", areEqual: false)
    check("0.1", "0.1000000000000000055511151231257827", areEqual: false)
    check("9007199254740993", "9007199254740992", areEqual: false)
    check("9007199254740993", "9007199254740993.0", areEqual: true)
    check("123456789012345678901234567890", "1.2345678901234567890123456789e29", areEqual: true)
    check("123456789012345678901234567890", "123456789012345678901234567891", areEqual: false)
    check("1e999999999", "10e999999998", areEqual: true)
    check("1e999999999", "1e999999998", areEqual: false)
    check("1e999999999", "1e-999999999", areEqual: false)
  }

  @Test func `exponents of any length are compared exactly`() {
    let nines = String(repeating: "9", count: 40)
    let power = "1" + String(repeating: "0", count: 40)
    check("1e\(power)", "10e\(nines)", areEqual: true)
    check("1e-\(nines)", "10e-\(power)", areEqual: true)
    check("0.1e\(power)", "1e\(nines)", areEqual: true)
    check("1e\(power)", "1e\(nines)", areEqual: false)
    check("1e\(power)", "1e-\(power)", areEqual: false)
    check("1e0000\(power)", "1e+\(power)", areEqual: true)
    check("1e1000000000000000000", "10e999999999999999999", areEqual: true)
    check("1e-999999999999999999", "10e-1000000000000000000", areEqual: true)
    check("1e999999999999999999", "10e999999999999999999", areEqual: false)
  }

  @Test func `texts are equal once escapes are resolved`() {
    check("\"a\"", #""\u0061""#, areEqual: true)
    check("\"/\"", #""\/""#, areEqual: true)
    check("\"😀\"", #""\ud83d\ude00""#, areEqual: true)
    check("\"a\"", "\"A\"", areEqual: false)
    check("\"é\"", "\"e\u{301}\"", areEqual: false)
    check(#""\ud800""#, #""\uD800""#, areEqual: true)
    check(#""\ud800""#, #""\ud801""#, areEqual: false)
    check(#""\ud800""#, #""\ufffd""#, areEqual: false)
  }

  @Test func `the order of elements matters`() {
    check("[1, 2]", "[1,2.0]", areEqual: true)
    check("[1, 2]", "[2, 1]", areEqual: false)
    check("[1]", "[1, 1]", areEqual: false)
    check("[[1, [2]], 3]", "[[1,[2]],3]", areEqual: true)
    check("[[1, [2]], 3]", "[[1,[3]],3]", areEqual: false)
  }

  @Test func `the order of members does not matter`() {
    check(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, areEqual: true)
    check(#"{"a":1,"b":2}"#, #"{"a":1, "b":2}"#, areEqual: true)
    check(#"{"a":1,"b":2}"#, #"{"a":1, "b":3}"#, areEqual: false)
    check(#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#, areEqual: false)
    check(#"{"a":1}"#, #"{"a":1,"b":2}"#, areEqual: false)
    check(#"{"a":1}"#, #"{"\u0061":1}"#, areEqual: true)
    check(#"{"a":1,"b":2}"#, #"{"b":2,"\u0061":1}"#, areEqual: true)
    check(#"{"é":1}"#, "{\"e\u{301}\":1}", areEqual: false)
    check(#"{"a":{"b":1,"c":[]}}"#, #"{"a":{"c":[],"b":1.0}}"#, areEqual: true)
  }

  @Test func `of members that stand twice the last counts`() {
    check(#"{"a":1,"a":2}"#, #"{"a":2}"#, areEqual: true)
    check(#"{"a":1,"a":2}"#, #"{"a":1}"#, areEqual: false)
    check(#"{"a":1,"a":2}"#, #"{"a":3,"a":2}"#, areEqual: true)
    check(#"{"a":1,"\u0061":2}"#, #"{"a":3, "a":2}"#, areEqual: true)
    check(#"{"a":1,"b":2,"a":3}"#, #"{"b":2,"a":3}"#, areEqual: true)
  }

  @Test func `large objects are compared too`() {
    let names = (0..<1_000).map { "\"\($0)\":\($0)" }
    let text = "{" + names.joined(separator: ",") + "}"
    check(text, "{" + names.reversed().joined(separator: ",") + "}", areEqual: true)
    check(text, "{" + names.joined(separator: ", ") + "}", areEqual: true)
    check(text, "{" + names.dropLast().joined(separator: ",") + ",\"x\":0}", areEqual: false)
  }

  @Test func `deep nesting needs no native stack`() {
    let open = String(repeating: "[", count: 200_000)
    let close = String(repeating: "]", count: 200_000)
    check(open + "1" + close, open + "1.0" + close, areEqual: true)
    check(open + "1" + close, open + "2" + close, areEqual: false)
  }
}

@Suite struct JSONMinifyingTests {
  private func minified(_ text: String) throws -> String {
    let root = try JSONDocument(parsing: text, maxNestingDepth: .max).root
    return String(decoding: root.minified, as: UTF8.self)
  }

  @Test func `only white space between tokens goes`() throws {
    #expect(try minified(" 1 ") == "1")
    #expect(try minified(" \"a b\\n \" ") == "\"a b\\n \"")
    #expect(try minified("[ ]") == "[]")
    #expect(try minified("{\n}") == "{}")
    #expect(try minified(" [ 1 ,\t2.50e+01 , [ ] ] ") == "[1,2.50e+01,[]]")
    #expect(
      try minified("{ \"b\" : 1.0 ,\r\n \"a\" : { \"\\u0061 \" : [ true , null ] } , \"a\" : -0 }")
        == #"{"b":1.0,"a":{"\u0061 ":[true,null]},"a":-0}"#
    )
    #expect(try minified(#"{"a":[1,{"b":2}]}"#) == #"{"a":[1,{"b":2}]}"#)
  }

  @Test func `a value inside a text is minified by itself`() throws {
    let root = try JSONDocument(parsing: "{ \"a\" : [ 1 , 2 ] , \"b\" : { } }").root
    var output = Array("x".utf8)
    root["a"]?.appendMinified(to: &output)
    root["b"]?.appendMinified(to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "x[1,2]{}")
  }

  @Test(arguments: [1, 30, 700, 40_000])
  func `what is kept takes no more memory than it needs`(length: Int) throws {
    let text = String(repeating: "x", count: length)
    let blanks = String(repeating: " ", count: length)
    // An allocator rounds up to 16 bytes, and gives 16 more where a free block cannot be split.
    func needed(_ count: Int) -> Int { count + count / 16 + 32 }
    for value in [#"{"b": "\#(text)", "a": 0}"#, #"[\#(blanks)"\#(text)"\#(blanks)]"#] {
      let bytes = try JSONDocument(parsing: value).root.minified
      #expect(bytes.capacity <= needed(bytes.count))
    }
    let old = try JSONDocument(parsing: #"{"b":"\#(text)","a":0}"#).root
    let new = try JSONDocument(parsing: #"{"c":"\#(text)","a":1}"#).root.patched(onto: old)
    #expect(new.capacity <= needed(new.count))
  }

  @Test func `deep nesting needs no native stack`() throws {
    let open = String(repeating: "[ ", count: 200_000)
    let close = String(repeating: "] ", count: 200_000)
    #expect(try minified(open + close).utf8.count == 400_000)
  }
}
