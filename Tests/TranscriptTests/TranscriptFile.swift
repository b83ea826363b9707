import Foundation
import Testing
import Transcripts

/// A file of protocol/transcripts.
struct TranscriptFile: CustomTestStringConvertible, Sendable {
  let url: URL

  /// All of them by name.
  static let all: [TranscriptFile] = {
    let folder = Repository.root.appending(path: "protocol/transcripts")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return (files ?? [])
      .filter { $0.pathExtension == "transcript" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map(TranscriptFile.init)
  }()

  /// Whether the expectations are to be rewritten.
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_TRANSCRIPTS"] == "1"

  var testDescription: String { url.deletingPathExtension().lastPathComponent }

  func transcript() throws -> Transcript {
    try Transcript(parsing: Array(Data(contentsOf: url)))
  }
}

/// Where things are in the repository.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The built daemon, which stands beside the executable that runs the tests.
  static let daemon: URL? = {
    let running = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let candidates = [running.path, CommandLine.arguments[0]].map { path in
      URL(filePath: path).deletingLastPathComponent().appending(path: "diffabled")
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()
}
