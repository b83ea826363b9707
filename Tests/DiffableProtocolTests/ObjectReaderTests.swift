import DiffableProtocol
import JSON
import Testing

@Suite struct ObjectReaderTests {

  @Test func `params must be an object`() {
    for text in ["[[]]", "[1]", "7", #""x""#] {
      let error = refusal { try reader(text) }
      #expect(error?.kind == .invalidParams)
      #expect(error?.message == "params must be an object, but it is \(text).")
    }
  }

  @Test func `absent params are an object without members`() throws {
    let reader = try ObjectReader(params: nil)
    #expect(reader.optional("any") == nil)
    #expect(reader.names.isEmpty)
    #expect(refusal { try reader.string("any") }?.member == "any")
  }

  @Test func `null counts as absent`() throws {
    let reader = try reader(#"{"a":null}"#)
    #expect(reader.optional("a") == nil)
    #expect(try reader.optionalString("a") == nil)
    #expect(try reader.optionalBool("a") == nil)
    #expect(try reader.optionalInteger("a") == nil)
    #expect(try reader.optionalArray("a") == nil)
    #expect(try reader.optionalObject("a") == nil)
    #expect(refusal { try reader.required("a") }?.message == "a must be there, but it is null.")
    #expect(refusal { try reader.array("a") }?.message == "a must be an array, but it is null.")
    #expect(refusal { try reader.array("b") }?.message == "b is missing.")
  }

  @Test func `an empty array is an object, and an empty object an array`() throws {
    let reader = try reader(#"{"a":[],"o":{}}"#)
    #expect(try reader.object("a").names.isEmpty)
    #expect(try reader.object("a").optional("x") == nil)
    #expect(try reader.array("o").count == 0)
    #expect(try Array(reader.array("o").elements).isEmpty)
    #expect(try ObjectReader(params: JSONDocument(parsing: "[]").root).names.isEmpty)
  }

  @Test func `members are read by their types`() throws {
    let reader = try reader(#"{"s":"\u0061é","b":false,"i":1.0e1,"a":[1],"o":{"x":"y"}}"#)
    #expect(try reader.string("s") == "aé")
    #expect(try reader.optionalString("s") == "aé")
    #expect(try reader.optionalBool("b") == false)
    #expect(try reader.optionalInteger("i") == 10)
    #expect(try reader.array("a").text == "[1]")
    #expect(try reader.optionalArray("a")?.count == 1)
    #expect(try reader.object("o").string("x") == "y")
    #expect(reader.names == ["s", "b", "i", "a", "o"])
  }

  @Test(arguments: ["7", "true", "[]", "{}"])
  func `what is no string is refused with its value`(value: String) throws {
    let reader = try reader(#"{"a":\#(value)}"#)
    for error in [refusal { try reader.string("a") }, refusal { try reader.optionalString("a") }] {
      #expect(error?.kind == .invalidParams)
      #expect(error?.member == "a")
      #expect(error?.message == "a must be a string, but it is \(value).")
    }
  }

  @Test(arguments: [#""\ud800""#, #""x\udfff""#, #""\udc00\ud800""#])
  func `half a surrogate pair is no text`(value: String) throws {
    let error = refusal { try reader(#"{"a":\#(value)}"#).string("a") }
    #expect(error?.message.contains("must be a string without lone surrogates") == true)
  }

  @Test func `a surrogate pair and U+FFFD are text`() throws {
    #expect(try reader(#"{"a":"\ud83d\ude00\ufffd"}"#).string("a") == "😀\u{FFFD}")
  }

  @Test func `other types are refused in their own words`() throws {
    let reader = try reader(#"{"a":1.5,"b":"true","c":{"d":1}}"#)
    #expect(
      refusal { try reader.optionalInteger("a") }?.message
        == "a must be an integer, but it is 1.5."
    )
    #expect(
      refusal { try reader.optionalBool("b") }?.message
        == #"b must be true or false, but it is "true"."#
    )
    #expect(
      refusal { try reader.array("c") }?.message
        == "c must be an array, but it is {\"d\":1}."
    )
    #expect(
      refusal { try reader.object("a") }?.message
        == "a must be an object, but it is 1.5."
    )
  }

  @Test func `a path leads to what is inside other objects`() throws {
    let outer = try reader(#"{"a":{"b":{"c":7}}}"#)
    let inner = try outer.object("a").object("b")
    #expect(inner.path == "a.b")
    #expect(refusal { try inner.string("c") }?.member == "a.b.c")
    #expect(refusal { try inner.string("d") }?.member == "a.b.d")
    let element = try outer.object(outer.required("a"), at: "edits[3]")
    #expect(refusal { try element.string("op") }?.member == "edits[3].op")
  }

  @Test func `a word must be one of those that there are`() throws {
    typealias Mode = ApplyParams.Mode
    #expect(
      try reader(#"{"mode":"reload\u0044ata"}"#).optionalWord("mode", Mode.self) == .reloadData
    )
    #expect(try reader("{}").optionalWord("mode", Mode.self) == nil)
    for value in [#""magic""#, #""""#, "7", "{}"] {
      let error = refusal {
        try reader(#"{"mode":\#(value)}"#).optionalWord("mode", Mode.self)
      }
      #expect(
        error?.message == "mode must be one of \"diff\", \"reloadData\", "
          + "but it is \(value)."
      )
    }
  }

  @Test func `a word that is near to a known one is told with that`() throws {
    let error = refusal {
      try reader(#"{"mode":"Dif"}"#).optionalWord("mode", ApplyParams.Mode.self)
    }
    #expect(error?.nearest == "diff")
    #expect(error?.message.hasSuffix(#"but it is "Dif". Did you mean "diff"?"#) == true)
  }

  @Test func `an excerpt is cut between characters and says so`() {
    #expect(excerpt(of: Array("short".utf8)) == "short")
    let exact = String(repeating: "é", count: 64)
    #expect(excerpt(of: Array(exact.utf8)) == exact)
    let long = String(repeating: "é", count: 65)
    #expect(excerpt(of: Array(long.utf8)) == String(repeating: "é", count: 60) + "…")
    let heavy = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(excerpt(of: Array(heavy.utf8)).utf8.count < 500)
    for length in 0..<4 {
      // One character, however long: it is cut between its scalars.
      let tag = String(repeating: "\u{E0041}", count: 1_100)
      let tagged = String(repeating: "x", count: length) + tag
      let cut = excerpt(of: Array(tagged.utf8))
      #expect(cut.utf8.last == "…".utf8.last && tagged.utf8.starts(with: cut.utf8.dropLast(3)))
    }
    let huge = String(repeating: "x", count: 1_000_000)
    #expect(excerpt(of: Array(huge.utf8)) == String(repeating: "x", count: 60) + "…")
  }
}
