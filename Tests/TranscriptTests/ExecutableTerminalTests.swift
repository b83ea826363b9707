import DiffableServer
import Foundation
import TestSupport
import Testing

/// The daemon as a person meets who starts it on a terminal.
@Suite struct ExecutableTerminalTests {
  private static let list = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"#
  private static let word =
    "diffabled \(Session.version) reads JSON-RPC messages here, one a line; Ctrl-D ends it."
    + " See diffabled --help.\n"

  /// What the daemon says to what is typed, on a pseudo-terminal that is its standard input.
  private func type(_ text: String, _ arguments: [String] = []) throws -> ChildProcess {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    let name = try PseudoTerminal.name(of: terminal)
    let daemon = try #require(Repository.daemon)
    _ = text.utf8CString.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count - 1) }
    // The shell opens the other end, which has to be open as long as the daemon reads.
    return try ChildProcess(
      URL(filePath: "/bin/bash"),
      ["-c", #"exec "$@" <"$0""#, name, daemon.path] + arguments
    )
  }

  @Test func `a person is told what the daemon waits for`() throws {
    let run = try type(Self.list + "\n\u{04}")
    #expect(run.errorOutput == Self.word)
    #expect(String(decoding: run.output, as: UTF8.self).contains("serverNotInitialized"))
    #expect(run.exitCode == 0)
  }

  @Test func `where frames are asked for nobody is typing`() throws {
    let run = try type("\u{04}", ["--framing", "lsp"])
    #expect(run.errorOutput == "")
    #expect(run.exitCode == 0)
    #expect(try type("\u{04}", ["--framing=lines"]).errorOutput == Self.word)
  }

  @Test func `a terminal that shows nothing more holds nobody up who logs to it`() throws {
    let (file, daemon) = (TemporaryFile(), try #require(Repository.daemon))
    let isLooking = TemporaryFile()
    let messages = #"""
      { for i in {1..3000}; do echo "$2"; done; until [ -e "$4" ]; do sleep .1; done; echo "$2"; }
      """#
    let terminal = try PseudoTerminal(
      (80, 24),
      messages + #" | "$1" --log - --log-level debug 2>"$0" >"$3""#,
      [daemon.path, Self.list, file.path, isLooking.path]
    )
    func numberOfAnswers() -> Int {
      (try? file.bytes().count { $0 == UInt8(ascii: "\n") }) ?? 0
    }
    // Nobody looks at the terminal before all but the last one are answered.
    var looks = 0
    while numberOfAnswers() < 3000, looks < 1000 {
      usleep(10_000)
      looks += 1
    }
    #expect(numberOfAnswers() >= 3000)
    var shown: [UInt8] = []
    // More than what the last lines need is gone before they come.
    while shown.count < 1 << 14, let more = terminal.read() { shown += more }
    try isLooking.write("")
    while let more = terminal.read() { shown += more }
    #expect(terminal.exitCode() == 0)
    #expect(numberOfAnswers() == 3001)
    let lines = String(decoding: shown, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.count > 10)
    #expect(try #require(lines.last).hasSuffix("ended: end of input, exit code 0"))
    // One may be cut, but none begins within another.
    #expect(lines.allSatisfy { $0.components(separatedBy: "Z ").count <= 2 })
  }
}
