import DiffableServer
import Framing

/// Reads standard input in blocks and cuts it into messages.
struct InputReader {
  private static let smallestBlock = 1 << 16
  private static let largestBlock = 1 << 20

  private let journal: Journal
  private var decoder: FrameDecoder
  private var block = smallestBlock

  /// Whether the end of input was seen; messages may be left.
  private(set) var hasEnded = false

  init(arguments: Arguments, journal: Journal) {
    self.journal = journal
    decoder = FrameDecoder(arguments)
    decoder.observer = journal.observer
  }

  /// The format to answer in: that of the input.
  var format: FrameFormat { decoder.format ?? .lines }

  /// Whether the input ended inside a header or a body.
  var endedInsideMessage: Bool { decoder.endedInsideMessage }

  /// The bytes that were read and are no whole message yet.
  var bufferedBytes: Int { decoder.bufferedBytes }

  /// The bytes that were read and did not become a message.
  var unreadBytes: ArraySlice<UInt8> { decoder.unreadBytes }

  mutating func next() -> Session.Input? {
    guard let event = decoder.next() else { return nil }
    journal.received(event, in: format)
    return event.input
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
