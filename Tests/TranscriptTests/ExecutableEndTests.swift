import Foundation
import TestSupport
import Testing

/// How the daemon ends, and with which exit code.
@Suite struct ExecutableEndTests {

  private static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#
  private static let list = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"#
  private static let listed = #"{"jsonrpc":"2.0","id":1,"result":{"snapshots":[]}}"#
  private static let shutdown = #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#
  private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  private static func framed(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }

  // MARK: The end of input

  @Test func `no input at all is an orderly end`() throws {
    for text in ["", "\n", " \r\n\r\n"] {
      let outcome = try ExecutableProcess.run(text.isEmpty ? [] : [text])
      #expect(outcome.exitCode == 0)
      #expect(outcome.output == "")
    }
  }

  /// What stands at the end of input, the exit code, and whether it is answered.
  private static let ends: [(text: String, code: Int32, answers: Bool)] = [
    (list + "\n", 0, true), (list, 0, true), (list + "\r", 0, true), (list + "\n \n", 0, true),
    (list + "\n{", 1, true), (list + "\n" + list.dropLast(), 1, true), ("nonsense", 1, false),
    (deep, 1, false), (list + "\n" + deep, 1, true),
  ]
  private static let deep = String(repeating: "[", count: 300)

  @Test(arguments: ends)
  func `the end of input ends the last line`(end: String, code: Int32, answers: Bool) throws {
    let outcome = try ExecutableProcess.run([ExecutableEndTests.initialize + "\n" + end])
    #expect(outcome.exitCode == code)
    let last = outcome.output.split(separator: "\n").last.map(String.init)
    #expect((last == ExecutableEndTests.listed) == answers)
    #expect(outcome.output.split(separator: "\n").count == (answers ? 2 : 1))
  }

  @Test func `a truncated frame is not answered, and what was complete is`() throws {
    let complete = ExecutableEndTests.framed(ExecutableEndTests.initialize)
    let next = ExecutableEndTests.framed(ExecutableEndTests.list)
    let whole = try ExecutableProcess.run([complete])
    #expect(whole.exitCode == 0)
    for length in 1..<next.utf8.count {
      let cut = String(decoding: Array(next.utf8).prefix(length), as: UTF8.self)
      let outcome = try ExecutableProcess.run([complete + cut])
      #expect(outcome.exitCode == 1, "\(cut)")
      #expect(outcome.output == whole.output, "\(cut)")
    }
  }

  // MARK: exit

  @Test func `exit has code 0 after shutdown and else 1`() throws {
    let (initialize, shutdown) = (ExecutableEndTests.initialize, ExecutableEndTests.shutdown)
    let exit = ExecutableEndTests.exit
    for (messages, code) in [
      ([initialize, shutdown, exit], Int32(0)), ([initialize, exit], 1), ([exit], 1),
      ([initialize, shutdown], 0),
    ] {
      let outcome = try ExecutableProcess.run([messages.joined(separator: "\n") + "\n"])
      #expect(outcome.exitCode == code, "\(messages)")
      #expect(outcome.output.split(separator: "\n").count == messages.filter { $0 != exit }.count)
    }
  }

  @Test func `exit does not wait for the end of input, and nothing behind it is answered`() throws {
    let process = try ExecutableProcess()
    let messages = [
      ExecutableEndTests.initialize, ExecutableEndTests.exit, ExecutableEndTests.list,
    ]
    process.write(messages.joined(separator: "\n") + "\n")
    #expect(process.exitCode() == 1)
    #expect(process.readLine()?.hasPrefix(#"{"jsonrpc":"2.0","id":0,"result""#) == true)
    #expect(process.readLine() == nil)
  }

  @Test func `exit does not wait long for a reader that does not read`() throws {
    let process = try ExecutableProcess()
    let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    process.write(String(repeating: discover, count: 100))
    process.write(ExecutableEndTests.exit + "\n")
    #expect(process.exitCode() == 1)
    #expect(process.readToEnd().count < 100 * 60_000)
  }

  // MARK: The other side goes away

  @Test(arguments: ["", list + "\n"])
  func `a closed standard output ends the daemon`(message: String) throws {
    let process = try ExecutableProcess()
    process.write(ExecutableEndTests.initialize + "\n")
    #expect(process.readLine() != nil)
    process.closeOutput()
    if !message.isEmpty { process.write(message) }
    #expect(process.exitCode() == 1)
    #expect(process.errorOutput == "")
  }

  @Test(arguments: zip([SIGTERM, SIGINT, SIGHUP, SIGQUIT], [143, 130, 129, 131] as [Int32]))
  func `a signal ends the daemon with its exit code`(signal: Int32, code: Int32) throws {
    let process = try ExecutableProcess()
    process.write(ExecutableEndTests.initialize + "\n")
    #expect(process.readLine() != nil)
    kill(process.processID, signal)
    #expect(process.exitCode() == code)
    #expect(process.readToEnd() == [])
    #expect(process.errorOutput == "")
  }

  @Test func `signals that were ignored when the daemon was started stay so`() throws {
    let script = #"""
      trap '' HUP INT QUIT TERM
      folder=$(mktemp -d) && cd "$folder" && mkfifo input output
      "$0" < input > output &
      exec 3> input 4< output
      printf '%s\n' "$1" >&3
      read -r answer <&4
      for signal in HUP INT QUIT TERM; do kill -$signal $!; done
      printf '%s\n' "$2" >&3
      read -r answer <&4
      exec 3>&-
      wait $!
      printf '%s %s' $? "$answer"
      rm -r "$folder"
      """#
    let daemon = try #require(Repository.daemon)
    let run = try ChildProcess(
      URL(filePath: "/bin/sh"),
      ["-c", script, daemon.path, ExecutableEndTests.initialize, ExecutableEndTests.list]
    )
    #expect(String(decoding: run.output, as: UTF8.self) == "0 " + ExecutableEndTests.listed)
  }

  @Test func `the death of the client's process ends the daemon`() throws {
    let client = try ExecutableProcess()
    client.write(ExecutableEndTests.initialize + "\n")
    #expect(client.readLine() != nil)

    let process = try ExecutableProcess()
    process.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":\#(client.processID)}}"#
        + "\n"
    )
    #expect(process.readLine() != nil)
    process.write(ExecutableEndTests.list + "\n")
    #expect(process.readLine() == ExecutableEndTests.listed, "it serves while the client lives")
    client.closeInput()
    #expect(client.exitCode() == 0)
    #expect(process.exitCode() == 1)
  }

  // MARK: While there is something to do

  /// A request that keeps the daemon busy for a while, unless it is interrupted.
  private static let long: String = {
    let items = (0..<200_000).map(String.init).joined(separator: ",")
    return #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"l","#
      + #""snapshot":{"sections":[{"id":"A","items":[\#(items)]}]}}}"# + "\n"
  }()

  /// Starts a daemon whose output nobody reads, with much to say.
  private func blocked(_ arguments: [String] = []) throws -> ExecutableProcess {
    let process = try ExecutableProcess(arguments)
    process.write(ExecutableEndTests.initialize + "\n")
    #expect(process.readLine() != nil)
    let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    process.write(String(repeating: discover, count: 100))
    return process
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func `a signal ends a daemon that is busy, or whose output is blocked`(signal: Int32) throws {
    let busy = try ExecutableProcess()
    busy.write(ExecutableEndTests.initialize + "\n")
    #expect(busy.readLine() != nil)
    busy.write(ExecutableEndTests.long)
    kill(busy.processID, signal)
    #expect(busy.exitCode() == 128 + signal)

    let blocked = try blocked()
    kill(blocked.processID, signal)
    #expect(blocked.exitCode() == 128 + signal)
    #expect(busy.errorOutput + blocked.errorOutput == "")
  }

  @Test func `a closed standard output ends a daemon that is busy, or whose output is blocked`()
    throws
  {
    let busy = try ExecutableProcess()
    busy.write(ExecutableEndTests.initialize + "\n")
    #expect(busy.readLine() != nil)
    busy.write(ExecutableEndTests.long)
    busy.closeOutput()
    #expect(busy.exitCode() == 1)

    let blocked = try blocked()
    blocked.closeOutput()
    #expect(blocked.exitCode() == 1)
    #expect(busy.errorOutput + blocked.errorOutput == "")
  }

  @Test func `the end of input does not wait long for a reader that does not read`() throws {
    let process = try blocked()
    process.closeInput()
    #expect(process.exitCode() == 1)
  }

  @Test(arguments: [true, false])
  func `nor does it wait long for a terminal that nobody reads`(mayBeOpenedAgain: Bool) throws {
    let daemon = try #require(Repository.daemon)
    let file = TemporaryFile()
    let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    try file.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"# + "\n"
        + String(repeating: discover, count: 30)
    )
    let terminal = try PseudoTerminal(
      (80, 24),
      #"exec <"$1" >"$0"; shift; "# + (mayBeOpenedAgain ? "" : PseudoTerminal.forbidding)
        + #"exec "$@""#,
      [file.path, daemon.path, "--framing", "lines"]
    )
    #expect(terminal.exitCode() == 1)
  }

  @Test func `the death of the client's process ends a daemon whose output is blocked`() throws {
    let client = try ExecutableProcess()
    let process = try ExecutableProcess()
    process.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":\#(client.processID)}}"#
        + "\n"
    )
    #expect(process.readLine() != nil)
    let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    process.write(String(repeating: discover, count: 100))
    kill(client.processID, SIGKILL)
    #expect(client.exitCode() == -SIGKILL)
    #expect(process.exitCode() == 1)
  }

  @Test func `no daemon is left behind by a parent that is killed`() throws {
    let daemon = try #require(Repository.daemon)
    let parent = Process()
    let output = Pipe()
    parent.executableURL = URL(filePath: "/bin/bash")
    // The shell holds the only writing end of the daemon's input, and tells whose end to wait for.
    parent.arguments = ["-c", #"coproc D { "$0"; }; echo started >&2; wait"#, daemon.path]
    parent.standardInput = FileHandle.nullDevice
    parent.standardOutput = FileHandle.nullDevice
    parent.standardError = output
    try parent.run()
    try output.fileHandleForWriting.close()
    #expect(output.fileHandleForReading.availableData == Data("started\n".utf8))
    kill(parent.processIdentifier, SIGKILL)
    parent.waitUntilExit()
    // The daemon has inherited standard error, so this ends when the daemon has.
    #expect(try (output.fileHandleForReading.readToEnd() ?? Data()).isEmpty)
  }

  @Test(arguments: [("<&-", Int32(0)), (">&-", 1), ("<&- >&- 2>&-", 0), ("2>&-", 0)])
  func `a standard stream may be closed from the beginning`(closed: String, code: Int32) throws {
    let daemon = try #require(Repository.daemon)
    let run = try ChildProcess(
      URL(filePath: "/bin/bash"),
      ["-c", #"exec "$0" \#(closed)"#, daemon.path],
      input: Array((ExecutableEndTests.initialize + "\n").utf8)
    )
    #expect(run.exitCode == code)
    #expect(run.errorOutput == "")
  }
}
