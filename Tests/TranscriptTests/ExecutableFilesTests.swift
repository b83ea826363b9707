import Foundation
import TestSupport
import Testing
import Transcripts

/// Which files the daemon writes to, what it does to them, and what it does when it cannot.
@Suite struct ExecutableFilesTests {
  private static let list = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"# + "\n"
  private static let flags = ["--record", "--log"]

  /// A folder that is gone with the test, in which `file` holds something precious.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data("precious\n".utf8).write(to: url.appending(path: "file"))
      chmod(path("file"), 0o664)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func text(_ name: String) throws -> String {
      try String(contentsOfFile: path(name), encoding: .utf8)
    }

    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    var names: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
    }
  }

  /// Runs the daemon from a shell, for which `$0` is the daemon and `$1` the file.
  private func shell(_ script: String, _ path: String, input: String = list) throws -> ChildProcess
  {
    let daemon = try #require(Repository.daemon)
    let bash = URL(filePath: "/bin/bash")
    return try ChildProcess(bash, ["-c", script, daemon.path, path], input: Array(input.utf8))
  }

  private func run(_ arguments: [String], input: String = list) throws -> ChildProcess {
    try ChildProcess(try #require(Repository.daemon), arguments, input: Array(input.utf8))
  }

  private func expectRefused(_ run: ChildProcess, _ flag: String) {
    #expect(run.exitCode == 64)
    #expect(run.output == [])
    #expect(run.errorOutput.hasPrefix("diffabled: \(flag) "))
    #expect(run.errorOutput.split(separator: "\n").count == 1)
  }

  // MARK: What is there already

  @Test func `a recording takes nobody's place`() throws {
    let folder = try Folder()
    symlink(folder.path("file"), folder.path("link"))
    symlink(folder.path("nothing"), folder.path("dangling"))
    link(folder.path("file"), folder.path("hard"))
    let names = folder.names
    for name in names {
      expectRefused(try run(["--record", folder.path(name)]), "--record")
      #expect(try folder.text("file") == "precious\n")
      #expect(try folder.mode("file") == 0o664)
      #expect(folder.names == names)
    }
    expectRefused(try run(["--record", "-"]), "--record")
  }

  @Test func `a log follows no link`() throws {
    let folder = try Folder()
    symlink(folder.path("file"), folder.path("link"))
    symlink(folder.path("nothing"), folder.path("dangling"))
    let names = folder.names
    for name in ["link", "dangling"] {
      expectRefused(try run(["--log", folder.path(name)]), "--log")
      #expect(try folder.text("file") == "precious\n")
      #expect(try folder.mode("file") == 0o664)
      #expect(folder.names == names)
    }
  }

  @Test func `a log leaves a file as private as it is`() throws {
    let folder = try Folder()
    #expect(try run(["--log", folder.path("file")]).exitCode == 0)
    #expect(try folder.text("file").hasPrefix("precious\n"))
    #expect(try folder.text("file").contains(" info ended: "))
    #expect(try folder.mode("file") == 0o664)
  }

  @Test(arguments: flags)
  func `what the daemon makes nobody but its owner may read`(flag: String) throws {
    let folder = try Folder()
    for mask in ["0000", "0277"] {
      let made = try shell("umask \(mask); exec \"$0\" \(flag) \"$1\"", folder.path(mask))
      #expect(made.exitCode == 0)
      #expect(try folder.mode(mask) == 0o600)
    }
  }

  // MARK: What is no file

  @Test(arguments: [
    "/nowhere/at/all", "/tmp", "/dev/full", "/dev/tty", "/dev/stdout", "/proc/self/comm", "",
  ])
  func `a file that cannot be written is a usage error`(path: String) throws {
    for flag in Self.flags {
      let outcome = try run([flag, path])
      #expect(outcome.exitCode == 64)
      #expect(outcome.output == [])
      #expect(outcome.errorOutput.hasPrefix("diffabled: \(flag) "))
    }
  }

  @Test func `a log can be thrown away`() throws {
    let outcome = try run(["--log", "/dev/null"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == (try run([]).output))
    expectRefused(try run(["--record", "/dev/null"]), "--record")
  }

  @Test(arguments: flags)
  func `a fifo is waited for by nobody`(flag: String) throws {
    let folder = try Folder()
    mkfifo(folder.path("fifo"), 0o600)
    expectRefused(try run([flag, folder.path("fifo")]), flag)
  }

  @Test(arguments: flags)
  func `the daemon writes into neither its input nor its answers`(flag: String) throws {
    let folder = try Folder()
    try Data(Self.list.utf8).write(to: folder.url.appending(path: "in"))
    expectRefused(try shell("exec \"$0\" \(flag) \"$1\" <\"$1\"", folder.path("in")), flag)
    #expect(try folder.text("in") == Self.list)
    expectRefused(try shell("exec \"$0\" \(flag) \"$1\" >\"$1\"", folder.path("out")), flag)
    #expect(try folder.text("out") == "")
  }

  // MARK: What cannot be written or read any more

  @Test func `nobody waits for standard error when a recording has to end`() throws {
    let folder = try Folder()
    // A pipe that holds all it can, and a limit on the size of files that stands in for a full disk.
    let script =
      #"mkfifo "$1"; exec 3<>"$1"; dd if=/dev/zero of="$1" bs=4096 count=4096 oflag=nonblock "#
      + #"2>/dev/null; ulimit -f 8; exec "$0" --record "$1.rec" 2>"$1""#
    let input = String(repeating: Self.list, count: 100)
    let run = try shell(script, folder.path("fifo"), input: input)
    #expect(run.exitCode == 0)
    #expect(run.output == (try self.run([], input: input).output))
    #expect(try folder.text("fifo.rec").utf8.count == 8192)
  }

  @Test func `nobody waits for standard error when the log goes there`() throws {
    let folder = try Folder()
    let script =
      #"mkfifo "$1"; exec 3<>"$1"; dd if=/dev/zero of="$1" bs=4096 count=4096 oflag=nonblock "#
      + #"2>/dev/null; exec timeout -s KILL 60 "$0" --log - --log-level debug 2>"$1""#
    let run = try shell(script, folder.path("fifo"))
    #expect(run.exitCode == 0)
    #expect(run.output == (try self.run([]).output))
  }

  @Test(arguments: ["replay", "redact", "play"])
  func `nobody waits for standard error to tell of a file that is not there`(
    command: String
  ) throws {
    let folder = try Folder()
    let script =
      #"mkfifo "$1"; exec 3<>"$1"; dd if=/dev/zero of="$1" bs=4096 count=4096 oflag=nonblock "#
      + #"2>/dev/null; exec timeout -s KILL 60 "$0" \#(command) "$1.none" 2>"$1""#
    #expect(try shell(script, folder.path("fifo")).exitCode == 66)
  }

  @Test func `a complaint is no longer than what a pipe takes at once`() throws {
    let run = try run(["--" + String(repeating: "x", count: 10_000)])
    #expect(run.exitCode == 64)
    #expect(run.errorOutput.utf8.count == Int(PIPE_BUF))
    #expect(run.errorOutput.hasSuffix("x\n"))
  }

  @Test func `answers that no longer fit end the daemon as a closed output does`() throws {
    let folder = try Folder()
    let run = try shell(
      #"ulimit -f 8; exec "$0" >"$1""#,
      folder.path("out"),
      input: String(repeating: Self.list, count: 100)
    )
    #expect(run.exitCode == 1)
    #expect(run.errorOutput == "")
    #expect(try folder.text("out").utf8.count == 8192)
  }

  @Test(arguments: [
    #""$0" </tmp"#, #""$0" 0>"$1""#, #"mkfifo "$1"; exec 3<>"$1"; exec "$0" 0>"$1""#,
  ])
  func `an input that cannot be read is told`(script: String) throws {
    let folder = try Folder()
    let run = try shell(script, folder.path("input"))
    #expect(run.exitCode == 66)
    #expect(run.output == [])
    #expect(run.errorOutput.hasPrefix("diffabled: standard input cannot be read: "))
    #expect(run.errorOutput.split(separator: "\n").count == 1)
  }

  @Test(arguments: 4...10)
  func `few descriptors are enough`(count: Int) throws {
    let run = try shell(#"ulimit -n \#(count); exec "$0""#, "", input: Self.list)
    #expect(run.exitCode == 0)
    #expect(run.errorOutput == "")
    #expect(run.output.last == UInt8(ascii: "\n"))
  }

  @Test(arguments: [(#"{"all":["#, "]}"), (#"{"any":["#, "]}"), (#"{"not":"#, "}")])
  func `a stack of one MiB is enough for the deepest predicate`(
    opening: String,
    closing: String
  ) throws {
    let (initialize, create) = (#""method":"initialize""#, #""method":"dataSource/create""#)
    func view(_ depth: Int) -> String {
      let openings = String(repeating: opening, count: depth - 1)
      let closings = String(repeating: closing, count: depth - 1)
      return #"{"dataSource":"v\#(depth)","view":{"of":"d","where":\#(openings)"#
        + #"{"exists":true}\#(closings)}}"#
    }
    let requests = [
      "\(initialize)", #"\#(create),"params":{"dataSource":"d","snapshot":{"sections":["S"]}}"#,
      #"\#(create),"params":\#(view(256))"#, #"\#(create),"params":\#(view(257))"#,
    ]
    let input = requests.map { #"{"jsonrpc":"2.0","id":1,\#($0)}"# + "\n" }.joined()
    let script = #"ulimit -s 1024; exec "$0" --max-nesting-depth 600"#
    let run = try shell(script, "", input: input)
    #expect(run.exitCode == 0)
    let answers = try #require(String(bytes: run.output, encoding: .utf8)).split(separator: "\n")
    #expect(answers.count == 6)
    #expect(answers.last?.contains("must not be more than 256 predicates deep") == true)
  }

  @Test(arguments: ["--log", "--record", "replay", "redact", "play"])
  func `a name that is no UTF-8 is no other file's`(flag: String) throws {
    let folder = try Folder()
    // What the name would be taken for is there.
    try Data("# a note\n".utf8).write(to: folder.url.appending(path: "caf\u{FFFD}"))
    let run = try shell(#"exec "$0" \#(flag) "$1"/$'caf\xe9'"#, folder.url.path)
    #expect(run.exitCode == 64)
    #expect(run.errorOutput.hasSuffix("is no UTF-8, or has a U+FFFD in it; name another file\n"))
    #expect(folder.names == ["caf\u{FFFD}", "file"])
    #expect(try folder.text("caf\u{FFFD}") == "# a note\n")
  }

  @Test func `an input that is closed is empty`() throws {
    let run = try shell(#""$0" <&-"#, "")
    #expect(run.exitCode == 0)
    #expect(run.errorOutput == "")
  }
}
