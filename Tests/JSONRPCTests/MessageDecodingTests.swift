import JSON
import JSONRPC
import Testing

@Suite struct MessageDecodingTests {
  /// A message in a form that can be compared.
  private func summary(_ text: String) throws -> String {
    func spelling(_ view: JSONView?) -> String {
      view.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "none"
    }
    switch Message(decoding: try JSONDocument(parsing: text).root) {
    case .request(let id, let method, let params):
      let id = String(decoding: id.bytes, as: UTF8.self)
      return "request \(id) \(spelling(method)) \(spelling(params))"
    case .notification(let method, let params):
      return "notification \(spelling(method)) \(spelling(params))"
    case .response:
      return "response"
    case .invalid(let error):
      return "\(error.code.rawValue) \(error.message)"
    }
  }

  private func check(
    _ text: String,
    _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let actual = try? summary(text)
    #expect(actual == expected, sourceLocation: sourceLocation)
  }

  @Test func `a message with a method and an id is a request`() {
    check(#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":2}}"#, #"request 1 "a" {"b":2}"#)
    check(#"{"params":{},"method":"a","id":"x","jsonrpc":"2.0"}"#, #"request "x" "a" {}"#)
    check(#"{"jsonrpc":"2.0","id":1.0,"method":"a"}"#, #"request 1.0 "a" none"#)
    check(#"{"jsonrpc":"2.0","id":-1,"method":"a","params":null}"#, #"request -1 "a" none"#)
    check(#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, #"request null "a" none"#)
    check(#"{"jsonrpc":"2.0","id":"\u0061","method":"a"}"#, #"request "\u0061" "a" none"#)
    check(#"{"jsonrpc":"2.0","id":1e400,"method":"a"}"#, #"request 1e400 "a" none"#)
    check(#"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#, #"request 1 "a" [1]"#)
    check(#"{"jsonrpc":"2.0","id":1,"method":"","extra":[]}"#, #"request 1 "" none"#)
    check(#"{"jsonrpc":"2.0","id":1,"method":"a","result":0}"#, #"request 1 "a" none"#)
    check(#"{"json\u0072pc":"2\u002e0","i\u0064":1,"method":"a"}"#, #"request 1 "a" none"#)
  }

  @Test func `a message with a method and no id is a notification`() {
    check(#"{"jsonrpc":"2.0","method":"a"}"#, #"notification "a" none"#)
    check(#"{"jsonrpc":"2.0","method":"a","params":{}}"#, #"notification "a" {}"#)
    check(#"{"jsonrpc":"2.0","method":"a","params":null}"#, #"notification "a" none"#)
  }

  @Test func `a message with a result or an error is a response`() {
    check(#"{"jsonrpc":"2.0","id":1,"result":null}"#, "response")
    check(#"{"jsonrpc":"2.0","id":1,"error":{}}"#, "response")
    check(#"{"jsonrpc":"2.0","id":[],"result":1}"#, "response")
  }

  @Test func `a member that decides must not stand twice, others may`() {
    for (member, name) in [
      (#""jsonrpc":"2.0""#, "jsonrpc"), (#""id":1"#, "id"), (#""method":"a""#, "method"),
      (#""params":{}"#, "params"),
    ] {
      check(
        #"{"jsonrpc":"2.0","id":1,"method":"a","params":null,\#(member)}"#,
        #"-32600 "\#(name)" stands twice in the message; send it once."#
      )
    }
    check(#"{"jsonrpc":"2.0","id":1,"method":"a","x":1,"x":2}"#, #"request 1 "a" none"#)
  }

  @Test func `what was probably meant to be the params is refused`() {
    for name in ["param", "Params", "PRAMS", "parms", "prms", "paramss", "params😀", "😀params中"] {
      check(
        #"{"jsonrpc":"2.0","id":1,"method":"a","\#(name)":{}}"#,
        #"-32600 The message has no "params", but "\#(name)"; did you mean "params"?"#
      )
    }
    let escaped = #"\u0070\u0061\u0072\u0061\u006d\u0073\ud83d\ude00\ud83d\ude00"#
    check(
      #"{"jsonrpc":"2.0","id":1,"method":"a","\#(escaped)":{}}"#,
      #"-32600 The message has no "params", but "params😀😀"; did you mean "params"?"#
    )
    check(#"{"jsonrpc":"2.0","method":"a","params":null,"param":{}}"#, #"notification "a" none"#)
    check(#"{"jsonrpc":"2.0","id":1,"method":"a","traceparent":"x"}"#, #"request 1 "a" none"#)
    check(#"{"jsonrpc":"2.0","id":1,"method":"a","parameters":{}}"#, #"request 1 "a" none"#)
  }

  @Test func `what is no message is refused with a sentence that says why`() {
    check("1", "-32600 The message is the number 1; send a JSON-RPC 2.0 object.")
    check("null", "-32600 The message is null; send a JSON-RPC 2.0 object.")
    check("\"a\"", "-32600 The message is the string \"a\"; send a JSON-RPC 2.0 object.")
    check("[]", "-32600 The message is an array; send a JSON-RPC 2.0 object.")
    check("{}", #"-32600 The message has no "jsonrpc"; send "jsonrpc": "2.0"."#)
    check(#"{"jsonrpc":"1.0","method":"a"}"#, #"-32600 "jsonrpc" is the string "1.0"; send "2.0"."#)
    check(#"{"jsonrpc":2.0,"method":"a"}"#, #"-32600 "jsonrpc" is the number 2.0; send "2.0"."#)
    check(#"{"jsonrpc":"2.0"}"#, #"-32600 The message has no "method"; name the method to call."#)
    check(
      #"{"jsonrpc":"2.0","id":1}"#,
      #"-32600 The message has no "method"; name the method to call."#
    )
    check(#"{"jsonrpc":"2.0","method":1}"#, #"-32600 "method" is the number 1; send a string."#)
    check(#"{"jsonrpc":"2.0","method":null,"id":1}"#, #"-32600 "method" is null; send a string."#)
    check(
      #"{"jsonrpc":"2.0","method":null,"result":1}"#,
      #"-32600 "method" is null; send a string."#
    )
    check(
      #"{"jsonrpc":"2.0","id":true,"method":"a"}"#,
      #"-32600 "id" is true; send a string, an integer or null."#
    )
    check(
      #"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#,
      #"-32600 "id" is the number 1.5; send a string, an integer or null."#
    )
    check(
      #"{"jsonrpc":"2.0","id":{},"method":"a"}"#,
      #"-32600 "id" is an object; send a string, an integer or null."#
    )
    check(
      #"{"jsonrpc":"2.0","id":[1],"method":"a"}"#,
      #"-32600 "id" is an array; send a string, an integer or null."#
    )
    check(
      #"{"jsonrpc":"2.0","method":"a","params":1}"#,
      #"-32600 "params" is the number 1; send an object."#
    )
    check(
      #"{"jsonrpc":"2.0","method":"a","params":"b"}"#,
      #"-32600 "params" is the string "b"; send an object."#
    )
    check(
      #"{"jsonrpc":"2.0","method":"a","params":false}"#,
      #"-32600 "params" is false; send an object."#
    )
  }

  @Test func `a long value is not repeated in the sentence`() {
    let long = String(repeating: "x", count: 100)
    check("\"\(long)\"", "-32600 The message is a long string; send a JSON-RPC 2.0 object.")
    check(
      String(repeating: "1", count: 41),
      "-32600 The message is a long number; send a JSON-RPC 2.0 object."
    )
  }

  @Test func `an array is a batch unless it is empty`() throws {
    func check(
      _ text: String,
      _ expected: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(throws: Never.self, sourceLocation: sourceLocation) {
        let summary =
          switch Incoming(decoding: try JSONDocument(parsing: text).root) {
          case .single(.notification): "single notification"
          case .single(.invalid): "single invalid"
          case .single: "single"
          case .batch(let views): "batch of \(views.count)"
          case .invalid(let error): "\(error.code.rawValue) \(error.message)"
          }
        #expect(summary == expected, sourceLocation: sourceLocation)
      }
    }
    check(#"{"jsonrpc":"2.0","method":"a"}"#, "single notification")
    check("{}", "single invalid")
    check("1", "single invalid")
    check("[1]", "batch of 1")
    check(#"[{"jsonrpc":"2.0","method":"a"}, [], 2]"#, "batch of 3")
    check("[ ]", "-32600 The batch is empty; send an array with at least one request.")
  }
}
