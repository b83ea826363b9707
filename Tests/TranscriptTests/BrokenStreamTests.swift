import DiffableServer
import Framing
import Testing

/// Streams that end anywhere, and headers in which one byte is another: what was complete is
/// answered, what comes behind the damage is found, and nothing is done that was not asked for.
@Suite struct BrokenStreamTests {

  private static let session = [
    #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"l"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"dataSource/edit","params":{"dataSource":"l","edits":[]}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"dataSource/list"}"#,
  ]

  private static func framed(_ message: String, _ framing: String) -> [UInt8] {
    let header = framing == "lines" ? "" : "Content-Length: \(message.utf8.count)\r\n\r\n"
    return Array((header + message + (framing == "lines" ? "\n" : "")).utf8)
  }

  // MARK: Prefixes

  @Test(arguments: ["lines", "lsp"])
  func `every prefix of a session is answered as far as it is complete`(framing: String) throws {
    let messages = Self.session.map { Self.framed($0, framing) }
    let server = Session(limits: Limits())
    let answers = Self.session.map { message in
      server.answers(to: Array(message.utf8)).map {
        Self.framed(String(decoding: $0, as: UTF8.self), framing)
      }.flatMap(\.self)
    }
    let whole = messages.flatMap(\.self)
    for length in 0...whole.count {
      let outcome = try ExecutableProcess.run([
        String(decoding: whole.prefix(length), as: UTF8.self)
      ])
      // In lines the newline at the end of input may be missing.
      let missing = framing == "lines" ? 1 : 0
      var complete = 0
      var end = 0
      while complete < messages.count, end + messages[complete].count - missing <= length {
        end += messages[complete].count
        complete += 1
      }
      // What is no header yet is text before the first message.
      let isStray = framing == "lsp" && (1..<"Content-Length:".utf8.count).contains(length)
      let expected = isStray ? Self.stray(length) : answers.prefix(complete).flatMap(\.self)
      #expect(Array(outcome.output.utf8) == expected, "\(length) bytes")
      #expect(outcome.exitCode == (length <= end && length >= end - missing ? 0 : 1), "\(length)")
      #expect(outcome.errorOutput == "")
    }
  }

  /// What a beginning of a header is answered with when nothing more comes.
  private static func stray(_ length: Int) -> [UInt8] {
    let server = Session(limits: Limits())
    server.receive(.strayText(Array("Content-Length".utf8).prefix(length)))
    return server.nextMessage().map { Array($0) + [UInt8(ascii: "\n")] } ?? []
  }

  // MARK: Headers

  private static func create(_ name: String, _ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"snapshot/create","params":{"snapshot":"\#(name)"}}"#
  }

  /// What the damaged header stands before, and what comes behind it: a length that is too long
  /// ends somewhere among the notifications, which nobody answers.
  private static let damaged = create("a", 2)
  private static let rest =
    Array(
      repeating: #"{"jsonrpc":"2.0","method":"$/unknown","params":{"of":"no interest"}}"#,
      count: 15
    )
    + [create("b", 3), #"{"jsonrpc":"2.0","id":4,"method":"snapshot/list"}"#]

  private static let headers: [@Sendable (String) -> String] = [
    { "Content-Length: \($0.utf8.count)\r\n\r\n" },
    { "Content-Type: application/json; charset=utf-8\r\ncontent-length:\($0.utf8.count)\r\n\r\n" },
    { "X-A: b\nContent-Length: \($0.utf8.count)\n\n" },
  ]

  private static let allBytes = Array(UInt8.min ... .max)
  /// Those that mean something in a header, and some that do not.
  private static let tellingBytes = Array("0129-+.:; \t\r\n\"{}CcLx\0\u{7F}é".utf8) + [0xFF]

  @Test(arguments: 0..<3)
  func `a header with any byte changed costs what it is of and nothing else`(form: Int) throws {
    let header = Array(Self.headers[form](Self.damaged).utf8)
    let before = Self.framed(Self.session[0], "lsp")
    let after = Array(Self.damaged.utf8) + Self.rest.flatMap { Self.framed($0, "lsp") }
    for index in header.indices {
      for byte in form == 0 ? Self.allBytes : Self.tellingBytes {
        var changed = header
        changed[index] = byte
        let answers = Self.answers(to: before + changed + after)
        let losses = Self.losses(answers)
        // A line of the header that does not end any more may take the body for a header's name.
        let isLineEnd = [UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(header[index])
        let isSound =
          switch losses {
          case nil: false
          case (isLost: true, numberOfErrors: 0)?: isLineEnd
          case (_, let errors)?: errors <= (byte == header[index] ? 0 : 2)
          }
        guard isSound else {
          Issue.record("byte \(index) is \(byte): \(answers)")
          return
        }
      }
    }
  }

  /// The answers behind the one to `initialize`.
  private static func answers(to stream: [UInt8]) -> [String] {
    let server = Session(limits: Limits())
    var decoder = FrameDecoder(limits: FrameLimits())
    var answers: [String] = []
    decoder.append(stream[...])
    decoder.finish()
    while let event = decoder.next() {
      server.receive(event.input)
      while let answer = server.nextMessage() {
        answers.append(String(decoding: answer, as: UTF8.self))
      }
    }
    return Array(answers.dropFirst())
  }

  /// Whether the damaged message was lost, and how many errors told of damage; nil when the answers
  /// are not those of the session beside that, or the list is not what they say.
  private static func losses(_ answers: [String]) -> (isLost: Bool, numberOfErrors: Int)? {
    let isError = { (answer: String) in
      answer.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#)
    }
    let sizes = #""numberOfSections":0,"numberOfItems":0}"#
    let created = { (id: Int) in #"{"jsonrpc":"2.0","id":\#(id),"result":{\#(sizes)}"# }
    let rest = answers.filter { !isError($0) }
    let isLost = rest.first != created(2)
    let names = isLost ? ["b"] : ["a", "b"]
    let list = names.map { #"{"snapshot":"\#($0)",\#(sizes)"# }.joined(separator: ",")
    let expected =
      (isLost ? [] : [created(2)])
      + [created(3), #"{"jsonrpc":"2.0","id":4,"result":{"snapshots":[\#(list)]}}"#]
    return rest == expected ? (isLost, answers.count - rest.count) : nil
  }
}
