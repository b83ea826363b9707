import Foundation
import Framing
import TestSupport
import Testing
import Transcripts

/// A session that is recorded with placeholders and run again.
@Suite struct ExecutableRedactionTests {
  @Test(arguments: TranscriptFile.all, FrameFormat.allCases)
  func `every golden conversation is replayed with placeholders`(
    file: TranscriptFile,
    framing: FrameFormat
  ) throws {
    let input = try file.transcript().input(in: framing)
    RecordedSession.expectEqual(try RecordedSession.redact(input).replay)
  }

  @Test(arguments: RecordedSession.hostile)
  func `bytes that are no messages are replaced, and do the same`(
    input: String,
    arguments: [String]
  ) throws {
    let run = try RecordedSession.redact(Array(input.utf8), arguments)
    RecordedSession.expectEqual(run.replay)
    #expect(
      !run.text.contains("garbage") && !run.text.contains("xx") && !run.text.contains("nonsense")
    )
    // However long they are, their placeholders are told by their count.
    #expect(run.text.utf8.count < 1500, "\(run.text.utf8.count) bytes")
  }

  /// What a recording becomes when it is redacted afterwards.
  private func redactLater(_ recording: String) throws -> String {
    let (file, daemon) = (TemporaryFile(), try #require(Repository.daemon))
    try file.write(recording)
    let run = try ChildProcess(daemon, ["redact", file.path])
    #expect(run.exitCode == 0)
    #expect(run.errorOutput == "")
    return String(decoding: run.output, as: UTF8.self)
  }

  @Test func `a recording says where the order of values is given up`() throws {
    let create = { (items: [Int]) in
      let items = items.map { #""\#(1000 + $0)""# }.joined(separator: ",")
      return #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"0","#
        + #""snapshot":{"sections":[{"id":1,"items":[\#(items)]}]}}}"# + "\n"
    }
    let ascending = try RecordedSession.redact(Array(create(Array(0..<200)).utf8))
    #expect(!ascending.text.contains("# order: "))
    // Each lies between the two before it.
    let crowding = (0..<200).map { $0 % 2 == 0 ? $0 : 1000 - $0 }
    let run = try RecordedSession.redact(Array(create(crowding).utf8))
    #expect(run.text.components(separatedBy: "# order: ").count == 2)
    RecordedSession.expectEqual(run.replay)
  }

  @Test func `the code of a client's error is the client's`() throws {
    let answer = #"{"jsonrpc":"2.0","id":7,"error":{"code":424242,"message":"secret"}}"# + "\n"
    let text = try RecordedSession.redact(Array(answer.utf8)).text
    #expect(!text.contains("424242") && !text.contains("secret"))
    #expect(text.contains(#""error":{"code":"#))
  }

  @Test(arguments: TranscriptFile.all)
  func `redacting a recording is recording with placeholders`(file: TranscriptFile) throws {
    let input = try file.transcript().input(in: .lsp)
    let later = try redactLater(try RecordedSession.record(input).text)
    #expect(later == (try RecordedSession.redact(input).text))
  }

  @Test(arguments: [RecordedSession.list, "{", "[}", String(repeating: "x", count: 99)])
  func `a last line stands before its answer, also when it is redacted later`(line: String) throws {
    let input = Array((RecordedSession.list + "\n" + line).utf8)
    let arguments = ["--max-message-bytes", "60"]
    let later = try redactLater(try RecordedSession.record(input, arguments).text)
    #expect(later == (try RecordedSession.redact(input, arguments).text))
  }

  @Test(arguments: RecordedSession.hostile)
  func `redacted bytes that are no messages do the same`(
    input: String,
    arguments: [String]
  ) throws {
    let later = try redactLater(try RecordedSession.record(Array(input.utf8), arguments).text)
    #expect(!later.contains("garbage") && !later.contains("xx") && !later.contains("nonsense"))
    #expect(later == (try RecordedSession.redact(Array(input.utf8), arguments).text))
    let file = TemporaryFile()
    try file.write(later)
    let daemon = try #require(Repository.daemon)
    RecordedSession.expectEqual(try ChildProcess(daemon, ["replay", file.path]))
  }

  /// A recording that ends behind an answer, for want of space perhaps.
  @Test(arguments: RecordedSession.hostile + [(RecordedSession.list, [])])
  func `what was answered is redacted in a recording that was cut off`(
    input: String,
    arguments: [String]
  ) throws {
    let text = try RecordedSession.record(Array(input.utf8), arguments).text
    let lines = text.split(separator: "\n")
    guard let end = lines.lastIndex(where: { $0.hasPrefix("<-- ") }) else { return }
    let later = try redactLater(lines[...end].joined(separator: "\n") + "\n")
    let whole = try RecordedSession.redact(Array(input.utf8), arguments).text
    #expect(whole.hasPrefix(later))
    #expect(later.split(separator: "\n").last?.hasPrefix("<-- ") == true)
    let file = TemporaryFile()
    try file.write(later)
    let daemon = try #require(Repository.daemon)
    RecordedSession.expectEqual(try ChildProcess(daemon, ["replay", file.path]))
  }

  @Test(arguments: [#"{"a":"#, "[", " ["], [true, false])
  func `a last line that is too deep is still so when it is redacted`(
    start: String,
    isWhole: Bool
  ) throws {
    let (starts, ends) = (String(repeating: "[", count: 300), String(repeating: "]", count: 300))
    let end = isWhole ? ends + (start.contains("{") ? "}" : "]") : ""
    let run = try RecordedSession.redact(Array((start + starts + end).utf8))
    #expect(run.text.contains("exit code \(isWhole ? 0 : 1)"))
    RecordedSession.expectEqual(run.replay)
  }

  @Test(arguments: ["redact", "play"])
  func `all is written where writing does not wait for the reader`(command: String) throws {
    let file = TemporaryFile()
    let message = #"--> {"jsonrpc":"2.0","id":1,"method":"none","params":{"some":"words"}}"#
    let messages = Array(repeating: message + "\n", count: 20_000).joined()
    try file.write("# recording: diffabled 0\n" + messages)
    let daemon = try #require(Repository.daemon)
    // The reader begins when the writer sleeps, with the pipe full, or has ended.
    let script = #"""
      exec 3> >(
        until state=$(cut -d " " -f 3 /proc/$$/stat 2>/dev/null)
          [ "${state:-Z}" = Z ] || { [ "$state" = S ] && [ /proc/$$/exe -ef "$0" ]; }
        do sleep 0.01; done
        cat
      )
      dd oflag=nonblock count=0 status=none </dev/null >&3
      exec "$0" "$1" "$2" >&3
      """#
    let run = try ChildProcess(
      URL(filePath: "/bin/bash"),
      ["-c", script, daemon.path, command, file.path]
    )
    let plain = try ChildProcess(daemon, [command, file.path])
    #expect(plain.output.count > 1 << 20)
    #expect(run.output == plain.output)
    #expect(run.exitCode == plain.exitCode)
  }

  @Test func `a message may grow past its limit by its placeholders`() throws {
    let message = #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[1,2,3,4,5]}}"#
    let input = RecordedSession.frame(Array(message.utf8), "lsp")
    let run = try RecordedSession.redact(input, ["--max-message-bytes", "\(message.utf8.count)"])
    #expect(run.text.contains("[0,1407"))
    RecordedSession.expectEqual(run.replay)
  }

  @Test func `only a recording is redacted`() throws {
    let (file, daemon) = (TemporaryFile(), try #require(Repository.daemon))
    #expect(try ChildProcess(daemon, ["redact", file.path]).exitCode == 66)
    try file.write("--> {}\n")
    #expect(try ChildProcess(daemon, ["redact", file.path]).exitCode == 65)
    try file.write("# recording: diffabled 0\n--> {}\n")
    for script in [
      #"exec "$0" redact "$1" >/dev/full"#,
      // A pipe whose reader has gone.
      #"exec 3> >(:); wait $!; exec env --default-signal=PIPE "$0" redact "$1" >&3"#,
    ] {
      let full = ["-c", script, daemon.path, file.path]
      #expect(try ChildProcess(URL(filePath: "/bin/bash"), full).exitCode == 74)
    }
  }

  /// What is done with views, before they are asked for their contents: `v` flattens, `w` is a view
  /// of it, and `t` one of `u`, which does not.
  @Test(arguments: [
    [#""dataSource/create","params":{"dataSource":"v"}"#],
    [
      #""snapshot/create","params":{"snapshot":"s","from":{"dataSource":"v"}}"#,
      #""snapshot/create","params":{"snapshot":"s"}"#,
      #""snapshot/contents","params":{"snapshot":"s"}"#,
    ],
    [
      #""dataSource/updateView","params":{"dataSource":"u","view":{"flatten":true}}"#
    ],
    [
      #""dataSource/updateView","params":{"dataSource":"u","view":{"where":{"startsWith":"sec"}}}"#,
      #""dataSource/list""#,
    ],
    [
      #""snapshot/create","params":{"snapshot":"s","from":{"dataSource":"v"}}"#,
      #""snapshot/list""#,
    ],
    [
      #""dataSource/create","params":{"dataSource":"g","view":{"of":"b","groupBy":{"take":"letter"}}}"#,
      #""snapshot/create","params":{"snapshot":"s","from":{"dataSource":"g"}}"#,
      #""dataSource/create","params":{"dataSource":"c"}"#,
      #""dataSource/apply","params":{"dataSource":"c","snapshot":"s"}"#,
      #""dataSource/expandItem","params":{"dataSource":"c","item":"one"}"#,
      #""dataSource/collapseItem","params":{"dataSource":"c","item":"one"}"#,
    ],
    [
      #""dataSource/create","params":{"dataSource":"g","view":{"of":"b","groupBy":{"take":"letter"}}}"#,
      #""snapshot/create","params":{"snapshot":"s","from":{"dataSource":"g"}}"#,
      #""dataSource/create","params":{"dataSource":"l"}"#,
      #""dataSource/apply","params":{"dataSource":"l","snapshot":"s"}"#,
      #""dataSource/create","params":{"dataSource":"c","snapshot":{"sections":["S"]}}"#,
      #""snapshot/create","params":{"snapshot":"r","from":{"dataSource":"c"}}"#,
      #""dataSource/apply","params":{"dataSource":"l","snapshot":"r"}"#,
      #""dataSource/apply","params":{"dataSource":"c","snapshot":"r"}"#,
      #""snapshot/contents","params":{"dataSource":"c"}"#,
    ],
  ])
  func `views that read texts stay such whatever is refused or changed below them`(
    requests: [String]
  ) throws {
    let section =
      #"{"id":"s1","items":[{"id":"one","content":"secret"},{"id":"two","content":"x"}]}"#
    let create = [
      #""dataSource":"b","snapshot":{"sections":[\#(section)]}"#,
      #""dataSource":"v","view":{"of":"b","flatten":true}"#,
      #""dataSource":"w","view":{"of":"v"}"#,
      #""dataSource":"u","view":{"of":"b"}"#,
      #""dataSource":"t","view":{"of":"u"}"#,
    ].map { #""dataSource/create","params":{\#($0)}"# }
    let contents = ["v", "w", "t"].map { #""snapshot/contents","params":{"dataSource":"\#($0)"}"# }
    let messages = [#""initialize""#] + create + requests + contents
    let input = messages.enumerated().map { id, message in
      #"{"jsonrpc":"2.0","id":\#(id),"method":\#(message)}"# + "\n"
    }
    RecordedSession.expectEqual(try RecordedSession.redact(Array(input.joined().utf8)).replay)
  }

  /// A session full of zebras, and of a number that stands nowhere else.
  private static let zebras = [
    #"{"jsonrpc":"2.0","id":"zebra","method":"initialize","params":{"clientInfo":{"name":"zebra"},"trace":"verbose"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"dataSource/create","params":{"dataSource":"zebra","options":{"logging":true,"#
      + #""defaultRowAnimation":"zebra","cells":{"default":"zebra"},"identity":{"items":["/name","/size"]}},"#
      + #""snapshot":{"sections":[{"id":"zebra","content":{"title":"zebra \u007aebra"},"items":["#
      + #"{"name":"zebra","size":424242,"x":{"y":["zebra",424242.5]}},{"id":424242,"content":424242}]}]}}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"dataSource/edit","params":{"dataSource":"zebra","edits":[{"op":"zebra"}]}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"dataSource/edit","params":{"dataSource":"zebra","edits":[{"op":"moveItem","item":424242,"beforeItem":"zebra"}]}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"dataSource/items","params":{"dataSource":"zebra","items":[424242,["zebra",424242],"zebra"]}}"#,
    #"{"jsonrpc":"2.0","id":6,"method":"snapshot/contents","params":{"snapshot":"zebra"}}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"snapshot/contents","params":{"dataSource":"zebra","zebra":424242}}"#,
    #"{"jsonrpc":"2.0","id":8,"method":"dataSource/rows","params":{"dataSource":"zebra","from":[0,0],"count":5}}"#,
    #"[{"jsonrpc":"2.0","id":9,"method":"dataSource/close","params":{"dataSource":["zebra"]}},"zebra",{"zebra":424242}]"#,
    #"{"jsonrpc":"2.0","id":11,"result":{"serverInfo":"zebra","openrpc":424242}}"#,
    #"zebra {"zebra":"#, #""zebra""#, #"{"jsonrpc":"zebra"}"#,
    #"{"jsonrpc":"2.0","method":{"zebra":1}}"#,
    #"{"jsonrpc":"2.0","id":10,"method":"dataSource/close","params":{"dataSource":"zebra"}}"#,
  ]

  @Test(arguments: ExecutableTests.framings)
  func `nothing of the client's is in a recording with placeholders`(framing: String) throws {
    let messages = Self.zebras.flatMap { RecordedSession.frame(Array($0.utf8), framing) }
    let broken = framing == "lsp" ? "Content-Length: zebra\r\n\r\nzebra" : "zebra\n{\"zebra"
    let plain = try RecordedSession.record(messages + Array(broken.utf8))
    RecordedSession.expectEqual(plain.replay)
    #expect(plain.text.contains("zebra") && plain.text.contains("424242"))
    let run = try RecordedSession.redact(messages + Array(broken.utf8))
    RecordedSession.expectEqual(run.replay)
    // Names of members stay, also where an error names one that it does not know.
    let members = run.text.replacing(#""zebra":"#, with: "")
      .replacing(#""member":"zebra""#, with: "")
    #expect(!members.lowercased().contains("zebra"), "\(members)")
    #expect(!members.contains("424242"))
    // All in all the same happened.
    func kinds(_ text: String) -> [Substring] {
      text.matches(of: /"kind":"[a-zA-Z]+"/).map { text[$0.range] }
    }
    #expect(kinds(run.text) == kinds(plain.text))
    #expect(kinds(run.text).count > 6)
  }
}
