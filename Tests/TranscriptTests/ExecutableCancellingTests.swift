import Foundation
import Testing

/// Cancelling as a client does it: while a request runs, the daemon reads on and finds out.
@Suite struct ExecutableCancellingTests {

  /// What a reversed list begins with, when the request is cancelled and when another one is.
  @Test(arguments: [(7, "[0,1]", 1), (9, "[19999,19998]", 2)])
  func `a request that is read with its cancellation changes nothing`(
    cancelled: Int,
    items: String,
    revision: Int
  ) throws {
    let process = try ExecutableProcess()
    let list = (0..<20_000).map(String.init).joined(separator: ",")
    process.write(#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n")
    process.write(
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"l","#
        + #""snapshot":{"sections":[{"id":"A","items":[\#(list)]}]}}}"# + "\n"
    )
    #expect((0..<3).compactMap { _ in process.readLine() }.count == 3)

    // One read brings all three.
    process.write(
      #"{"jsonrpc":"2.0","id":7,"method":"dataSource/edit","params":{"dataSource":"l","#
        + #""edits":[{"op":"reverseItems"}]}}"# + "\n"
        + #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(cancelled)}}"# + "\n"
        + #"{"jsonrpc":"2.0","id":8,"method":"snapshot/itemIdentifiers","#
        + #""params":{"dataSource":"l","range":[0,2]}}"# + "\n"
    )
    process.closeInput()
    let lines = String(decoding: process.readToEnd(), as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains(#""id":7,"error":{"code":-32800,"#) } == (cancelled == 7))
    let answer = #"{"jsonrpc":"2.0","id":8,"result":{"revision":\#(revision),"items":\#(items)}}"#
    #expect(lines.last.map(String.init) == answer)
    #expect(process.exitCode() == 0)
  }

  /// Between a request and its cancellation stands another message, which comes in one read, or with
  /// its end in the next one.
  @Test(arguments: [1000, 100_000], [false, true])
  func `no more is read ahead than the limit says`(limit: Int, isInPieces: Bool) throws {
    let process = try ExecutableProcess(["--max-read-ahead-bytes", String(limit)])
    let list = (0..<20_000).map(String.init).joined(separator: ",")
    process.write(#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n")
    process.write(
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"l","#
        + #""snapshot":{"sections":[{"id":"A","items":[\#(list)]}]}}}"# + "\n"
    )
    #expect((0..<3).compactMap { _ in process.readLine() }.count == 3)

    // It stands still, so that all is there when it reads the request; each write is one read.
    kill(process.processID, SIGSTOP)
    process.write(
      #"{"jsonrpc":"2.0","id":7,"method":"dataSource/edit","params":{"dataSource":"l","#
        + #""edits":[{"op":"reverseItems"}]}}"# + "\n"
    )
    let between = #"{"jsonrpc":"2.0","method":"initialized"\#(String(repeating: " ", count: 2000))"#
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"# + "\n"
    for packet in isInPieces ? [between, "}\n" + cancel] : [between + "}\n", cancel] {
      process.write(packet)
    }
    kill(process.processID, SIGCONT)
    process.closeInput()
    let lines = String(decoding: process.readToEnd(), as: UTF8.self).split(separator: "\n")
    let isCancelled = lines.last?.contains(#""id":7,"error":{"code":-32800,"#)
    #expect(isCancelled == (limit == 100_000))
    #expect(process.exitCode() == 0)
  }
}
