import DiffableServer
import Foundation
import TestSupport
import Testing

/// What the daemon tells of itself, and to whom.
@Suite struct ExecutableLogTests {
  private static let session = [
    #"{"jsonrpc":"2.0","id":"secret id","method":"initialize","params":{"clientInfo":{"name":"secret"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"dataSource/create","params":{"dataSource":"secret","#
      + #""snapshot":{"sections":[{"id":"secret","content":"secret"}]}}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"dataSource/close","params":{"dataSource":"another secret"}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"secret/method"}"#,
    #"[{"jsonrpc":"2.0","id":5,"method":"snapshot/list"},{"jsonrpc":"2.0","id":6,"method":"snapshot/release"}]"#,
    #"{"secret"#,
  ]

  /// The lines of the log of a session, without their times.
  private func log(
    _ arguments: [String],
    input: String = session.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
      + "Content-Length: secret\r\n\r\nsecret"
  ) throws -> [String] {
    let file = TemporaryFile()
    let plain = try ExecutableProcess.run([input])
    let outcome = try ExecutableProcess.run([input], ["--log", file.path] + arguments)
    #expect(outcome.output == plain.output)
    #expect(outcome.exitCode == plain.exitCode)
    #expect(outcome.errorOutput == "")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    return try file.text().split(separator: "\n").map { line in
      let text = try #require(line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (.*)/)).1
      return String(
        text.replacing(/process \d+/, with: "process N").replacing(/\d+ µs/, with: "N µs")
      )
    }
  }

  private static let start =
    "info started diffabled \(Session.version), process N, framing to be detected"
  private static let refusals = [
    "info refused dataSource/close: unknownDataSource",
    "info refused a message: methodNotFound",
    "info refused snapshot/release: invalidParams",
    "info refused a message: parseError",
    "info broken frame: nonNumericLength",
    "info refused a message: parseError",
  ]
  private static let end = "info ended: end of input, exit code 0"

  @Test(arguments: [[], ["--log-level", "info"]])
  func `start, end and refusals are told without what the client sent`(
    arguments: [String]
  ) throws {
    let lines = try log(arguments)
    #expect(lines == [Self.start] + Self.refusals + [Self.end])
  }

  @Test func `a refused request without an id is told, and where in it, without a value`() throws {
    let requests = [
      #""initialize","id":1"#, #""dataSource/create","params":{"dataSource":"secret"}"#,
      #""dataSource/create","params":{"dataSource":"secret"}"#,
      #""dataSource/edit","params":{"dataSource":"secret","edits":[{"op":"appendSections"}]}"#,
      #""dataSource/list""#, #""secret/method""#,
      #""dataSource/edit","params":{"dataSource":"secret","edits":[{"op":"appendItems","#
        + #""\u001b[2J\nsecret":1}]}"#,
      #""dataSource/close","params":{"secret":1}"#,
      #""dataSource/edit","params":{"dataSource":"secret","edits":[{"op":"deleteAllItems"},"#
        + #"{"op":"reloadItems","items":["secret"]}]}"#,
    ]
    let lines = try log(
      [],
      input: requests.map { #"{"jsonrpc":"2.0","method":\#($0)}"# + "\n" }.joined()
    )
    #expect(
      lines.dropFirst().dropLast() == [
        "info refused dataSource/create: dataSourceExists, unanswered",
        "info refused dataSource/edit: invalidParams, unanswered, edits[0].sections",
        "info refused dataSource/edit: invalidParams, unanswered, edits[0]",
        "info refused dataSource/close: invalidParams, unanswered",
        "info refused dataSource/edit: unknownItem, unanswered, edits[1]",
      ]
    )
  }

  @Test func `with debug every message is told, without what is in it`() throws {
    let lines = try log(["--log-level=debug"])
    #expect(lines.filter { !$0.hasPrefix("debug ") } == [Self.start] + Self.refusals + [Self.end])
    let sizes = Self.session.map(\.utf8.count)
    let received = lines.filter { $0.hasPrefix("debug received ") }
    #expect(
      received == [
        "debug received initialize, id \"secret id\", \(sizes[0]) bytes, N µs",
        "debug received dataSource/create, id 2, \(sizes[1]) bytes, N µs",
        "debug received dataSource/close, id 3, \(sizes[2]) bytes, N µs",
        "debug received secret/method, id 4, \(sizes[3]) bytes, N µs",
        "debug received a batch of 2, \(sizes[4]) bytes, N µs",
        "debug received what is no JSON, \(sizes[5]) bytes, N µs",
      ]
    )
    let sent = lines.filter { $0.hasPrefix("debug sent ") }
      .map { $0.replacing(/, \d+ bytes/, with: "") }
    #expect(
      sent == [
        "debug sent an answer, id \"secret id\"", "debug sent dataSource/didApply",
        "debug sent an answer, id 2", "debug sent an answer, id 3", "debug sent an answer, id 4",
        "debug sent a batch of 2", "debug sent an answer, id null", "debug sent an answer, id null",
      ]
    )
  }

  @Test func `with error only failures are told`() throws {
    #expect(try log(["--log-level=error"]) == [])
    let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    #expect(try log(["--log-level=error"], input: exit) == ["error ended: exit, exit code 1"])
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","method":"exit"}"#, "exit, exit code 1"),
    ("{", "end of input inside a message, exit code 1"), ("", "end of input, exit code 0"),
  ])
  func `the end is told with its reason`(input: String, ending: String) throws {
    #expect(try log([], input: input).last?.hasSuffix(" ended: \(ending)") == true)
  }

  @Test func `the log may be standard error, and goes behind what a file holds`() throws {
    let outcome = try ExecutableProcess.run([], ["--log", "-", "--framing", "lsp"])
    let lines = outcome.errorOutput.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix(", framing lsp") == true)
    #expect(outcome.output == "")

    let file = TemporaryFile()
    try file.write("before\n")
    for _ in 0..<2 { _ = try ExecutableProcess.run([], ["--log", file.path]) }
    let text = try file.text()
    #expect(text.hasPrefix("before\n"))
    #expect(text.split(separator: "\n").count == 5)
  }

  @Test func `a recording that had to end is told in the log alone`() throws {
    let (recording, log) = (TemporaryFile(), TemporaryFile())
    try log.write("")
    let list = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"# + "\n"
    let script = #"ulimit -f 8; exec "$0" "$@""#
    let daemon = try #require(Repository.daemon)
    let arguments = ["--record", recording.path, "--log", log.path, "--log-level", "error"]
    let run = try ChildProcess(
      URL(filePath: "/bin/bash"),
      ["-c", script, daemon.path] + arguments,
      input: Array(String(repeating: list, count: 100).utf8)
    )
    #expect(run.exitCode == 0)
    #expect(run.errorOutput == "")
    let text = String(decoding: try log.bytes(), as: UTF8.self)
    #expect(text.contains(" error the recording ends here, it cannot be written: "))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test func `what cannot be told in the log is told on standard error`() throws {
    let (recording, log) = (TemporaryFile(), TemporaryFile())
    let daemon = try #require(Repository.daemon)
    // The limit is one on files: what is told goes through a pipe.
    let script = #"(ulimit -f 0; exec "$0" --record "$1" --log "$2") 2>&1 | cat"#
    let run = try ChildProcess(
      URL(filePath: "/bin/bash"),
      ["-c", script, daemon.path, recording.path, log.path],
      input: []
    )
    let told = String(decoding: run.output, as: UTF8.self)
    #expect(told.hasPrefix("diffabled: the recording ends here, it cannot be written: "))
    #expect(told.split(separator: "\n").count == 1)
    #expect(try log.bytes() == [])
  }

  @Test func `a log and a recording are two files`() throws {
    let file = TemporaryFile()
    let outcome = try ExecutableProcess.run([], ["--record", file.path, "--log", file.path])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorOutput.hasPrefix("diffabled: --record "))
  }
}
