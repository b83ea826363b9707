import Foundation
import Framing
import TestSupport
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

extension Transcript {
  /// All that it sends, as a stream.
  func input(in framing: FrameFormat) -> [UInt8] { exchanges.flatMap { $0.bytes(in: framing) } }
}

extension Transcript.Exchange {
  /// What it sends: a message with its framing, or bytes that have none.
  func bytes(in framing: FrameFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    guard let stream else {
      FrameEncoder.append(sent, in: framing, to: &bytes)
      return bytes
    }
    for piece in stream {
      switch piece {
      case .bytes(let some): bytes += some
      case .filler(let count): bytes += repeatElement(StreamPiece.fillerByte, count: count)
      }
    }
    return bytes
  }
}

extension Repository {
  /// The built daemon, which stands beside the executable that runs the tests.
  static let daemon: URL? = {
    let running = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let candidates = [running.path, CommandLine.arguments[0]].map { path in
      URL(filePath: path).deletingLastPathComponent().appending(path: "diffabled")
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()
}
