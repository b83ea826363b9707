import Foundation
import Testing

/// The example script, run where there is a Node to run it.
@Suite struct ExampleTests {
  private static let node = program("node")

  /// A program on the PATH, or nil when there is none of that name.
  private static func program(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "")
      .split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
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
}
