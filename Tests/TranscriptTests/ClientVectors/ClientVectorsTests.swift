import Foundation
import TestSupport
import Testing

/// The files that every client library is tested with are what the oracle says.
///
/// `DIFFABLED_WRITE_VECTORS=1` writes them anew and fails, so that somebody looks at them.
@Suite struct ClientVectorsTests {
  private static let folder = Repository.root.appending(path: "protocol/clients/vectors")
  private static let isWriting =
    ProcessInfo.processInfo.environment["DIFFABLED_WRITE_VECTORS"] == "1"

  @Test(arguments: Stories.all.map(\.name))
  func `a file of vectors is what the oracle says`(name: String) throws {
    let story = try #require(Stories.all.first { $0.name == name })
    let text = try story.make().lines.map { $0 + "\n" }.joined()
    let url = Self.folder.appending(path: "\(name).jsonl")
    if Self.isWriting {
      try Data(text.utf8).write(to: url)
      Issue.record("\(name).jsonl was written anew; look at it, and run again without")
      return
    }
    let committed = try String(contentsOf: url, encoding: .utf8)
    #expect(committed == text, "\(name).jsonl; run again with DIFFABLED_WRITE_VECTORS=1")
  }

  @Test func `there are no other files, and they are small enough to be read`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      Set(files) == Set(Stories.all.map { "\($0.name).jsonl" }).union(["README.md"])
    )
    let bytes = try files.map { try Data(contentsOf: Self.folder.appending(path: $0)).count }
    #expect(bytes.reduce(0, +) < 250_000)
  }
}
