import JSON
import Testing

/// What is JSON and what is not, one text a line, in the spirit of the public parsing test suites.
@Suite struct JSONParsingTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "42", "-7", "0.5", "-0.0", "1e3", "1E3", "1e+3", "1e-3",
    "1.25E-10",
    "123456789012345678901234567890", "0e0", "0e+1", "1e999999999", "1.7976931348623157e309",
    "-1e-999",
    "\"\"", "\"a\"", "\" \"", "\"\u{7f}\"", "\"é\"", "\"日本語\"", "\"😀\"", "\"\u{2028}\u{2029}\"",
    "\"\u{FEFF}\"", "\"\u{FFFF}\"", "\"\u{10FFFF}\"", "\"/\"",
    #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u0061\u00e9\u20AC""#, #""\uD834\uDD1E""#,
    #""\\u0061""#,
    #""\uFFFF""#, #""a\nb""#, #""12345678\"901234567""#,
    "[]", "[ ]", "[\n]", "[[]]", "[[],[]]", "[1]", "[1,2]", " [ 1 , 2 ] ",
    "[null,true,1,\"a\",[],{}]",
    "{}", "{ }", "{\"a\":1}", "{ \"a\" : 1 , \"b\" : [] }", "{\"a\":1,\"a\":2}", "{\"\":0}",
    "{\"a\":{\"a\":{}}}",
    #"{"\u0061":1}"#, "\t\r\n 1 \n\r\t", "[\"\",\"12345678\",\"1234567\"]",
    "\"123456789012345678901234567890\"",
  ])
  func `accepts JSON`(_ text: String) throws {
    let document = try JSONDocument(parsing: text)
    #expect(document.brokenInvariant() == nil)
  }

  @Test(arguments: [
    "", " ", "\n", "nul", "nulL", "Null", "truee", "tru", "falsy", "NaN", "Infinity", "-Infinity",
    "undefined",
    "-", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e3", "1e", "1e+", "1E-", "1e1.0", "0x10",
    "1_000", "1a", "1 2",
    "--1", "- 1", "1,", "٣", "１",
    "\"", "\"a", "'a'", "\"\\\"", "\"\\", #""\x41""#, #""\a""#, #""\'""#, #""\u""#, #""\u12""#,
    #""\u12G4""#, #""\u+123""#,
    #""\U0041""#, #""\u00""#, "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1f}\"", "\"a\" \"b\"",
    "\"a\"b", "\\u0022a\"",
    "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1]]", "[1}", "[\"a\":1]",
    "[1;2]", "[-]", "[", "[[",
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\"}",
    "{\"a\" 1}", "{\"a\"::1}", "{\"a\":}",
    "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1]", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}",
    "{}}", "{},", "{[]:1}", "{:1}",
    "// comment\n1", "1 // comment", "/**/1", "[1/**/]", "# 1", "\u{FEFF}1", "\u{A0}1", "1\u{0}",
    "\u{0}", "\u{C}1", "\u{B}1", "\u{85}1",
  ])
  func `refuses what is no JSON`(_ text: String) {
    #expect(throws: JSONError.self) { try JSONDocument(parsing: text) }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80],
      [0xF0, 0x90, 0x80, 0x28],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func `refuses a string that is no UTF-8`(_ bytes: [UInt8]) {
    for padding in 0...9 {
      let text = Array("\"".utf8) + Array(repeating: 0x61, count: padding) + bytes
      let expected = JSONError(reason: .invalidUTF8, offset: 1 + padding)
      #expect(throws: expected) { try JSONDocument(parsing: text + Array("\"".utf8)) }
      #expect(throws: expected) { try JSONDocument(parsing: text + Array("aaaaaaaa\"".utf8)) }
    }
  }

  @Test(
    arguments: [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
      [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ] as [[UInt8]]
  )
  func `accepts the first and last code points of each length`(_ bytes: [UInt8]) throws {
    for padding in 0...9 {
      let body = Array(repeating: 0x61, count: padding) + bytes
      let text = Array("\"".utf8) + body + Array("\"".utf8)
      #expect(try JSONDocument(parsing: text).root.string == String(decoding: body, as: UTF8.self))
    }
  }

  @Test func `every byte is refused or allowed in a string as RFC 8259 says`() {
    for byte in UInt8.min...UInt8.max {
      for padding in [0, 1, 6, 7, 8, 15] {
        let body = Array(repeating: UInt8(ascii: "x"), count: padding) + [byte]
        let text = [0x22] + body + Array("yyyyyyyyy\"".utf8)
        let isAllowed = (0x20..<0x80).contains(byte) && byte != 0x22 && byte != 0x5C
        #expect(((try? JSONDocument(parsing: text)) != nil) == isAllowed, "byte \(byte)")
      }
    }
  }

  @Test func `a slice is parsed from its own start`() throws {
    let bytes = Array("xx[1, \"ab\"]yy".utf8)
    let root = try JSONDocument(parsing: bytes[2..<11]).root
    #expect(root.elements.map { Array($0.bytes) } == [Array("1".utf8), Array("\"ab\"".utf8)])
    #expect(throws: JSONError(reason: .unexpectedByte(0x79), offset: 9)) {
      try JSONDocument(parsing: bytes[2...])
    }
  }
}

/// What RFC 8259 leaves open, and what we do.
@Suite struct JSONParsingChoiceTests {
  @Test(arguments: [
    #""\uD800""#, #""\uDC00""#, #""\uD800\n""#, #""\uD800\uD800""#, #""\uDC00\uD800""#,
    #""\uD800x""#,
  ])
  func `half a surrogate pair is accepted and becomes U+FFFD`(_ text: String) throws {
    let string = try #require(try JSONDocument(parsing: text).root.string)
    #expect(string.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test func `a byte order mark is refused`() {
    #expect(throws: JSONError(reason: .unexpectedByte(0xEF), offset: 0)) {
      try JSONDocument(parsing: [0xEF, 0xBB, 0xBF, 0x31])
    }
  }

  @Test func `numbers of any size are accepted and keep their spelling`() throws {
    let digits = String(repeating: "9", count: 10_000)
    let root = try JSONDocument(parsing: "[\(digits), 1e\(digits)]").root
    #expect(root.elements.map(\.integer) == [nil, nil])
    #expect(root.elements.map(\.bytes.count) == [10_000, 10_002])
  }

  @Test func `a member that stands twice is accepted`() throws {
    #expect(try JSONDocument(parsing: #"{"a":1,"a":2}"#).root.count == 2)
  }

  @Test func `nesting is accepted up to the limit`() throws {
    func check(_ depth: Int, _ limit: Int, isAccepted: Bool) {
      for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let opening = String(repeating: open, count: depth)
        let text = opening + "0" + String(repeating: close, count: depth)
        let document = try? JSONDocument(parsing: text, maxNestingDepth: limit)
        #expect((document != nil) == isAccepted, "\(depth) of \(limit)")
        #expect(document?.brokenInvariant() == nil)
      }
    }
    check(0, 0, isAccepted: true)
    check(1, 0, isAccepted: false)
    check(1, 1, isAccepted: true)
    check(256, 256, isAccepted: true)
    check(257, 256, isAccepted: false)
    check(200_000, 200_000, isAccepted: true)
    check(200_000, 199_999, isAccepted: false)
  }

  @Test func `siblings do not count as nesting`() throws {
    let text = "[" + String(repeating: "[],", count: 1_000) + "{}]"
    #expect(try JSONDocument(parsing: text, maxNestingDepth: 2).root.count == 1_001)
  }
}

@Suite struct JSONErrorTests {
  private func check(
    _ text: String,
    _ reason: JSONError.Reason,
    at offset: Int,
    _ description: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = JSONError(reason: reason, offset: offset)
    #expect(throws: expected, sourceLocation: sourceLocation) {
      try JSONDocument(parsing: text, maxNestingDepth: 3)
    }
    #expect(expected.description == description, sourceLocation: sourceLocation)
  }

  @Test func `an error says what is wrong and where`() {
    check("", .emptyText, at: 0, "the text is empty")
    check("[1,}", .unexpectedByte(0x7D), at: 3, "unexpected byte 0x7D at offset 3")
    check("[1] \u{1}", .unexpectedByte(1), at: 4, "unexpected byte 0x01 at offset 4")
    check("truth", .unexpectedByte(0x74), at: 3, "unexpected byte 0x74 at offset 3")
    check("[1,", .unexpectedEnd, at: 3, "unexpected end of the text at offset 3")
    check("\"abc", .unexpectedEnd, at: 4, "unexpected end of the text at offset 4")
    check(#""ab\q""#, .invalidEscape, at: 3, "invalid escape in a string at offset 3")
    check(#""\u00"#, .unexpectedEnd, at: 5, "unexpected end of the text at offset 5")
    check(
      "[\"a\tb\"]",
      .unescapedControlCharacter(9),
      at: 3,
      "unescaped control character 0x09 in a string at offset 3"
    )
    check("[[[[", .nestingTooDeep(limit: 3), at: 3, "nesting deeper than 3 at offset 3")
  }
}
