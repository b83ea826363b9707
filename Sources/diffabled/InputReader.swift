import DiffableServer
import Framing

/// Reads standard input in blocks and cuts it into messages.
struct InputReader {
  private static let smallestBlock = 1 << 16
  private static let largestBlock = 1 << 20

  private var decoder: FrameDecoder
  private var block = smallestBlock

  /// Whether the end of input was seen; messages may be left.
  private(set) var hasEnded = false

  init(options: Options) {
    let limits = FrameLimits(
      maxMessageBytes: options.limits.maxMessageBytes,
      maxHeaderBytes: options.limits.maxHeaderBytes
    )
    decoder = FrameDecoder(format: options.framing, limits: limits)
  }

  /// The format to answer in: that of the input.
  var format: FrameFormat { decoder.format ?? .lines }

  /// Whether the input ended inside a header or a body.
  var endedInsideMessage: Bool { decoder.endedInsideMessage }

  /// The bytes that were read and are no whole message yet.
  var bufferedBytes: Int { decoder.bufferedBytes }

  mutating func next() -> FrameEvent? {
    decoder.next()
  }

  /// Reads once; only after waiting said that there is input.
  mutating func read(from streams: StandardStreams) {
    var room = 0
    let count = decoder.read(upTo: block) { space in
      room = space.count
      return streams.read(into: space)
    }
    if count == 0 {
      hasEnded = true
      decoder.finish()
    }
    if count == room { block = min(2 * block, Self.largestBlock) }
  }
}
