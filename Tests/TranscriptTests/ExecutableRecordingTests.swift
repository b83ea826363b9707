import DiffableServer
import Foundation
import Framing
import TestSupport
import Testing
import Transcripts

/// A session that is recorded by the daemon and run again.
@Suite struct ExecutableRecordingTests {

  private static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#
  private static let list = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"#
  private static let listed = #"{"jsonrpc":"2.0","id":1,"result":{"snapshots":[]}}"#
  private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  // MARK: What is recorded is replayed

  @Test(arguments: TranscriptFile.all, FrameFormat.allCases)
  func `every golden conversation is recorded and replayed`(
    file: TranscriptFile,
    framing: FrameFormat
  ) throws {
    let transcript = try file.transcript()
    let run = try RecordedSession.record(transcript.input(in: framing))
    #expect(run.recording.framing == framing.rawValue)
    let recorded = run.recording.transcript.exchanges
    #expect(recorded.map(\.sent) == transcript.exchanges.map(\.sent))
    #expect(recorded.map(\.stream) == transcript.exchanges.map(\.stream))
    RecordedSession.expectEqual(run.replay)
  }

  /// Nothing is merged for a quick reader, though the batch announces more than `mergeAfterBytes`.
  @Test func `a batch that announces much is replayed as a quick reader was told of it`() throws {
    let items = (0..<2000).map(String.init).joined(separator: ",")
    let create =
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"d","#
      + #""snapshot":{"sections":[{"id":"A","items":[\#(items)]}]}}}"#
    let shuffles = (0..<4).map {
      #"{"jsonrpc":"2.0","id":\#(2 + $0),"method":"dataSource/edit","params":{"dataSource":"d","#
        + #""edits":[{"op":"shuffleItems","seed":\#($0)}]}}"#
    }
    let messages = [Self.initialize, create, "[\(shuffles.joined(separator: ","))]"]
    let input = messages.map { $0 + "\n" }.joined()
    // Whoever reads it is quick enough for so much.
    let run = try RecordedSession.record(Array(input.utf8), ["--merge-after-bytes", "100000007"])
    RecordedSession.expectEqual(run.replay)
    let file = TemporaryFile()
    try file.write(run.text.replacing("100000007", with: "1000"))
    let replay = try ChildProcess(try #require(Repository.daemon), ["replay", file.path])
    RecordedSession.expectEqual(replay)
    #expect(!String(decoding: replay.output, as: UTF8.self).contains("the reader was slow"))
  }

  /// A long line is written in portions.
  @Test func `messages of some megabytes are recorded to the byte`() throws {
    let text = String(repeating: "0123456789", count: 900_001)
    let create =
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"d","#
      + #""snapshot":{"sections":[{"id":"A","items":[{"id":1,"content":"\#(text)"}]}]}}}"#
    let run = try RecordedSession.record(Array("\(Self.initialize)\n\(create)\n".utf8))
    let exchanges = run.recording.transcript.exchanges
    #expect(exchanges.last?.sent == Array(create.utf8))
    #expect(exchanges.last?.expected.count == 2)
    #expect(exchanges.last?.expected[0].count ?? 0 > text.utf8.count)
    RecordedSession.expectEqual(run.replay)
  }

  @Test func `a view that was sent in many lines comes back in one of the recording`() throws {
    let view = "{\n\t\"of\": \"b\",\r\n\t\"where\": {\"pointer\": \"/n\",\n \"equals\": 1}\n}"
    let session = [
      Self.initialize,
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"b"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"dataSource/create","params":{"dataSource":"v","view":"#
        + view + "}}",
      #"{"jsonrpc":"2.0","id":3,"method":"dataSource/list"}"#,
    ]
    let input = session.flatMap { RecordedSession.frame(Array($0.utf8), "lsp") }
    let run = try RecordedSession.record(input)
    #expect(run.recording.transcript.exchanges.count == 4)
    RecordedSession.expectEqual(run.replay)
    RecordedSession.expectEqual(try RecordedSession.redact(input).replay)
  }

  @Test(arguments: RecordedSession.hostile)
  func `bytes that are no messages are reproduced`(input: String, arguments: [String]) throws {
    let run = try RecordedSession.record(Array(input.utf8), arguments)
    RecordedSession.expectEqual(run.replay)
    var stream: [UInt8] = []
    for exchange in run.recording.transcript.exchanges {
      if exchange.stream == nil {
        stream += RecordedSession.frame(exchange.sent, run.recording.framing ?? "")
      }
      for piece in exchange.stream ?? [] {
        switch piece {
        case .bytes(let bytes): stream += bytes
        case .filler(let count): stream += [UInt8](repeating: UInt8(ascii: "x"), count: count)
        }
      }
    }
    let isEqual = withoutBlanks(stream) == withoutBlanks(Array(input.utf8))
    #expect(isEqual, "\(run.text.prefix(2000))")
  }

  @Test func `a first message that is too long settles the framing when it is replayed`() throws {
    let message = "{" + String(repeating: "x", count: 3000) + "\n"
    let input = Array((message + RecordedSession.list).utf8)
    let run = try RecordedSession.record(input, ["--max-message-bytes=60"])
    #expect(
      run.recording.transcript.exchanges.first?.stream == [.filler(count: 3001), .bytes([0x0A])]
    )
    RecordedSession.expectEqual(run.replay)
  }

  /// Bytes without those that may be lost between messages.
  private func withoutBlanks(_ bytes: [UInt8]) -> [UInt8] {
    bytes.filter { !" \t\r\n".utf8.contains($0) }
  }

  @Test func `bytes that are no UTF-8 are reproduced, and the recording is UTF-8`() throws {
    let message =
      Array(#"{"jsonrpc":"2.0","id":1,"method":"#.utf8) + [0x22, 0xFF, 0xC3, 0x22, 0x7D]
    for framing in ExecutableTests.framings {
      let run = try RecordedSession.record(
        RecordedSession.frame(message, framing)
          + RecordedSession.frame(Array(Self.list.utf8), framing)
      )
      RecordedSession.expectEqual(run.replay)
      #expect(run.text.contains("%FF%C3"))
      #expect(!run.text.contains("\u{FFFD}"))
    }
  }

  @Test func `a byte order mark behind an empty line is no beginning when it is replayed`() throws {
    for mark in ["\u{FEFF}", "\n\u{FEFF}"] {
      let input = Array("\(mark)\(Self.initialize)\n\(Self.list)\n".utf8)
      let run = try RecordedSession.record(input, ["--framing", "lines"])
      RecordedSession.expectEqual(run.replay)
      #expect(run.text.contains("-32700") == (mark.count > 1))
    }
  }

  @Test(arguments: ["Content-Length: x\r\n\r\n", "X: 1\r\n\r\n"])
  func `a message behind what was skipped stands in a line of its own`(header: String) throws {
    let message = Array(RecordedSession.list.utf8)
    let list = RecordedSession.frame(message, "lsp")
    let skipped = Array(#"\#(header){"skipped":1}"#.utf8)
    let run = try RecordedSession.record(list + skipped + list)
    #expect(run.text.components(separatedBy: "\n--> \(RecordedSession.list)\n").count == 3)
    RecordedSession.expectEqual(run.replay)
    // What has a newline in it is no line.
    let other = RecordedSession.frame([0x0A] + message, "lsp")
    let long = try RecordedSession.record(list + skipped + other)
    #expect(long.text.contains("\n==> Content-Length: \(message.count + 1)%0D%0A%0D%0A%0A"))
    RecordedSession.expectEqual(long.replay)
  }

  @Test func `a replay has the limits of the recording`() throws {
    let create =
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"a"}}"#
    let again = create.replacing("\"a\"", with: "\"b\"")
    let input = [Self.initialize, create, again].map { $0 + "\n" }.joined()
    let run = try RecordedSession.record(
      Array(input.utf8),
      ["--max-data-sources=1", "--history-revisions", "3"]
    )
    #expect(run.recording.arguments == ["--max-data-sources", "1", "--history-revisions", "3"])
    #expect(run.text.contains("limitExceeded"))
    RecordedSession.expectEqual(run.replay)
  }

  @Test func `a request that was cancelled is cancelled again`() throws {
    let file = TemporaryFile()
    let create =
      #"{"jsonrpc":"2.0","id":"x","method":"dataSource/create","params":{"dataSource":"a"}}"#
    let recording = """
      # recording: diffabled \(Session.version)
      # framing: lines
      --> \(Self.initialize)
      <-- "…"
      --> \(create)
      --> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"x"}}
      <-- {"jsonrpc":"2.0","id":"x","error":{"code":-32800,"message":"…","data":"…"}}
      --> [\(Self.list),\(create)]
      --> \(create)
      <-- [\(Self.listed),{"jsonrpc":"2.0","id":"x","error":"…"}]
      <-- {"jsonrpc":"2.0","id":"x","result":{"revision":0}}

      """
    try file.write(
      recording.replacing(
        #""error":"…""#,
        with: #""error":{"code":-32800,"message":"…","data":"…"}"#
      )
    )
    RecordedSession.expectEqual(
      try ChildProcess(try #require(Repository.daemon), ["replay", file.path])
    )
  }

  @Test func `a client that does not wait for answers is replayed`() throws {
    var requests = [Self.initialize]
    requests.append(
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"l"}}"#
    )
    for number in 0..<40 {
      let items = (0..<500).map { String(($0 &* 7919 &+ number) % 1000) }
      let unique = Set(items).sorted().joined(separator: ",")
      requests.append(
        #"{"jsonrpc":"2.0","id":\#(number),"method":"dataSource/apply","params":{"dataSource":"l","#
          + #""snapshot":{"sections":[{"id":"A","items":[\#(unique)]}]}}}"#
      )
      requests.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(number)}}"#)
    }
    let daemon = try #require(Repository.daemon)
    let file = TemporaryFile()
    let input = requests.map { $0 + "\n" }.joined()
    _ = try ChildProcess(daemon, ["--record=\(file.path)"], input: Array(input.utf8))
    RecordedSession.expectEqual(try ChildProcess(daemon, ["replay", file.path]))
  }

  // MARK: Merging

  /// Many lists for a data source of each format, so fast that what is announced has to be merged.
  private func hastySession() -> [String] {
    var random = SeededGenerator(seed: 11)
    var messages = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"trace":"messages"}}"#
    ]
    let formats = ["batch", "sequential", "staged", "none"]
    for format in formats {
      messages.append(
        #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"\#(format)","#
          + #""options":{"changeFormat":"\#(format)"}}}"#
      )
    }
    for round in 0..<40 {
      for format in formats {
        let items = (0..<12).shuffled(using: &random).prefix(9)
          .map { #"{"id":"item \#($0)","content":\#($0 + round % 3).50}"# }
        let sections = [items.prefix(4), items.dropFirst(4)].enumerated()
          .map { #"{"id":\#($0),"content":\#(round / 9),"items":[\#($1.joined(separator: ","))]}"# }
          .shuffled(using: &random)
        messages.append(
          #"{"jsonrpc":"2.0","id":\#(round),"method":"dataSource/apply","params":{"dataSource":"#
            + #""\#(format)","snapshot":{"sections":[\#(sections.joined(separator: ","))]}}}"#
        )
      }
      if round == 20 {
        messages.append(
          #"{"jsonrpc":"2.0","id":2,"method":"dataSource/close","params":{"dataSource":"staged"}}"#
        )
        messages.append(
          #"{"jsonrpc":"2.0","id":3,"method":"dataSource/create","params":{"dataSource":"staged"}}"#
        )
      }
    }
    return messages
  }

  @Test(arguments: [[], ["--redact"]])
  func `where changes were merged the lists are compared`(arguments: [String]) throws {
    let file = TemporaryFile()
    let flags = ["--record", file.path, "--merge-after-bytes", "0"] + arguments
    let process = try ExecutableProcess(flags)
    // What fills the pipe, so that nothing more can be written before somebody reads.
    let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    process.write(String(repeating: discover, count: 16))
    process.write(hastySession().map { $0 + "\n" }.joined())
    // Far more than is kept between the processes: when it is written, all before it was handled.
    process.write(String(repeating: "\n", count: 1 << 20))
    process.closeInput()
    _ = process.readToEnd()
    #expect(process.exitCode() == 0)
    let text = try file.text()
    #expect(text.contains(#""origin":"merged""#))
    let daemon = try #require(Repository.daemon)
    let replay = try ChildProcess(daemon, ["replay", file.path])
    RecordedSession.expectEqual(replay)
    #expect(String(decoding: replay.output, as: UTF8.self).contains("the reader was slow"))

    // An item that the recording moves to another place than the list has it is noticed.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for format in [#"{"at":["#, #"{"op":"insertItems","at":["#] {
      let index = try #require(
        lines.firstIndex {
          $0.contains(#""origin":"merged""#) && $0.contains("\(format)0,0],\"items\"")
        }
      )
      var other = lines
      let changed = lines[index].replacing(
        "\(format)0,0],\"items\"",
        with: "\(format)1,0],\"items\"",
        maxReplacements: 1
      )
      other[index] = changed[...]
      try file.write(other.joined(separator: "\n"))
      let replay = try ChildProcess(daemon, ["replay", file.path])
      #expect(replay.exitCode == 1)
    }
  }

  // MARK: The file

  @Test func `a daemon that is killed leaves all that it was told`() throws {
    let file = TemporaryFile()
    let process = try ExecutableProcess(["serve", "--record", file.path])
    process.write(Self.initialize + "\n")
    #expect(process.readLine() != nil)
    process.write(Self.list + "\n" + #"{"jsonrpc":"#)
    #expect(process.readLine() == Self.listed)
    kill(process.processID, SIGKILL)
    #expect(process.exitCode() == -SIGKILL)
    let recording = try #require(try Recording(parsing: try file.bytes()))
    #expect(recording.ending == nil)
    #expect(
      recording.transcript.exchanges.map(\.sent)
        == [Self.initialize, Self.list].map { Array($0.utf8) }
    )
    #expect(recording.transcript.exchanges.last?.expected == [Array(Self.listed.utf8)])
    RecordedSession.expectEqual(
      try ChildProcess(try #require(Repository.daemon), ["replay", file.path])
    )
  }

  @Test func `what is there already is never written to`() throws {
    let (file, link) = (TemporaryFile(), TemporaryFile())
    try file.write("something old")
    chmod(file.path, 0o644)
    try FileManager.default.createSymbolicLink(at: link.url, withDestinationURL: file.url)
    for path in [file.path, link.path, "/dev/stdout", "/dev/fd/0"] {
      let outcome = try ExecutableProcess.run([Self.list], ["--record", path])
      #expect(outcome.exitCode == 64)
      #expect(outcome.output == "")
      #expect(outcome.errorOutput.hasPrefix("diffabled: --record overwrites nothing, and \(path)"))
    }
    #expect(try file.bytes() == Array("something old".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? Int) == 0o644)
  }

  @Test(arguments: ["", "\u{301}"])
  func `each process can record to a file of its own`(ending: String) throws {
    let folder = TemporaryFile()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: false)
    for _ in 1...2 {
      let process = try ExecutableProcess(["--record", folder.path + "/%p\(ending).transcript"])
      process.closeInput()
      _ = process.readToEnd()
      let own = folder.url.appending(path: "\(process.processID)\(ending).transcript")
      #expect(process.exitCode() == 0)
      #expect(try Recording(parsing: Array(Data(contentsOf: own)))?.ending?.exitCode == 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func `a daemon that can record no more goes on`() throws {
    let file = TemporaryFile()
    let input = Array(String(repeating: Self.list + "\n", count: 100).utf8)
    // A limit on the size of files stands in for a disk that is full.
    let script = #"ulimit -f 8; exec "$0" "$@""#
    let daemon = try #require(Repository.daemon)
    let shell = URL(filePath: "/bin/bash")
    let run = try ChildProcess(
      shell,
      ["-c", script, daemon.path, "--record", file.path],
      input: input
    )
    #expect(run.exitCode == 0)
    #expect(run.output == (try ChildProcess(daemon, [], input: input)).output)
    #expect(run.errorOutput.hasPrefix("diffabled: the recording ends here, it cannot be written: "))
    #expect(run.errorOutput.split(separator: "\n").count == 1)
    #expect(try file.bytes().count == 8192)
    RecordedSession.expectEqual(try ChildProcess(daemon, ["replay", file.path]))
  }

  // MARK: Replay

  @Test func `an answer that differs is shown and fails the replay`() throws {
    let file = TemporaryFile()
    _ = try ExecutableProcess.run(
      [Self.initialize + "\n" + Self.list + "\n"],
      ["--record", file.path]
    )
    let text = try file.text()
    try file.write(text.replacing(#""snapshots":[]"#, with: #""snapshots":[1]"#))
    let replay = try ChildProcess(try #require(Repository.daemon), ["replay", file.path])
    #expect(replay.exitCode == 1)
    let output = String(decoding: replay.output, as: UTF8.self)
    #expect(output.contains("line 6: \(Self.list)"))
    #expect(output.contains("/result/snapshots/0 is missing, expected 1"))
    #expect(output.hasSuffix("✗ 2 messages, 1 difference\n"))
  }

  @Test(arguments: [
    (nil, Int32(66)), ("hello\n", 65), ("--> {}\n", 65), ("", 65),
    ("# recording: d\n# arguments: --nonsense\n", 65), ("# recording: d\n==> %\n", 65),
  ])
  func `a file that is no recording is refused`(text: String?, code: Int32) throws {
    let file = TemporaryFile()
    if let text { try file.write(text) }
    let replay = try ChildProcess(try #require(Repository.daemon), ["replay", file.path])
    #expect(replay.exitCode == code)
    #expect(replay.errorOutput.hasPrefix("diffabled replay: "))
    #expect(replay.output == [])
  }
}
