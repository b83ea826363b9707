import Foundation
import TestSupport
import Testing

/// Files and arguments that somebody made to harm whoever looks at them.
@Suite struct HostileFileTests {
  /// Steers a terminal by seven bits and by eight, and reorders a line.
  private static let harm = "\u{1B}[31m\u{07}\u{7F}\u{9B}31m\u{202E}\u{2028}"
  /// What of it may stand in a text of JSON.
  private static let harmInJSON = "\u{7F}\u{9B}31m\u{202E}\u{2028}\u{E0001}"

  private func expectHarmless(_ run: ChildProcess, _ what: String) {
    for text in [String(decoding: run.output, as: UTF8.self), run.errorOutput] {
      let harm = text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
      #expect(harm.isEmpty, "\(what): \(harm.map(\.value))")
    }
  }

  @Test(arguments: [
    ["--x\(harm)"], ["--framing", harm], ["--record", "/nowhere/\(harm)"], ["x\(harm)"],
    ["help", harm], ["play", "/nowhere/\(harm)"], ["replay", "/nowhere/\(harm)"],
    ["redact", "/nowhere/\(harm)"], ["--max-name-bytes", harm], ["--log=/nowhere/\(harm)"],
  ])
  func `no argument steers the terminal`(arguments: [String]) throws {
    let run = try ChildProcess(try #require(Repository.daemon), arguments)
    #expect(run.exitCode == 64 || run.exitCode == 66)
    #expect(run.errorOutput.hasPrefix("diffabled"))
    expectHarmless(run, "\(arguments)")
  }

  /// A recording with harm in one of its places.
  private static let recordings: [String] = {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"snapshot/list"}"#
    let json = harmInJSON
    let object =
      #"{"jsonrpc":"2.0","id":"\#(json)","method":"m\#(json)","\#(json)":"\#(json)","#
      + #""params":{"\#(json)":[{"\#(json)":"\#(json)"}],"options":{"header":"/\#(json)"}}}"#
    let head = "# recording: diffabled\n"
    return [
      "# recording: diffabled\(harm)\n--> \(request)\n",
      head + "# arguments: --x\(harm)\n--> \(request)\n",
      head + "# arguments: --log \(harm)\n--> \(request)\n",
      head + "# framing: \(harm)\n--> \(request)\n",
      head + "# framing: lines\n--> \(object)\n<-- \(object)\n# ended: \(harm), exit code 0\n",
      head + "# framing: lines\n--> [\(object)]\n<-- [\(object)]\n",
      head + "--> \(harm)\n==> \(harm)\n<-- {}\n# ended: exit, exit code 0\n",
      head + "==> \(harm)%1B%9B\n<-- \(harm)\n",
      "# \(harm)\n--> \(object)\n<-- \(object)\n==> \(harm)\n<-- nothing\n",
      "\(harm)\n",
    ]
  }()

  @Test(arguments: recordings, ["play", "replay", "redact"])
  func `no file steers the terminal`(text: String, command: String) throws {
    let file = TemporaryFile()
    try file.write(text)
    expectHarmless(
      try ChildProcess(try #require(Repository.daemon), [command, file.path]),
      command
    )
  }

  @Test(
    arguments: [
      "%{900000000000}", "{%{900000000000}", "Content-Length: x%0D%0A%0D%0A%{900000000000}",
      "Content-Length: 900000000000%0D%0A%0D%0A%{900000000000}", "stray%0A%{900000000000}",
      "{}%0A%{900000000000}%0A{}%0A",
    ],
    ["play", "replay", "redact"]
  )
  func `a filler takes no time`(stream: String, command: String) throws {
    let file = TemporaryFile()
    for framing in ["", "# framing: lines\n", "# framing: lsp\n"] {
      try file.write("# recording: diffabled\n\(framing)==> \(stream)\n")
      let run = try ChildProcess(try #require(Repository.daemon), [command, file.path])
      #expect(run.exitCode <= 1, "\(run.errorOutput)")
    }
  }

  @Test(arguments: ["lines", "lsp"])
  func `a filler within the limit is redacted to one`(framing: String) throws {
    let count = 200_000
    let stream =
      framing == "lsp" ? "Content-Length: \(count)%0D%0A%0D%0A%{\(count)}" : "%{\(count)}%0A"
    let (file, daemon) = (TemporaryFile(), try #require(Repository.daemon))
    try file.write("# recording: diffabled\n# framing: \(framing)\n==> \(stream)\n==> \(stream)\n")
    let redacted = try ChildProcess(daemon, ["redact", file.path])
    #expect(redacted.exitCode == 0)
    let text = String(decoding: redacted.output.prefix(1000), as: UTF8.self)
    #expect(redacted.output.count < 1000, "\(redacted.output.count) bytes")
    #expect(text.components(separatedBy: "{redacted%{\(count - 9)}").count == 3)
    try file.write(text)
    #expect(try ChildProcess(daemon, ["redact", file.path]).output == redacted.output)
  }
}
