import DiffableServer
import Foundation
import Framing
import JSON
import TestSupport
import Testing
import Transcripts

/// The golden conversations, held against the real daemon in each way of talking to it.
@Suite struct GoldenTranscriptTests {
  @Test(arguments: TranscriptFile.all)
  func `every answer is as written, in process`(file: TranscriptFile) throws {
    let transcript = try file.transcript()
    var answers: [[[UInt8]]] = []
    let session = TranscriptSession()
    for exchange in transcript.exchanges { answers.append(session.answers(to: exchange)) }
    if TranscriptFile.isUpdating {
      try Data(transcript.expecting(answers).bytes).write(to: file.url)
      Issue.record("\(file.testDescription): the expectations were rewritten; read them")
      return
    }
    for (exchange, answers) in zip(transcript.exchanges, answers) {
      guard let report = ExchangeComparison.report(exchange.expected, answers) else { continue }
      Issue.record("\(file.url.path):\(exchange.line): \(report.joined(separator: "\n"))")
    }
  }

  @Test(.disabled(if: TranscriptFile.isUpdating), arguments: TranscriptFile.all)
  func `every answer is as written, through the binary in lines`(file: TranscriptFile) throws {
    let transcript = try file.transcript()
    let run = try run(transcript, .lines)
    let messages = run.output.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    #expect(run.output.isEmpty || run.output.last == UInt8(ascii: "\n"))
    check(messages, transcript, run)
  }

  @Test(.disabled(if: TranscriptFile.isUpdating), arguments: TranscriptFile.all)
  func `every answer is as written, through the binary in frames`(file: TranscriptFile) throws {
    let transcript = try file.transcript()
    let run = try run(transcript, .lsp)
    check(try frames(run.output), transcript, run)
  }

  private func run(_ transcript: Transcript, _ framing: FrameFormat) throws -> ChildProcess {
    let daemon = try #require(Repository.daemon, "diffabled is built beside the tests")
    return try ChildProcess(daemon, input: transcript.input(in: framing))
  }

  private func check(_ messages: [[UInt8]], _ transcript: Transcript, _ run: ChildProcess) {
    let expected = transcript.exchanges.flatMap(\.expected)
    if let report = ExchangeComparison.report(expected, messages) {
      Issue.record("\(report.joined(separator: "\n"))")
    }
    #expect(run.errorOutput == "")
    #expect(run.exitCode == exitCode(of: transcript))
  }

  /// 1 after an exit that no shutdown came before, 0 after one that followed a shutdown or at the end of input.
  private func exitCode(of transcript: Transcript) -> Int32 {
    let methods = transcript.exchanges.map { exchange in
      (try? JSONDocument(parsing: exchange.sent[...]))?.root["method"]?.string
    }
    guard let exit = methods.firstIndex(of: "exit") else { return 0 }
    return methods[..<exit].contains("shutdown") ? 0 : 1
  }

  /// Takes the output apart, which must be exactly a length and a body each time.
  private func frames(_ output: [UInt8]) throws -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var rest = output[...]
    while !rest.isEmpty {
      let name = Array("Content-Length: ".utf8)
      try #require(rest.starts(with: name))
      rest = rest.dropFirst(name.count)
      let digits = rest.prefix { $0 != UInt8(ascii: "\r") }
      let length = try #require(Int(String(decoding: digits, as: UTF8.self)))
      rest = rest.dropFirst(digits.count)
      try #require(rest.starts(with: Array("\r\n\r\n".utf8)) && rest.count >= 4 + length)
      messages.append(Array(rest.dropFirst(4).prefix(length)))
      rest = rest.dropFirst(4 + length)
    }
    return messages
  }
}

extension Session {
  /// Everything that is answered to one message.
  func answers(to message: [UInt8]) -> [[UInt8]] {
    receive(.message(message[...]))
    var answers: [[UInt8]] = []
    while let answer = nextMessage() { answers.append(Array(answer)) }
    return answers
  }
}
