import DiffableServer
import Foundation
import Framing
import Testing
import Transcripts

/// The daemon as a process: bytes in, bytes out.
@Suite struct ExecutableTests {

  /// Three requests, and the answers byte for byte.
  private static let exchange: [(request: String, answer: String)] = [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/list"}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"#
        + #""message":"dataSource/list came before initialize; send initialize first.","#
        + #""data":{"kind":"serverNotInitialized","method":"dataSource/list"}}}"#
    ),
    (
      #"["#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#
        + #""message":"The message is no JSON: unexpected end of the text at offset 1.","#
        + #""data":{"kind":"parseError"}}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":"é","method":"initialize","params":{"processId":-1}}"#,
      #"{"jsonrpc":"2.0","id":"é","error":{"code":-32602,"#
        + #""message":"initialize: processId must be a process's number, but it is -1.","#
        + #""data":{"kind":"invalidParams","method":"initialize","member":"processId"}}}"#
    ),
  ]

  private static func lines(_ messages: [String]) -> String {
    messages.map { $0 + "\n" }.joined()
  }

  private static func frames(_ messages: [String]) -> String {
    messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  }

  static let framings = ["lines", "lsp"]

  private static func script(_ framing: String) -> (input: String, output: String) {
    let frame = framing == "lines" ? lines : frames
    return (frame(exchange.map(\.request)), frame(exchange.map(\.answer)))
  }

  // MARK: Bytes

  @Test(arguments: framings)
  func `three messages are answered byte for byte`(framing: String) throws {
    let (input, output) = ExecutableTests.script(framing)
    for arguments in [[], ["--framing", framing], ["--framing=\(framing)"]] {
      let outcome = try ExecutableProcess.run([input], arguments)
      #expect(outcome.output == output)
      #expect(outcome.exitCode == 0)
      #expect(outcome.errorOutput == "")
    }
  }

  @Test(arguments: framings)
  func `a script may be split anywhere`(framing: String) throws {
    let (input, output) = ExecutableTests.script(framing)
    let bytes = Array(input.utf8)
    let process = try ExecutableProcess()
    for split in 0...bytes.count {
      process.write(Array(bytes[..<split]))
      process.write(Array(bytes[split...]))
      let answers = (0..<3).map { _ in framing == "lines" ? process.readLine() : nil }
      if framing == "lines" {
        try #require(answers == ExecutableTests.exchange.map(\.answer), "split at \(split)")
      }
    }
    process.closeInput()
    let rest = process.readToEnd()
    if framing == "lsp" {
      let expected = String(repeating: output, count: bytes.count + 1)
      #expect(String(decoding: rest, as: UTF8.self) == expected)
    }
    #expect(process.exitCode() == 0)
  }

  @Test(arguments: framings)
  func `a script may come byte by byte`(framing: String) throws {
    let (input, output) = ExecutableTests.script(framing)
    let process = try ExecutableProcess()
    for byte in input.utf8 { process.write([byte]) }
    process.closeInput()
    #expect(String(decoding: process.readToEnd(), as: UTF8.self) == output)
    #expect(process.exitCode() == 0)
  }

  @Test(arguments: framings)
  func `the framing is told from the first bytes, however they are split`(
    framing: String
  ) throws {
    let (input, output) = ExecutableTests.script(framing)
    for text in ["\u{FEFF}" + input, "\r\n \n" + input] {
      let bytes = Array(text.utf8)
      for split in 1..<8 {
        let process = try ExecutableProcess()
        process.write(Array(bytes[..<split]))
        process.write(Array(bytes[split...]))
        process.closeInput()
        let answers = String(decoding: process.readToEnd(), as: UTF8.self)
        #expect(answers == output, "split at \(split)")
        #expect(process.exitCode() == 0)
      }
    }
  }

  @Test func `headers are taken in every form`() throws {
    let request = ExecutableTests.exchange[0].request
    let answer = ExecutableTests.frames([ExecutableTests.exchange[0].answer])
    for header in [
      "content-length:\(request.utf8.count)\n\n",
      "CONTENT-LENGTH \t: \(request.utf8.count) \r\n\r\n",
      "Content-Type: application/json; charset=utf8\r\nContent-Length: \(request.utf8.count)\r\n\r\n",
      "X-Other: 1\r\nContent-Length: \(request.utf8.count)\r\n\r\n",
    ] {
      let outcome = try ExecutableProcess.run([header + request + "\r\n" + header + request])
      #expect(outcome.output == answer + answer, "\(header)")
      #expect(outcome.exitCode == 0)
    }
  }

  @Test func `after a broken header the next one is found`() throws {
    let request = ExecutableTests.exchange[0].request
    let answer = ExecutableTests.frames([ExecutableTests.exchange[0].answer])
    let good = ExecutableTests.frames([request])
    for broken in [
      "Content-Length: x\r\n\r\n", "Content-Length: -5\r\n\r\n{}",
      "Content-Length: 99999999999999999999\r\n\r\n", "Nothing: 1\r\n\r\n{\"a\":1}",
    ] {
      let outcome = try ExecutableProcess.run([good + broken + good])
      #expect(outcome.output.hasSuffix(answer), "\(broken)")
      #expect(outcome.output.components(separatedBy: "-32700").count == 2, "\(broken)")
      #expect(outcome.exitCode == 0)
    }
  }

  @Test(arguments: framings)
  func `a message over the limit is skipped and answered once`(framing: String) throws {
    let frame = framing == "lines" ? ExecutableTests.lines : ExecutableTests.frames
    let request = ExecutableTests.exchange[0].request
    let large = #"{"jsonrpc":"2.0","id":9,"method":"\#(String(repeating: "x", count: 200_000))"}"#
    let outcome = try ExecutableProcess.run(
      [frame([request, large, request])],
      ["--max-message-bytes", "1000"]
    )
    let answer = frame([ExecutableTests.exchange[0].answer])
    #expect(outcome.output.hasPrefix(answer))
    #expect(outcome.output.hasSuffix(answer))
    #expect(outcome.output.components(separatedBy: #""kind":"limitExceeded""#).count == 2)
    #expect(outcome.output.components(separatedBy: #""limit":"maxMessageBytes""#).count == 2)
    #expect(outcome.exitCode == 0)
  }

  @Test(arguments: TranscriptFile.all)
  func `the same input gives the same bytes`(file: TranscriptFile) throws {
    let transcript = try file.transcript()
    let messages = transcript.exchanges.map {
      String(decoding: $0.bytes(in: .lines), as: UTF8.self)
    }
    let whole = try ExecutableProcess.run([messages.joined()])
    let again = try ExecutableProcess.run(messages)
    #expect(whole.output == again.output)
    #expect(whole.exitCode == again.exitCode)
    #expect(whole.errorOutput == "")
  }

  // MARK: Flow

  @Test(arguments: framings)
  func `a client that writes everything before it reads is served`(framing: String) throws {
    let frame = framing == "lines" ? ExecutableTests.lines : ExecutableTests.frames
    let process = try ExecutableProcess()
    process.write(frame([#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#]))
    let padding = String(repeating: " ", count: 50)
    let count = 50_000
    for block in 0..<count / 100 {
      let requests = (0..<100).map { number in
        #"{"jsonrpc":"2.0","id":\#(block * 100 + number),"method":"dataSource/list"\#(padding)}"#
      }
      process.write(frame(requests))
    }
    process.closeInput()
    let output = process.readToEnd()
    let answer = #"{"jsonrpc":"2.0","id":\#(count - 1),"result":{"dataSources":[]}}"#
    let last = frame([answer])
    #expect(output.suffix(last.utf8.count) == Array(last.utf8)[...])
    #expect(process.exitCode() == 0)
  }

  // MARK: Arguments

  @Test func `help and version are printed`() throws {
    let help = try ExecutableProcess.run([], ["--help"])
    #expect(help.exitCode == 0)
    for entry in Limits.entries { #expect(help.output.contains("\(entry.flag) N")) }
    let version = try ExecutableProcess.run([], ["--version"])
    #expect(version.output == "diffabled \(Session.version)\n")
    #expect(version.exitCode == 0)
  }

  @Test(arguments: [
    ["--nonsense"], ["nonsense"], ["--framing"], ["--framing", "xml"], ["--max-message-bytes"],
    ["--max-message-bytes", "0"], ["--max-message-bytes", "-1"], ["--max-message-bytes", "many"],
    ["--max-message-bytes=99999999999999999999"], ["--history-revisions", ""], [""], ["-"],
  ])
  func `bad arguments are refused on standard error`(arguments: [String]) throws {
    let outcome = try ExecutableProcess.run([], arguments)
    #expect(outcome.exitCode == 64)
    #expect(outcome.output == "")
    #expect(outcome.errorOutput.hasPrefix("diffabled: "))
    #expect(outcome.errorOutput.hasSuffix("\n"))
  }

  @Test func `every limit is set by its flag`() throws {
    let arguments = Limits.entries.flatMap { [$0.flag, String($0.range.upperBound)] }
    let request = #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#
    let outcome = try ExecutableProcess.run([request], arguments)
    for entry in Limits.entries {
      #expect(outcome.output.contains("\"\(entry.name)\":\(entry.range.upperBound)"))
    }
  }
}
