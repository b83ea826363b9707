import Foundation
import TestSupport
import Testing
import Transcripts

/// Sessions that are recorded by the daemon and run again.
enum RecordedSession {
  static let list = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"#

  static func frame(_ message: [UInt8], _ framing: String) -> [UInt8] {
    framing == "lsp"
      ? Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
      : message + [UInt8(ascii: "\n")]
  }

  /// Runs a session with and without recording it, and the recording again.
  static func record(
    _ input: [UInt8],
    _ arguments: [String] = []
  ) throws -> (recording: Recording, text: String, replay: ChildProcess) {
    let daemon = try #require(Repository.daemon)
    let file = TemporaryFile()
    let plain = try ChildProcess(daemon, arguments.filter { $0 != "--redact" }, input: input)
    let recorded = try ChildProcess(daemon, ["--record", file.path] + arguments, input: input)
    #expect(recorded.output == plain.output, "a recording changes no answer")
    #expect(recorded.exitCode == plain.exitCode)
    #expect(recorded.errorOutput == "")
    let bytes = try file.bytes()
    let recording = try #require(try Recording(parsing: bytes))
    #expect(recording.ending?.exitCode == plain.exitCode)
    let replay = try ChildProcess(daemon, ["replay", file.path])
    return (recording, String(decoding: bytes, as: UTF8.self), replay)
  }

  /// Records with placeholders, and runs the recording again.
  static func redact(
    _ input: [UInt8],
    _ arguments: [String] = []
  ) throws -> (text: String, replay: ChildProcess) {
    let run = try record(input, arguments + ["--redact"])
    #expect(run.recording.isRedacted)
    return (run.text, run.replay)
  }

  static func expectEqual(_ replay: ChildProcess) {
    #expect(replay.exitCode == 0, "\(String(decoding: replay.output, as: UTF8.self))")
    #expect(replay.errorOutput == "")
  }

  /// Streams that are no clean row of messages.
  static let hostile: [(input: String, arguments: [String])] = [
    ("Content-Length: x\r\n\r\ngarbage Content-Length: 2\r\n\r\n[]", []),
    ("Nothing: 1\r\n\r\n{\"a\":1}\u{0}\u{7F}%41 Content-LENGTH:2\n\n{}", []),
    ("Content-Length: 7\r\n\r\n{\n  1\n}", []),
    ("\u{FEFF}\(list)\n\(list)\r\n\n \n\(list)", []),
    ("{\"a\":\t1}\n[\n", []),
    (list + "\n{\"json", []),
    ("Content-Length: 100\r\n\r\n{\"json", []),
    ("Content-Length: 100000000\r\nX: \r\n\r\n", []),
    ("Content-Le", []),
    (String(repeating: "x", count: 300_000), ["--framing", "lsp"]),
    (String(repeating: "x", count: 300_000), ["--framing", "lines"]),
    ("{" + String(repeating: "x", count: 300_000) + "\n" + list, []),
    (
      "Content-Length: 300000\r\n\r\n" + String(repeating: "x", count: 300_000)
        + "Content-Length: 2\r\n\r\n{}", []
    ),
    (
      String(repeating: "x", count: 3000) + "\n" + list,
      ["--framing=lines", "--max-message-bytes=60"]
    ),
    (
      String(repeating: "x", count: 3000) + "\r\n\(list)\r\n" + String(repeating: "x", count: 61)
        + "\r\n" + String(repeating: "x", count: 3000) + "\r",
      ["--framing=lines", "--max-message-bytes=60"]
    ),
    (
      "Content-Length: 3000\r\n\r\n" + String(repeating: "x", count: 3000),
      ["--max-message-bytes=9"]
    ),
    ("\(list)\n\(list)\r", ["--max-message-bytes=\(list.utf8.count)"]),
    ("nonsense", ["--framing=lines"]),
    ("nonsense\n" + list, []),
    ("\u{FEFF}nonsense\nX-A: 1\nContent-Length: 2\r\n\r\n{}", []),
    ("nonsense", []),
    (String(repeating: "x", count: 300_000), []),
    (String(repeating: "x", count: 100) + "\n" + list, ["--max-header-bytes=32"]),
    (String(repeating: "x", count: 100) + "\n\n", ["--max-header-bytes=32"]),
    (String(repeating: "x", count: 33) + "\n" + list, ["--max-header-bytes=32"]),
    (String(repeating: "x", count: 32) + "\r\n\n\n" + list, ["--max-header-bytes=32"]),
    (
      "Content-Length: 2\r\n\r\n{}" + String(repeating: "x", count: 100) + "\r\n",
      ["--max-header-bytes=100"]
    ),
    (
      "Content-Length: 2\r\n\r\n{}X: " + String(repeating: "x", count: 97) + "\n\n",
      ["--max-header-bytes=100"]
    ),
    (
      "X: b\r\nContent-Length: 2\r\nZ: " + String(repeating: "x", count: 600)
        + "\r\n\r\n{}Content-Length: 2\r\n\r\n{}",
      ["--max-header-bytes=100"]
    ),
    (
      "xyz\n" + String(repeating: "x", count: 35) + "\n\t",
      ["--framing=lsp", "--max-header-bytes=40"]
    ),
    ("nonsense\nContent-Length: -5\r\n\r\ngarbage", []),
    (
      "Content-Length: 3\r\nContent-Length: 4\r\n\r\n{\"jsgarbage" + "Content-Length: 2\r\n\r\n{}",
      ["--max-header-bytes=32"]
    ),
    (
      "Content-Length: 2\r\n\r\n{}nonsense\r\n\r\nContent-Length: -5\r\n\r\nContent-Length: -6\r\n\r\n"
        + "nonsense\r\n\r\n", []
    ),
    ("{\r\n\r\n", ["--framing=lsp"]),
  ]
}
