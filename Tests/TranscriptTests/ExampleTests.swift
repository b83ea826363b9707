import Foundation
import Testing

/// The example scripts, run where there is a Python, or a Node, to run them.
@Suite struct ExampleTests {
  private static let python = program("python3")
  private static let node = program("node")

  /// A program on the PATH, or nil when there is none of that name.
  private static func program(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "")
      .split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  @Test(.enabled(if: python != nil), arguments: ["lines", "lsp"])
  func `a watched directory is followed by its announced changes`(framing: String) throws {
    let tree = FileManager.default.temporaryDirectory.appending(path: "watched-\(UUID())")
    try FileManager.default.createDirectory(
      at: tree.appending(path: "music"),
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(at: tree) }
    try write("one", to: tree.appending(path: "a"))
    let watcher = try Watcher(
      python: try #require(Self.python),
      arguments: [
        tree.path, "--server", try #require(Repository.daemon).path, "--framing", framing,
        "--interval", "0.02", "--seconds", "60",
      ]
    )
    #expect(try watcher.waits(for: "+ inserted     a"))

    try write("two", to: tree.appending(path: "music/b"))
    #expect(try watcher.waits(for: "+ inserted     music/b"))
    try write("one and more", to: tree.appending(path: "a"))
    #expect(try watcher.waits(for: "~ reconfigured a"))
    try FileManager.default.moveItem(
      at: tree.appending(path: "music/b"),
      to: tree.appending(path: "music/ä\n")
    )
    #expect(try watcher.waits(for: "- deleted      music/b"))
    #expect(try watcher.waits(for: #"+ inserted     music/ä\n"#))
    try FileManager.default.removeItem(at: tree.appending(path: "music"))
    #expect(try watcher.waits(for: #"- deleted      music/ä\n"#))

    let result = watcher.interrupt()
    #expect(result.exitCode == 0)
    #expect(result.errorOutput == "")
  }

  @Test(.enabled(if: python != nil))
  func `a directory that is not there is reported`() throws {
    let script = Repository.root.appending(path: "protocol/examples/watch_directory.py")
    let run = try ChildProcess(
      try #require(Self.python),
      [script.path, "/nonexistent", "--server", try #require(Repository.daemon).path]
    )
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.contains("/nonexistent"))
  }

  @Test(.enabled(if: python != nil), arguments: ["lines", "lsp"])
  func `a directory is browsed by opening and closing its folders`(framing: String) throws {
    let tree = FileManager.default.temporaryDirectory.appending(path: "browsed-\(UUID())")
    try FileManager.default.createDirectory(
      at: tree.appending(path: "music/pop"),
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(at: tree) }
    for file in ["a", "music/b", "music/pop/c"] {
      try write("", to: tree.appending(path: file))
    }
    let script = Repository.root.appending(path: "protocol/examples/browse_directory.py")
    let run = try ChildProcess(
      try #require(Self.python),
      [
        "-B", script.path, tree.path, "--server", try #require(Repository.daemon).path,
        "--framing", framing,
      ],
      input: Array("music\nmusic/pop\nmusic\nmusic\na\n\n".utf8)
    )
    let closed = ["  a", "+ music"]
    let open = ["  a", "- music", "    music/b", "  - music/pop", "      music/pop/c"]
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines == closed + ["  a", "- music", "    music/b", "  + music/pop"] + open + closed + open
        + ["no folder a"] + open
    )
    #expect(run.errorOutput == "")
    #expect(run.exitCode == 0)
  }

  @Test(.enabled(if: node != nil))
  func `a list of words is shown with what became of them`() throws {
    let script = Repository.root.appending(path: "protocol/examples/show_words.mjs")
    let run = try ChildProcess(
      try #require(Self.node),
      [script.path, "--server", try #require(Repository.daemon).path],
      input: Array("one two three\nthree one four\n\nx ä y\ny x ä y\n".utf8)
    )
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
    #expect(
      lines == [
        "1: +one +two +three", "2: >three  one +four   (1 deleted)", "3:    (3 deleted)",
        "4: +x +ä +y", "5: >y  x  ä",
      ]
    )
    #expect(run.errorOutput == "")
    #expect(run.exitCode == 0)
  }

  @Test(.enabled(if: node != nil))
  func `a daemon that is not there is reported`() throws {
    let script = Repository.root.appending(path: "protocol/examples/show_words.mjs")
    let run = try ChildProcess(
      try #require(Self.node),
      [script.path, "--server", "/nonexistent/diffabled"],
      input: Array("one\n".utf8)
    )
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.contains("/nonexistent/diffabled"))
  }

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file)
  }
}

/// A running watch_directory.py.
private final class Watcher {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private var buffer = ""

  init(python: URL, arguments: [String]) throws {
    let script = Repository.root.appending(path: "protocol/examples/watch_directory.py")
    process.executableURL = python
    process.arguments = ["-B", script.path] + arguments
    process.environment = ["PYTHONIOENCODING": "utf-8"]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Reads what the script prints until the text comes; false when the script ends before.
  func waits(for text: String) throws -> Bool {
    while true {
      if let range = buffer.range(of: text + "\n") {
        buffer.removeSubrange(..<range.upperBound)
        return true
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return false }
      buffer += String(decoding: data, as: UTF8.self)
    }
  }

  func interrupt() -> (exitCode: Int32, errorOutput: String) {
    process.interrupt()
    let data = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
