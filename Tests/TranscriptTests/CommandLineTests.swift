import DiffableServer
import Foundation
import JSON
import TestSupport
import Testing

/// What the specification, the help, the parser of flags and `initialize` say agrees.
@Suite struct CommandLineTests {
  private func run(_ arguments: [String]) throws -> ExecutableProcess.Outcome {
    try ExecutableProcess.run(
      [#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"],
      arguments
    )
  }

  // MARK: Limits

  /// The limits that a daemon reports which was started with some flags.
  private func reported(_ arguments: [String]) throws -> [(name: String, value: Int)] {
    let outcome = try run(arguments)
    let answer = try JSONDocument(parsing: outcome.output).root
    let limits = try #require(answer["result"]?["limits"])
    return try limits.members.map { member in
      (try #require(member.name.string), try #require(member.value.integer))
    }
  }

  /// Name, flag and default of each limit as the specification says.
  private func specified() throws -> [(name: String, flag: String, value: Int)] {
    let text = try Repository.text("protocol/wire.md")
    return try text.matches(of: /(?m)^\| `(\w+)` \| `(--[a-z-]+)` \| ([0-9,]+)( KiB| MiB)? \|/).map
    { row in
      let unit = row.4 == " KiB" ? 1 << 10 : row.4 == " MiB" ? 1 << 20 : 1
      let number = try #require(Int(row.3.replacing(",", with: "")))
      return (String(row.1), String(row.2), number * unit)
    }
  }

  @Test func `the limits are the same wherever they are told`() throws {
    let specified = try specified()
    #expect(specified.map(\.name) == Limits.entries.map(\.name))
    #expect(specified.map(\.flag) == Limits.entries.map(\.flag))
    let reported = try reported([])
    #expect(reported.map(\.name) == specified.map(\.name))
    #expect(reported.map(\.value) == specified.map(\.value))
    for command in [["--help"], ["help", "serve"]] {
      let help = try run(command).output
      let rows = help.matches(of: /(?m)^ *(--[a-z-]+) N +default (\d+)$/)
      #expect(rows.map { String($0.1) } == specified.map(\.flag))
      #expect(rows.map { Int($0.2) } == specified.map(\.value))
    }
  }

  @Test(arguments: Limits.entries.map(\.flag))
  func `a flag sets its limit and no other, within its range`(flag: String) throws {
    let entry = try #require(Limits.entries.first { $0.flag == flag })
    // With the least of them nothing could be asked.
    let least = entry.name == "maxMessageBytes" ? 100 : entry.range.lowerBound
    for value in [least, entry.range.upperBound] {
      for limit in try reported([flag, String(value)]) {
        let other = Limits.entries.first { $0.name == limit.name }?.defaultValue
        #expect(limit.value == (limit.name == entry.name ? value : other), "\(limit)")
      }
    }
    for value in [entry.range.lowerBound - 1, entry.range.upperBound + 1] {
      let outcome = try run(["\(flag)=\(value)"])
      #expect(outcome.exitCode == 64)
      #expect(
        outcome.errorOutput.contains("from \(entry.range.lowerBound) to \(entry.range.upperBound)")
      )
    }
  }

  // MARK: Flags and commands

  @Test func `every flag is in the help and in the specification`() throws {
    let help = try run(["--help"]).output
    let flags = help.matches(of: /(?m)^  (--[a-z-]+)/).map { String($0.1) }
    #expect(flags.count == Limits.entries.count + 7)
    let specification = try ["wire.md", "command-line.md"]
      .map { try Repository.text("protocol/\($0)") }.joined()
    for flag in flags {
      let isKnown = try run([flag.replacing("--", with: "--x")]).errorOutput
      #expect(isKnown.contains("did you mean \(flag)?"), "\(flag)")
      let isAboutProgram = ["--help", "--version"].contains(flag)
      #expect(isAboutProgram || specification.contains("`\(flag)"), "\(flag)")
    }
  }

  @Test func `each command has its help`() throws {
    let program = try run(["--help"]).output
    for arguments in [["help"], ["-h"], ["--help", "--nonsense"], ["help", "help"]] {
      #expect(try run(arguments).output == program)
    }
    for command in ["serve", "play", "replay", "redact"] {
      let help = try run(["help", command])
      #expect(help.exitCode == 0)
      #expect(help.output.hasPrefix("usage: diffabled "))
      #expect(help.output.contains("Exit codes:"))
      #expect(try run([command, "--help"]).output == help.output)
      #expect(program.contains("diffabled \(command)") || program.contains("[\(command)]"))
    }
  }

  @Test func `the exit codes are the same wherever they are told`() throws {
    let codes: Set<Int> = [0, 1, 64, 65, 66, 70, 74, 129, 130, 131, 143]
    var helps = ""
    for topic in ["", "serve", "play", "replay", "redact"] {
      helps += try run(topic.isEmpty ? ["help"] : ["help", topic]).output
    }
    let told = helps.matches(of: /(?m)^ +(\d+) +\w/).compactMap { Int($0.1) }
    #expect(Set(told) == codes)
    let text = try Repository.text("protocol/command-line.md")
    let start = try #require(text.range(of: "## Exit codes")).upperBound
    // The section ends with the next heading.
    let section = text[start...].prefix(
      upTo: text[start...].range(of: "\n#")?.lowerBound ?? text.endIndex
    )
    let numbers = section.matches(of: /\b\d+\b/).compactMap { Int($0.output) }
    #expect(Set(numbers) == codes)
  }

  @Test(arguments: [
    ["help", "nonsense"], ["help", "serve", "play"], ["play"], ["replay"], ["replay", "a", "b"],
    ["redact"], ["redact", "--quick"], ["replay", "--redact", "a"],
    ["serve", "play"], ["--redact"], ["--redact=yes", "--record", "/tmp"], ["--log-level", "info"],
    ["--log", "-", "--log-level", "loud"], ["--record"], ["--record="],
  ])
  func `a command line that makes no sense is refused`(arguments: [String]) throws {
    let outcome = try run(arguments)
    #expect(outcome.exitCode == 64)
    #expect(outcome.output == "")
    #expect(outcome.errorOutput.hasPrefix("diffabled: "))
    #expect(outcome.errorOutput.split(separator: "\n").count == 1)
  }

  @Test func `a misspelt flag or command is told with the nearest`() throws {
    for (given, nearest) in [
      ("--recrod=x", "--record"), ("--framings", "--framing"), ("paly", "play"),
    ] {
      #expect(try run([given]).errorOutput.contains("'\(given)'; did you mean \(nearest)? Else"))
    }
    #expect(try run(["help", "plya"]).errorOutput.contains("did you mean play? Else"))
    #expect(try run(["--framing", "lps"]).errorOutput.contains("did you mean lsp? Else"))
    #expect(try run(["--nonsense"]).errorOutput.contains("nonsense'; diffabled --help lists all"))
  }

  @Test func `a value may begin with a character that combines with the equals sign`() throws {
    for arguments in [["--framing=\u{301}"], ["play", "--speed=\u{301}", "file"]] {
      let outcome = try run(arguments)
      #expect(outcome.exitCode == 64)
      #expect(!outcome.errorOutput.contains("unknown flag"))
    }
  }

  @Test func `what the help shows first can be typed`() throws {
    let help = try run(["help"]).output
    let commands = help.matches(of: /(?m)^  (diffabled play .*|echo .*)$/).map { String($0.1) }
    #expect(commands.count == 2)
    for command in commands {
      let script = #"diffabled() { "$0" "$@"; }; cd "$1" && "# + command
      let arguments = ["-c", script, try #require(Repository.daemon).path, Repository.root.path]
      let run = try ChildProcess(URL(filePath: "/bin/bash"), arguments)
      #expect(run.exitCode == 0 && !run.output.isEmpty && run.errorOutput == "", "\(command)")
    }
  }

  @Test func `a version is asked for in two ways`() throws {
    #expect(try run(["--version"]).output == "diffabled \(Session.version)\n")
    #expect(try run(["-v"]).output == "diffabled \(Session.version)\n")
  }

  @Test func `serve is what is done without a command`() throws {
    #expect(try run(["serve", "--max-snapshots=7"]).output == run(["--max-snapshots=7"]).output)
  }
}
