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

  /// Why nothing more could be read although the input has no end, nil when that did not happen.
  private(set) var failure: String?

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

  /// Tries to read nothing, which fails where reading ever will; a pipe that is open the wrong way
  /// would else be waited for without end.
  mutating func probe(_ streams: StandardStreams) {
    do throws(StandardStreams.Unreadable) {
      _ = try streams.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
    } catch {
      end(failure: error.reason)
    }
  }

  /// Reads once; only after waiting said that there is input.
  mutating func read(from streams: StandardStreams) {
    var room = 0
    var failure: String?
    let count = decoder.read(upTo: block) { space in
      room = space.count
      do throws(StandardStreams.Unreadable) {
        return try streams.read(into: space)
      } catch {
        failure = error.reason
        return 0
      }
    }
    if count == 0 { end(failure: failure) }
    if count == room { block = min(2 * block, Self.largestBlock) }
  }

  private mutating func end(failure: String?) {
    hasEnded = true
    self.failure = failure
    decoder.finish()
  }
}
