import Framing
import Testing

/// A small generator with a seed, so that a failure can be repeated.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct MutationTests {
  private static let pieces = [
    "Content-Length: ", "content-length:", "Content-Length", "2", "-1", "70", "99999999999999",
    "1099511627776", "\r\n", "\n", "\r", "\r\n\r\n", "{}", "[1,2]", ":", " ", "x", "\u{FEFF}",
    "Content-Type: a\r\n", "Content-Length: 2\r\n\r\n{}",
  ].map { Array($0.utf8) }

  private static let golden = Array(
    "Content-Length: 2\r\n\r\n{}content-length: 7\nX: y\n\n{\"a\":1}\nContent-Length: 40\r\n\r\n"
      .utf8
  )

  private func stream(_ generator: inout SeededGenerator) -> [UInt8] {
    guard Bool.random(using: &generator) else {
      return (0..<Int.random(in: 1...12, using: &generator)).flatMap { _ in
        Self.pieces.randomElement(using: &generator) ?? []
      }
    }
    var bytes = Self.golden
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: bytes.remove(at: index)
      default:
        bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: index)
      }
    }
    return bytes
  }

  private func chunks(_ stream: [UInt8], _ generator: inout SeededGenerator) -> [ArraySlice<UInt8>]
  {
    var rest = stream[...]
    var chunks: [ArraySlice<UInt8>] = []
    while !rest.isEmpty {
      chunks.append(rest.prefix(Int.random(in: 1...9, using: &generator)))
      rest = rest.dropFirst(chunks.last?.count ?? 0)
    }
    return chunks
  }

  @Test func `10,000 mutated streams say the same in pieces, and hold no more than the limits`() {
    let limits = FrameLimits(maxMessageBytes: 64, maxHeaderBytes: 48)
    for seed in UInt64(0)..<10_000 {
      var generator = SeededGenerator(state: seed)
      let stream = stream(&generator)
      let format = [FrameFormat.lsp, .lines, nil][Int(seed % 3)]
      let whole = events(of: [stream[...]], format: format, limits: limits)
      let pieces = chunks(stream, &generator)
      #expect(whole == events(of: pieces, format: format, limits: limits), "seed \(seed)")

      var decoder = FrameDecoder(format: format, limits: limits)
      for piece in pieces {
        decoder.append(piece)
        while decoder.next() != nil {}
        #expect(decoder.bufferedBytes <= 66, "seed \(seed)")
      }
    }
  }
}
