import JSON
import Testing

@Suite struct JSONViewTests {
  private func root(_ text: String) throws -> JSONView { try JSONDocument(parsing: text).root }

  @Test func `every value knows its kind`() throws {
    let values = try root(#"[null, true, false, 1, 1.5, "a", "\n", [], {}]"#).elements
    let kinds: [JSONKind] = [
      .null, .bool, .bool, .number, .number, .string, .string, .array, .object,
    ]
    #expect(values.map(\.kind) == kinds)
    #expect(values.map(\.isNull) == kinds.map { $0 == .null })
    #expect(values.map(\.bool) == [nil, true, false, nil, nil, nil, nil, nil, nil])
    #expect(
      values.map(\.hasEscapes) == [false, false, false, false, false, false, true, false, false]
    )
  }

  @Test func `a whole number that fits is an integer however it is written`() throws {
    func check(_ text: String, _ expected: Int?, sourceLocation: SourceLocation = #_sourceLocation)
    {
      let view = try? root(text)
      #expect(view != nil && view?.integer == expected, sourceLocation: sourceLocation)
    }
    check("0", 0)
    check("-0", 0)
    check("0.0", 0)
    check("0e5", 0)
    check("0e999999999999999999999999", 0)
    check("-7", -7)
    check("1.0", 1)
    check("1e2", 100)
    check("1E+2", 100)
    check("10e-1", 1)
    check("1200e-2", 12)
    check("12.50e1", 125)
    check("12.50e0", nil)
    check("0.001e3", 1)
    check("0.001e2", nil)
    check("1.5", nil)
    check("999999999999999999", 999_999_999_999_999_999)
    check("-999999999999999999", -999_999_999_999_999_999)
    check("9223372036854775807", .max)
    check("9223372036854775808", nil)
    check("-9223372036854775808", .min)
    check("-9223372036854775809", nil)
    check("-9.223372036854775808e18", .min)
    check("9.3e18", nil)
    check("1e18", 1_000_000_000_000_000_000)
    check("1e19", nil)
    check("1e999999999", nil)
    check("1e-999999999", nil)
    check("1e99999999999999999999999999", nil)
    check("1e-99999999999999999999999999", nil)
    check("10000000000000000000000e-22", 1)
    check("\"1\"", nil)
    check("null", nil)
  }

  @Test func `text is decoded`() throws {
    func check(
      _ text: String,
      _ expected: String?,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(throws: Never.self, sourceLocation: sourceLocation) {
        let view = try root(text)
        #expect(view.string == expected, sourceLocation: sourceLocation)
        var bytes: [UInt8] = []
        view.appendDecodedText(to: &bytes)
        #expect(bytes == Array((expected ?? "").utf8), sourceLocation: sourceLocation)
      }
    }
    check("\"\"", "")
    check("\"a é 日 😀\"", "a é 日 😀")
    check(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t")
    check(#""\u0041\u00e9\u00E9\u20ac\uFFFF""#, "Aéé€\u{FFFF}")
    check(#""\ud83d\ude00x""#, "😀x")
    check(#""\uDBFF\uDFFF""#, "\u{10FFFF}")
    check(#""\ud83dx\ude00""#, "\u{FFFD}x\u{FFFD}")
    check(#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀")
    check(#""\ud83d\\ude00""#, "\u{FFFD}\\ude00")
    check(#""\u0000""#, "\0")
    check("1", nil)
    check("[\"a\"]", nil)
  }

  @Test func `a text is compared with a literal`() throws {
    #expect(try root("\"method\"").equals("method"))
    #expect(try root(#""m\u0065thod""#).equals("method"))
    #expect(try root("\"\"").equals(""))
    #expect(try !root("\"methods\"").equals("method"))
    #expect(try !root("\"metho\"").equals("method"))
    #expect(try !root("\"longer than eight\"").equals("longer than eighT"))
    #expect(try !root("[\"method\"]").equals("method"))
  }

  @Test func `a member is found by its name`() throws {
    let object = try root(#"{"a": {"b": [1, {"c": 0}]}, "b": 2, "\u0063": 3, "é": 4, "": 5}"#)
    #expect(object["a"]?.kind == .object)
    #expect(object["b"]?.integer == 2)
    #expect(object["c"]?.integer == 3)
    #expect(object[String("é")]?.integer == 4)
    #expect(object[""]?.integer == 5)
    #expect(object["d"] == nil)
    #expect(object["a"]?["b"]?.count == 2)
    #expect(try root("[\"a\", 1]")["a"] == nil)
    #expect(try root("\"a\"")["a"] == nil)
  }

  @Test func `different spellings of an accent are different names`() throws {
    let object = try root("{\"e\u{301}\": 1}")
    #expect(object[String("\u{e9}")] == nil)
    #expect(object[String("e\u{301}")]?.integer == 1)
  }

  @Test func `of members that stand twice the last counts`() throws {
    let object = try root(#"{"a": 1, "b": 2, "\u0061": 3}"#)
    #expect(object["a"]?.integer == 3)
    #expect(object.count == 3)
  }

  @Test func `elements and members come in order`() throws {
    let array = try root(#"[1, [2, [3]], {"a": [4]}, "b"]"#)
    #expect(array.count == 4)
    #expect(
      array.elements.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        "1", "[2, [3]]", "{\"a\": [4]}", "\"b\"",
      ]
    )
    #expect(array.members.map { _ in 0 } == [])

    let object = try root(#"{"a": 1, "b": {"c": []}, "a": [2]}"#)
    #expect(object.count == 3)
    #expect(object.members.map(\.name.string) == ["a", "b", "a"])
    #expect(
      object.members.map { String(decoding: $0.value.bytes, as: UTF8.self) } == [
        "1", "{\"c\": []}", "[2]",
      ]
    )
    #expect(object.elements.map { _ in 0 } == [])
    #expect(try root("[]").count == 0)
    #expect(try root("{}").count == 0)
    #expect(try root("7").count == 0)
  }

  @Test func `elements without references are the same elements`() throws {
    let array = try root(#"[1, [2, [3]], {"a": [4]}, "b", "\n"]"#)
    var kinds: [JSONKind] = []
    var spellings: [String] = []
    var escapes: [Bool] = []
    var kept: [JSONView] = []
    array.forEachElement { element in
      kinds.append(element.kind)
      spellings.append(String(decoding: element.bytes, as: UTF8.self))
      escapes.append(element.hasEscapes)
      kept.append(element.view)
    }
    #expect(kinds == array.elements.map(\.kind))
    #expect(spellings == array.elements.map { String(decoding: $0.bytes, as: UTF8.self) })
    #expect(escapes == [false, false, false, false, true])
    #expect(zip(kept, array.elements).allSatisfy { $0.isEqual(to: $1) })
    try root("{\"a\": 1}").forEachElement { _ in Issue.record("An object has no elements.") }
  }

  @Test func `an error ends a loop over elements`() throws {
    struct Stop: Error {}
    var seen = 0
    #expect(throws: Stop.self) {
      try root("[1, 2, 3]").forEachElement { element in
        seen += 1
        if seen == 2 { throw Stop() }
      }
    }
    #expect(seen == 2)
  }

  @Test func `a view keeps its document`() throws {
    func element() throws -> JSONView? {
      var bytes = Array("[\"a\", \"kept\"]".utf8)
      let view = try JSONDocument(parsing: bytes).root.elements.dropFirst().first { _ in true }
      bytes[6] = 0
      return view
    }
    #expect(try element()?.string == "kept")
  }

  @Test func `raw bytes are those that were sent`() throws {
    let value = try #require(try root(#"{ "a" : [ 1.50 , "\u0061" ] }"#)["a"])
    #expect(value.withBytes { String(decoding: $0, as: UTF8.self) } == #"[ 1.50 , "\u0061" ]"#)
    #expect(String(decoding: value.bytes, as: UTF8.self) == #"[ 1.50 , "\u0061" ]"#)
  }
}

@Suite struct JSONPointerTests {
  private let text =
    #"{"foo":["bar","baz",{"x":7}],"":0,"a/b":1,"c%d":2,"m~n":8,"10":9,"~1":10,"é":11,"r":1,"r":12}"#

  private func check(
    _ pointer: String,
    _ expected: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      let pointer = try #require(JSONPointer(pointer), sourceLocation: sourceLocation)
      let value = try JSONDocument(parsing: text).root.value(at: pointer)
      let spelling = value.map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(spelling == expected, sourceLocation: sourceLocation)
      let bytes = Array(text.utf8)
      let range = bytes.withUnsafeBytes { pointer.range(in: $0) }
      let found = range.map { String(decoding: bytes[$0], as: UTF8.self) }
      #expect(found == expected, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    (#" { "a" : [ 1 , { "b" : "x\" ]" } ] , "c" : null } "#, ["/a", "/a/1", "/a/1/b", "/c", "/b"]),
    (#"{"\u0061":1,"b":{"a":2},"a":{"\"":[[],[[3]]]}}"#, ["/a/\"/1/0/0", "/a/\"/0/0", "/b/a"]),
    (#"{"\ud800":1,"\ufffd":2}"#, ["/\u{FFFD}"]),
    (#"{"a":1,"b":2,"c":"no nesting and no escape"}"#, ["/a\":1,\"b", "/b", "/c", "/:"]),
    ("[]", ["/0", ""]), ("{}", ["/", ""]), ("-1e5", ["", "/0"]), (#""/0""#, ["", "/0"]),
    ("[[[1,2],[3]],[true]]", ["/0/1/0", "/1/0", "/1/1", "/0/2", "/0/0/1"]),
  ])
  func `a value is found without a tape where it is with one`(
    text: String,
    pointers: [String]
  ) throws {
    let bytes = Array(text.utf8)
    let root = try JSONDocument(parsing: text).root
    for spelling in pointers {
      let pointer = try #require(JSONPointer(spelling))
      let found = bytes.withUnsafeBytes { pointer.range(in: $0) }.map { Array(bytes[$0]) }
      #expect(found == root.value(at: pointer).map { Array($0.bytes) }, "\(spelling)")
    }
  }

  @Test func `a pointer leads to a value`() {
    check("", text)
    check("/foo", #"["bar","baz",{"x":7}]"#)
    check("/foo/0", "\"bar\"")
    check("/foo/2/x", "7")
    check("/", "0")
    check("/a~1b", "1")
    check("/c%d", "2")
    check("/m~0n", "8")
    check("/10", "9")
    check("/~01", "10")
    check("/é", "11")
    check("/r", "12")
  }

  @Test func `a pointer that leads nowhere gives nothing`() {
    check("/bar", nil)
    check("/foo/3", nil)
    check("/foo/-", nil)
    check("/foo/00", nil)
    check("/foo/01", nil)
    check("/foo/-1", nil)
    check("/foo/+1", nil)
    check("/foo/", nil)
    check("/foo/99999999999999999999", nil)
    check("/foo/0/x", nil)
    check("/foo/2/x/y", nil)
    check("//", nil)
  }

  @Test(arguments: ["a", "a/b", " /a", "/~", "/~2", "/a~", "/~/a"])
  func `what is no pointer is refused`(_ text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test func `a pointer has a longest length`() {
    let longest = String(repeating: "/", count: JSONPointer.maxBytes)
    #expect(JSONPointer(longest)?.tokens.count == JSONPointer.maxBytes)
    #expect(JSONPointer("/" + longest) == nil)
    let name = String(repeating: "é", count: JSONPointer.maxBytes / 2)
    #expect(JSONPointer("/" + name) == nil)
    #expect(JSONPointer("/" + name.dropLast())?.tokens == [String(name.dropLast())])
  }

  @Test func `tokens have their escapes resolved`() {
    #expect(JSONPointer("/a~1b/~01/0/")?.tokens == ["a/b", "~1", "0", ""])
    #expect(JSONPointer("")?.tokens == [])
    #expect(JSONPointer("/a") == JSONPointer("/a"))
    #expect(JSONPointer("/a") != JSONPointer("/a/"))
  }
}
