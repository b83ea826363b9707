import Foundation
import Framing
import TestSupport
import Testing
import Transcripts

/// Whatever bytes come, a recording of them can be run again to the same answers.
@Suite struct RecordingMutationTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a session of damaged bytes is reproduced, also with placeholders`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = TranscriptFile.all[Int.random(in: TranscriptFile.all.indices, using: &random)]
    var bytes = try file.transcript().input(in: FrameFormat.allCases[Int(seed % 2)])
    for _ in 0..<Int.random(in: 1...20, using: &random) { damage(&bytes, &random) }
    let limits = [[], ["--max-message-bytes", "150"], ["--max-header-bytes", "40"]]
    let arguments = limits[Int.random(in: limits.indices, using: &random)]
    let plain = try RecordedSession.record(bytes, arguments)
    #expect(plain.replay.exitCode == 0, "seed \(seed), \(file.testDescription)")
    let redacted = try RecordedSession.redact(bytes, arguments)
    #expect(redacted.replay.exitCode == 0, "seed \(seed), \(file.testDescription), redacted")
  }

  /// Pieces that mean something in one framing or the other.
  private static let pieces = [
    "\n", "\r\n\r\n", "Content-Length: ", "Content-Length: 5\r\n\r\n", "content-length\t:12\n\n",
    "\"", "%",
    "\\", "\u{FEFF}", "{", "\0",
  ]

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let length = min(Int.random(in: 1...60, using: &random), bytes.count - place)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(place..<place + length)
    case 1:
      let noise = (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes.insert(contentsOf: noise, at: place)
    case 2:
      let piece = Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
      bytes.insert(contentsOf: piece.utf8, at: place)
    case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: 0)
    default: if length > 0 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    }
  }
}
