import DiffableServer
import Foundation
import TestSupport
import Testing
import Transcripts

/// The examples in the specification and in the methods' pages, held against the real daemon.
@Suite struct MethodPageTests {
  @Test(arguments: PageFile.all)
  func `the examples of a page are true`(page: PageFile) throws {
    var text = try page.text()
    let examples = try page.examples(in: text)
    #expect(!examples.isEmpty)
    // From the last to the first, so that what is rewritten leaves the lines before it in place.
    for example in examples.reversed() {
      let server = Session(limits: Limits())
      if !example.startsAfresh { try reachCommonState(server) }
      let answers = example.transcript.exchanges.map { server.answers(to: $0.sent) }
      if TranscriptFile.isUpdating {
        text = example.replaced(in: text, by: example.transcript.expecting(answers))
        continue
      }
      for (exchange, answers) in zip(example.transcript.exchanges, answers) {
        guard let report = ExchangeComparison.report(exchange.expected, answers) else { continue }
        let line = example.lines.lowerBound + exchange.line
        Issue.record("\(page.url.path):\(line): \(report.joined(separator: "\n"))")
      }
    }
    if TranscriptFile.isUpdating {
      try Data(text.utf8).write(to: page.url)
      Issue.record("\(page.testDescription): the examples were rewritten; read them")
    }
  }

  private func reachCommonState(_ server: Session) throws {
    for exchange in try PageFile.commonState().exchanges { _ = server.answers(to: exchange.sent) }
  }
}

/// A page of the protocol's documentation.
struct PageFile: CustomTestStringConvertible, Sendable {
  let url: URL

  /// The index of the methods' pages, which has the common state.
  static let methods = PageFile(
    url: Repository.root.appending(path: "protocol/methods/README.md")
  )

  /// What brings a server to where all examples start that say nothing else.
  static func commonState() throws -> Transcript {
    try #require(try methods.examples(in: methods.text()).first).transcript
  }

  /// The specification, and the methods' pages by name.
  static let all: [PageFile] = {
    let names = (try? Repository.names(in: "protocol/methods")) ?? []
    let methods = names.filter { $0.hasSuffix(".md") }.map { "methods/\($0)" }
    return (["README.md", "client.md"] + methods).map { name in
      PageFile(url: Repository.root.appending(path: "protocol/\(name)"))
    }
  }()

  var testDescription: String { url.deletingPathExtension().lastPathComponent }

  func text() throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  /// The transcripts between fences, in order.
  func examples(in text: String) throws -> [PageExample] {
    var examples: [PageExample] = []
    var start: Int?
    let lines = text.components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      if line == "```transcript" {
        start = index + 1
      } else if line == "```", let first = start {
        let bytes = Array(lines[first..<index].joined(separator: "\n").utf8)
        let transcript = try Transcript(parsing: bytes)
        examples.append(PageExample(lines: first..<index, transcript: transcript))
        start = nil
      }
    }
    return examples
  }
}

/// A transcript in a page.
struct PageExample {
  /// The lines of the page that it takes, counted from zero.
  let lines: Range<Int>
  let transcript: Transcript

  /// Whether it starts with a daemon that has read nothing.
  var startsAfresh: Bool {
    transcript.lines.first == .prose(Array("a fresh daemon".utf8))
  }

  /// The page's text with another transcript in the place of this one.
  func replaced(in text: String, by transcript: Transcript) -> String {
    var page = text.components(separatedBy: "\n")
    let new = String(decoding: transcript.bytes, as: UTF8.self).components(separatedBy: "\n")
    page.replaceSubrange(lines, with: new.dropLast())
    return page.joined(separator: "\n")
  }
}
