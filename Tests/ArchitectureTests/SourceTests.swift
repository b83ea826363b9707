import TestSupport
import Testing

/// What no file of this repository may be or have.
@Suite struct SourceTests {

  @Test func `no source file is longer than 400 lines`() throws {
    for file in try Repository.files(in: "Sources", ending: ".swift") {
      let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count - 1 <= 400, "\(file) has \(lines.count - 1) lines")
    }
  }

  @Test(arguments: ["TODO", "FIXME", "XXX", "try!", "as!", "import Foundation", "fatalError("])
  func `no source file has words that belong nowhere`(word: String) throws {
    for file in try Repository.files(in: "Sources", ending: ".swift") {
      #expect(try !Repository.text(file).contains(word), "\(file) has \(word)")
    }
  }

  @Test func `no file knows the machine that it was written on`() throws {
    let paths = ["home", "Users", "work", "root"].map { "/\($0)/" }
    for folder in ["Sources", "Tests", "protocol"] {
      for file in try Repository.files(in: folder, ending: "") where !isDirectory(file) {
        guard let text = try? Repository.text(file) else { continue }
        for path in paths {
          #expect(!text.contains(path), "\(file) has \(path)")
        }
      }
    }
  }

  @Test func `the top level has nothing but what belongs there`() throws {
    let allowed = ["Package.swift", "README.md", "Sources", "Tests", "protocol"]
    for name in try Repository.names(in: "") where !name.hasPrefix(".") {
      #expect(allowed.contains(name))
    }
  }

  private func isDirectory(_ path: String) -> Bool {
    (try? Repository.names(in: path)) != nil
  }
}
