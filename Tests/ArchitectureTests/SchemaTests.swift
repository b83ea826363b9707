import JSON
import TestSupport
import Testing

/// The validator that messages are held against the contract with.
@Suite struct SchemaTests {
  private func failure(
    _ value: String,
    _ schema: String,
    _ writer: SchemaValidator.Writer = .client,
    facts: Set<String> = []
  ) throws -> SchemaFailure? {
    let schemas = ["Whole": try Schema(JSONDocument(parsing: #"{"type":"integer"}"#).root, at: "")]
    return SchemaValidator(schemas: schemas, writer: writer, facts: facts).failure(
      of: try JSONDocument(parsing: value).root,
      try Schema(JSONDocument(parsing: schema).root, at: "")
    )
  }

  private func check(
    _ schema: String,
    fits: [String],
    not others: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for value in fits {
      let failure = try failure(value, schema)
      #expect(failure == nil, "\(value)", sourceLocation: sourceLocation)
    }
    for value in others {
      let failure = try failure(value, schema)
      #expect(failure != nil, "\(value)", sourceLocation: sourceLocation)
    }
  }

  // MARK: Keywords

  @Test func `values are of their types`() throws {
    let values = ["null", "true", "7", "1.5", #""a""#, "[]", "{}"]
    let types = ["null", "boolean", "integer", "number", "string", "array", "object"]
    for (value, type) in zip(values, types) {
      let fitting = type == "number" ? ["7", "1.5"] : [value]
      try check(
        #"{"type":"\#(type)"}"#,
        fits: fitting,
        not: values.filter { !fitting.contains($0) }
      )
    }
  }

  @Test func `whole numbers are integers however they are written`() throws {
    let whole = [
      "-0", "1.0", "10e-1", "1e300", "1.5e1", "0e-9", "100000000000000000000e-2", "0.00",
      "1e99999999999999999999",
    ]
    let others = ["1.5", "1e-1", "1.55e1", "100000000000000000001e-2", "1e-99999999999999999999"]
    try check(#"{"type":"integer"}"#, fits: whole, not: others)
  }

  @Test func `numbers, texts and arrays have bounds`() throws {
    try check(
      #"{"minimum":-1,"maximum":9007199254740991}"#,
      fits: ["-1", "9007199254740991", "0.5", #""a""#],
      not: ["-2", "-1.5", "9007199254740992", "1e300", "-1e300"]
    )
    try check(
      #"{"minimum":-9223372036854775808,"maximum":9223372036854775807}"#,
      fits: ["9223372036854775807", "-9223372036854775808.0", "9.2e18"],
      not: ["9223372036854775808", "-9223372036854775809", "9.3e18"]
    )
    try check(#"{"minLength":1}"#, fits: [#""ä""#, "7"], not: [#""""#])
    try check(#"{"minItems":1,"maxItems":2}"#, fits: ["[1]", "[1,2]"], not: ["[]", "[1,2,3]"])
    try check(#"{"items":{"type":"null"}}"#, fits: ["[]", "[null]", "7"], not: ["[null,1]"])
  }

  @Test func `words are named`() throws {
    try check(
      #"{"enum":["a",7,true]}"#,
      fits: [#""a""#, "7.0", "true"],
      not: [#""7""#, "1", "[]"]
    )
    try check(#"{"const":"a"}"#, fits: [#""\u0061""#], not: [#""b""#, "null"])
  }

  @Test func `members are looked into, and no others are there when they are closed out`() throws {
    let schema = #"{"required":["a"],"properties":{"a":{"type":"null"},"b":{"type":"null"}}"#
    try check(
      "\(schema)}",
      fits: [#"{"a":null}"#, #"{"b":null,"a":null,"c":1}"#, "7"],
      not: ["{}", #"{"a":1}"#, #"{"a":null,"b":1}"#]
    )
    try check(
      "\(schema),\"additionalProperties\":false}",
      fits: [#"{"a":null}"#],
      not: [#"{"a":null,"c":1}"#]
    )
  }

  @Test func `alternatives are counted`() throws {
    let parts = #"[{"type":"integer"},{"minimum":5}]"#
    try check(#"{"anyOf":\#(parts)}"#, fits: ["1", "5.5", "7", #""a""#], not: ["1.5"])
    try check(#"{"oneOf":\#(parts)}"#, fits: ["1", "5.5"], not: ["1.5", "7"])
    try check(#"{"allOf":\#(parts)}"#, fits: ["7"], not: ["1", "5.5", "1.5"])
    try check(#"{"not":{"type":"integer"}}"#, fits: ["1.5"], not: ["1"])
    try check(##"{"$ref":"#/components/schemas/Whole"}"##, fits: ["1"], not: ["1.5"])
    try check(##"{"$ref":"#/components/schemas/None"}"##, fits: [], not: ["1"])
  }

  // MARK: What no other validator knows

  @Test func `members that exclude one another are not null both`() throws {
    let both = [#"{"a":1,"b":1}"#]
    let one = [#"{"a":1}"#, #"{"a":null,"b":1}"#]
    let none = ["{}", #"{"a":null}"#]
    try check(#"{"x-exactlyOne":["a","b"]}"#, fits: one, not: both + none)
    try check(#"{"x-notBoth":["a","b"]}"#, fits: one + none, not: both)
  }

  @Test func `what needs something fits only where that is given`() throws {
    let schema = #"{"anyOf":[{"type":"string"},{"type":"object","x-needs":"identity"}]}"#
    #expect(try failure("{}", schema) != nil)
    #expect(try failure("{}", schema, facts: ["identity"]) == nil)
    #expect(try failure(#""a""#, schema) == nil)
  }

  @Test func `the daemon sends no member more, and nothing that is only taken`() throws {
    let object = #"{"type":"object","properties":{"a":{"type":"object"}}}"#
    #expect(try failure(#"{"a":{"b":1}}"#, object, .daemon) == nil)
    #expect(try failure(#"{"b":1}"#, object, .daemon) != nil)
    #expect(try failure(#"{"b":1}"#, object, .client) == nil)
    let lenient = #"{"anyOf":[{"type":"string"},{"type":"null","x-lenient":true}]}"#
    #expect(try failure("null", lenient, .daemon) != nil)
    #expect(try failure("null", lenient, .client) == nil)
  }

  // MARK: Saying what is wrong

  @Test func `a failure has its path and the closest reason`() throws {
    let edits = #"""
      {"properties":{"edits":{"items":{"oneOf":[
        {"properties":{"op":{"const":"a"},"at":{"type":"integer"}}},
        {"required":["by"],"properties":{"op":{"const":"b"},"by":{"items":{"required":["p"]}}}}]}}}}
      """#
    for (value, text) in [
      (#"{"edits":[{"op":"a"},{"op":"a","at":"x"}]}"#, "edits[1].at is not of the type integer"),
      (#"{"edits":[{"op":"b","by":[{"p":1},{}]}]}"#, "edits[0].by[1].p is missing"),
      (#"{"edits":[{"op":"b"}]}"#, "edits[0].by is missing"),
      (#"{"edits":[{"op":"c","by":[]}]}"#, "edits[0] fits no alternative, or several"),
    ] {
      #expect(try failure(value, edits)?.description == text)
    }
  }

  // MARK: Refusing what nobody knows

  @Test(arguments: [
    #"{"type":["string","null"]}"#, #"{"type":"text"}"#, #"{"propertyNames":{}}"#, "true",
    #"{"additionalProperties":false}"#, #"{"properties":{"a":{}},"additionalProperties":{}}"#,
    #"{"properties":{"a":{"maxLength":3}}}"#, #"{"anyOf":[]}"#, #"{"items":[{}]}"#,
    #"{"required":[1]}"#, #"{"const":null}"#, #"{"minimum":0.5}"#, ##"{"$ref":"#/Whole"}"##,
    #"{"properties":{"a":{},"a":{}}}"#, #"{"x-other":true}"#, #"{"not":{"if":{}}}"#,
  ])
  func `a keyword that nobody knows is an error`(schema: String) throws {
    let json = try JSONDocument(parsing: schema).root
    #expect(throws: Schema.Malformed.self) { try Schema(json, at: "") }
  }
}

/// The regular expressions of the contract.
@Suite struct SchemaPatternTests {
  private func fits(_ value: String, _ pattern: String) throws -> Bool {
    var writer = JSONWriter()
    writer.string(pattern)
    let schema = #"{"pattern":\#(String(decoding: writer.bytes, as: UTF8.self))}"#
    let validator = SchemaValidator(schemas: [:], writer: .client)
    let json = try JSONDocument(parsing: value).root
    return validator.failure(of: json, try Schema(JSONDocument(parsing: schema).root, at: ""))
      == nil
  }

  @Test func `a text without U+0000`() throws {
    let pattern = #"^[^\u0000]*$"#
    for value in [#""""#, #""a\n""#, #""😀\u0001""#, "7"] { #expect(try fits(value, pattern)) }
    for value in [#""\u0000""#, #""a\u0000b""#] { #expect(try !fits(value, pattern)) }
  }

  @Test func `a JSON Pointer, in a time that grows with its length`() throws {
    let pattern = "^(/([^~/]|~[01])*)*$"
    for value in ["", "/", "//", "/a~0b/~1/0", "/ä", "/a\n"] {
      #expect(try fits("\"\(value.replacing("\n", with: "\\n"))\"", pattern), "\(value)")
    }
    for value in ["a", "/~", "/~2", "/a/~", "a/b"] {
      #expect(try !fits("\"\(value)\"", pattern), "\(value)")
    }
    #expect(try !fits("\"\(String(repeating: "/", count: 2000))~\"", pattern))
    // One slash may stand inside a name here, so there are two ways at each: both are followed.
    #expect(try !fits("\"\(String(repeating: "/", count: 200))~\"", "^(/([^~]|~[01])*)*$"))
  }

  @Test(arguments: [
    "a", "^a", "a$", "^a+$", "^a?$", "^.$", "^(a$", "^[a$", "^a)$", "^[a-z]$", #"^\d$"#, "^$x$",
  ])
  func `a pattern that nobody knows is an error`(pattern: String) throws {
    #expect(throws: Schema.Malformed.self) { try fits("7", pattern) }
  }
}
