import Foundation
import JSON
import Replicas
import TestSupport
import Testing
import Transcripts

/// Clients that read slowly, or write much before they read, and the daemon as a process.
@Suite struct SlowReaderTests {

  /// How many edits make a burst: without optimisation the daemon takes long for each.
  #if DEBUG
    private static let edits = 6_000
  #else
    private static let edits = 100_000
  #endif

  private static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"

  private static func create(_ name: String, sections: Int, items: Int) -> String {
    let document = (0..<sections).map { section in
      let first = section * items
      let items = (first..<first + items).map(String.init).joined(separator: ",")
      return #"{"id":\#(section),"items":[\#(items)]}"#
    }
    return
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"\#(name)","#
      + #""snapshot":{"sections":[\#(document.joined(separator: ","))]}}}"# + "\n"
  }

  private static func contents(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"snapshot/contents","params":{"dataSource":"list"}}"#
      + "\n"
  }

  // MARK: How soon changes are merged

  @Test(arguments: [0, 1000, 20_000, 100_000])
  func `what waits before changes are merged is the limit, the pipe and a message or two`(
    limit: Int
  ) throws {
    let process = try ExecutableProcess(["--merge-after-bytes", String(limit)])
    process.write(Self.initialize + Self.create("list", sections: 1, items: 1))
    try #require((0..<3).compactMap { _ in process.readLine() }.count == 3)
    process.narrowOutput()
    let name = String(repeating: "x", count: 1000)
    let isWritten = process.writeAside { process in
      for number in 0..<400 {
        let edit = #"{"op":"appendItems","items":["\#(name)\#(number)"]}"#
        process.write(
          #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"list","#
            + #""edits":[\#(edit)]}}"# + "\n"
        )
      }
    }
    isWritten.wait()
    let pace = DispatchSemaphore(value: 0)
    while !process.isIdle { _ = pace.wait(timeout: .now() + .milliseconds(10)) }
    process.closeInput()
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    let merged = try #require(output.firstRange(of: #""origin":"merged""#))
    let before = output.utf8.distance(from: output.startIndex, to: merged.lowerBound)
    #expect(before < limit + 4096 + 3 * 1300)
    #expect(process.exitCode() == 0)
  }

  // MARK: One byte a millisecond

  @Test func `a client that reads a byte a millisecond during a burst has the list after it`()
    throws
  {
    let (sections, items, edits) = (100, 1000, Self.edits)
    let process = try ExecutableProcess(["--merge-after-bytes", "65536"])
    let create = Self.create("list", sections: sections, items: items)
    _ = process.writeAside { process in process.write(Self.initialize + create) }
    let first = (0..<3).compactMap { _ in process.readLine() }
    try #require(first.count == 3)
    let peakBefore = process.peakBytes
    process.narrowOutput()

    let isWritten = process.writeAside { process in
      process.write(Self.burst(of: edits, items: sections * items, seed: 1))
      process.write(Self.contents(2))
    }
    var output: [UInt8] = []
    var hasWritten = false
    let pace = DispatchSemaphore(value: 0)
    while !hasWritten || !process.isIdle {
      _ = pace.wait(timeout: .now() + .milliseconds(1))
      output += process.readSome(atMost: 1)
      hasWritten = hasWritten || isWritten.wait(timeout: .now()) == .success
    }
    let isAnswer = { output.suffix(from: max(0, output.count - 1)).first == UInt8(ascii: "\n") }
    while !isAnswer() || !Self.isLast(output) {
      let more = process.readSome(atMost: 1 << 20)
      if more.isEmpty { break }
      output += more
    }
    let growth = process.peakBytes - peakBefore
    process.closeInput()
    #expect(process.exitCode() == 0)
    #expect(growth < 64 << 20, "\(growth) bytes more than before the burst")
    try Self.judge(Array(first[1].utf8) + [UInt8(ascii: "\n")] + output, edits: edits)
  }

  /// Edits that move items anywhere, as notifications.
  private static func burst(of count: Int, items: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<count {
      let moved = Int.random(in: 0..<items, using: &random)
      let anchor = (moved + Int.random(in: 1..<items, using: &random)) % items
      text +=
        #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"list","edits":["#
      text += #"{"op":"moveItem","item":\#(moved),"afterItem":\#(anchor)}]}}"# + "\n"
    }
    return Array(text.utf8)
  }

  /// Whether the last line is the answer to the last question.
  private static func isLast(_ output: [UInt8]) -> Bool {
    let start = output.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return output[start...].starts(with: Array(#"{"jsonrpc":"2.0","id":2,"#.utf8))
  }

  /// Follows all notifications, and compares the list with the one that was read at the end.
  private static func judge(_ output: [UInt8], edits: Int) throws {
    var list = ListReplica()
    var numberOfApplies = 0
    var contents: ListReplica?
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let message = try JSONDocument(parsing: line).root
      if let params = message["params"] {
        _ = try list.follow(didApply: params)
        numberOfApplies += 1
      } else if let result = message["result"] {
        contents = try ListReplica(contents: result)
      }
    }
    #expect(list.revision == edits + 1)
    #expect(list == contents)
    // What is not merged is what may wait, however long the burst is.
    #expect(numberOfApplies < 1500, "\(numberOfApplies) notifications")
  }

  // MARK: Writing before reading

  @Test func `50 MB of requests are taken before anything is read`() throws {
    let count = 50_000
    let process = try ExecutableProcess()
    let padding = String(repeating: " ", count: 1000)
    process.write(Self.initialize)
    for id in 1...count {
      process.write(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"snapshot/list"\#(padding)}"# + "\n"
      )
    }
    process.closeInput()
    let lines = process.readToEnd().split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == count + 1)
    for (id, line) in lines.enumerated().dropFirst() {
      let expected = #"{"jsonrpc":"2.0","id":\#(id),"result":{"snapshots":[]}}"#
      if Array(line) != Array(expected.utf8) {
        Issue.record("\(id): \(String(decoding: line, as: UTF8.self))")
        break
      }
    }
    #expect(process.exitCode() == 0)
  }

  @Test func `past the limit the daemon reads no more until its answers are read`() throws {
    let count = 4000
    let limit = 1 << 20
    let process = try ExecutableProcess(["--max-queued-bytes", "\(limit)"])
    process.write(Self.initialize + Self.create("list", sections: 1, items: 1000))
    let first = (0..<3).compactMap { _ in process.readLine() }
    try #require(first.count == 3)
    let peakBefore = process.peakBytes

    let isWritten = process.writeAside { process in
      for id in 2..<count + 2 { process.write(Self.contents(id)) }
      process.closeInput()
    }
    // Either it stops reading, or everything is written, which must not be.
    var hasWritten = false
    while !hasWritten, !process.leavesInputUnread {
      hasWritten = isWritten.wait(timeout: .now() + .milliseconds(1)) == .success
    }
    #expect(!hasWritten, "everything was taken although nobody read")
    let growth = process.peakBytes - peakBefore
    #expect(growth < 16 * limit, "\(growth) bytes for \(limit) that may wait")

    let lines = process.readToEnd().split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == count)
    for (index, line) in lines.enumerated() {
      let head = #"{"jsonrpc":"2.0","id":\#(index + 2),"result":{"revision":1,"sections":[{"id":0,"#
      if !line.starts(with: Array(head.utf8)) {
        Issue.record("\(index): \(String(decoding: line.prefix(100), as: UTF8.self))")
        break
      }
    }
    if !hasWritten { isWritten.wait() }
    #expect(process.exitCode() == 0)
  }

  @Test func `what a slow reader takes makes room for what was read already`() throws {
    let process = try ExecutableProcess(["--max-queued-bytes", "\(1 << 20)"])
    process.write(Self.initialize + Self.create("list", sections: 1, items: 1000))
    let first = (0..<3).compactMap { _ in process.readLine() }
    try #require(first.count == 3)
    // Two MiB of requests, in packets of which each has some hundreds.
    let request = Self.contents(2)
    let requests = String(repeating: request, count: (2 << 20) / request.utf8.count)
    let isWritten = process.writeAside { $0.write(requests) }
    var hasWritten = false
    func waitUntilItSleeps() {
      while !hasWritten, !process.leavesInputUnread {
        hasWritten = isWritten.wait(timeout: .now() + .milliseconds(1)) == .success
      }
    }
    waitUntilItSleeps()
    var bytes = 0
    for _ in 0..<256 where !hasWritten {
      bytes += process.readSome(atMost: 1 << 16).count
      waitUntilItSleeps()
    }
    #expect(!hasWritten, "two MiB of requests were taken for \(bytes) bytes of answers")
    process.closeInput()
    if !hasWritten { isWritten.wait() }
  }
}
