import Foundation
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
  ]

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

  @Test(arguments: zip([SIGTERM, SIGINT, SIGHUP], [143, 130, 129] as [Int32]))
  func `a signal ends the daemon with its exit code`(signal: Int32, code: Int32) throws {
    let process = try ExecutableProcess()
    process.write(ExecutableEndTests.initialize + "\n")
    #expect(process.readLine() != nil)
    kill(process.processID, signal)
    #expect(process.exitCode() == code)
    #expect(process.readToEnd() == [])
    #expect(process.errorOutput == "")
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
}
