import JSON
import JSONRPC
import Testing

@Suite struct RequestIDTests {
  private func id(_ text: String) throws -> RequestID? {
    RequestID(try JSONDocument(parsing: text).root)
  }

  private func check(
    _ left: String,
    _ right: String,
    areEqual: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      let left = try #require(try id(left), sourceLocation: sourceLocation)
      let right = try #require(try id(right), sourceLocation: sourceLocation)
      #expect((left == right) == areEqual, sourceLocation: sourceLocation)
      #expect(Set([left, right]).count == (areEqual ? 1 : 2), sourceLocation: sourceLocation)
    }
  }

  @Test func `identifiers are equal by type and value`() {
    check("1", "1.0", areEqual: true)
    check("1", "10e-1", areEqual: true)
    check("0", "-0", areEqual: true)
    check("1", "2", areEqual: false)
    check("1", "\"1\"", areEqual: false)
    check("null", "\"null\"", areEqual: false)
    check("null", "null", areEqual: true)
    check("\"a\"", #""\u0061""#, areEqual: true)
    check("\"a\"", "\"b\"", areEqual: false)
    check("\"é\"", "\"e\u{301}\"", areEqual: false)
    check(#""\ud800""#, #""\ud801""#, areEqual: false)
    check("100000000000000000000", "1e20", areEqual: true)
    check("100000000000000000000", "100000000000000000001", areEqual: false)
    check("1e999999999", "10e999999998", areEqual: true)
  }

  @Test func `an identifier is kept as it was written`() throws {
    for text in ["1.0", "-0", #""\u0061""#, "null", "123456789012345678901234567890"] {
      #expect(try id(text).map { String(decoding: $0.bytes, as: UTF8.self) } == text)
    }
    #expect(RequestID.null.bytes == Array("null".utf8))
    #expect(try id("null") == .null)
  }

  @Test(arguments: ["true", "[]", "{}", "1.5", "1e-1", "1e-99999999999999999999", "[1]"])
  func `what is no identifier is refused`(_ text: String) throws {
    #expect(try id(text) == nil)
  }
}

@Suite struct MessageWritingTests {
  private func check(
    _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ write: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    write(&writer)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == expected,
      sourceLocation: sourceLocation
    )
  }

  @Test func `a result is written in a fixed order`() throws {
    let id = try #require(RequestID(try JSONDocument(parsing: #""\u0061""#).root))
    check(#"{"jsonrpc":"2.0","id":"\u0061","result":{"a":1}}"#) { writer in
      writer.beginResult(id: id)
      writer.beginObject()
      writer.member("a", 1)
      writer.endObject()
      writer.endResult()
    }
    check(#"{"jsonrpc":"2.0","id":null,"result":null}"#) { writer in
      writer.beginResult(id: .null)
      writer.null()
      writer.endResult()
    }
  }

  @Test func `an error is written in a fixed order`() {
    check(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"No \"x\"."}}"#) {
      $0.error(id: .null, ResponseError(code: .parseError, message: "No \"x\"."))
    }
    check(#"{"jsonrpc":"2.0","id":null,"error":{"code":1001,"message":"m","data":{"kind":"k"}}}"#) {
      let data = Array(#"{"kind":"k"}"#.utf8)
      $0.error(id: .null, ResponseError(code: ErrorCode(rawValue: 1001), message: "m", data: data))
    }
  }

  @Test func `a notification is written in a fixed order`() {
    check(#"{"jsonrpc":"2.0","method":"a/b","params":{}}"#) { writer in
      writer.beginNotification("a/b")
      writer.beginObject()
      writer.endObject()
      writer.endNotification()
    }
  }

  @Test func `responses in an array are a batch`() {
    check(#"[{"jsonrpc":"2.0","id":null,"result":0},{"jsonrpc":"2.0","id":null,"result":1}]"#) {
      writer in
      writer.beginArray()
      for value in 0...1 {
        writer.beginResult(id: .null)
        writer.integer(value)
        writer.endResult()
      }
      writer.endArray()
    }
  }

  @Test func `codes have the numbers of the specifications`() {
    let codes: [ErrorCode] = [
      .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError,
      .serverNotInitialized, .requestCancelled,
    ]
    let numbers = [-32700, -32600, -32601, -32602, -32603, -32002, -32800]
    #expect(codes.map(\.rawValue) == numbers)
  }
}
