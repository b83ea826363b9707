import Framing
import Glibc

/// Framed messages that are not written yet.
///
/// Small messages gather in one buffer; a large one stays where it is and goes out between two
/// buffers with the same system call.
struct PendingOutput {
  /// Messages above this size are not copied.
  private static let largeMessage = 1 << 16

  /// A buffer above this size is given back once it is written.
  private static let keptCapacity = 1 << 20

  private var front: [UInt8] = []
  private var writtenOfFront = 0
  private var large: ArraySlice<UInt8> = []
  private var back: [UInt8] = []

  /// The number of bytes that wait.
  var count: Int { front.count - writtenOfFront + large.count + back.count }

  mutating func append(_ message: ArraySlice<UInt8>, in format: FrameFormat) {
    if !large.isEmpty {
      FrameEncoder.append(message, in: format, to: &back)
    } else if message.count <= Self.largeMessage {
      FrameEncoder.append(message, in: format, to: &front)
    } else {
      FrameEncoder.appendPrefix(forMessageOf: message.count, in: format, to: &front)
      large = message
      FrameEncoder.appendSuffix(in: format, to: &back)
    }
  }

  /// Writes as much as there is room for: the number of bytes, or nil when nobody reads any more.
  mutating func write(to streams: StandardStreams) -> Int? {
    let written = front[writtenOfFront...].withUnsafeBytes { front in
      large.withUnsafeBytes { large in
        back.withUnsafeBytes { back in
          withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { parts in
            parts[0] = iovec(front)
            parts[1] = iovec(large)
            parts[2] = iovec(back)
            return streams.write(UnsafeBufferPointer(parts))
          }
        }
      }
    }
    if let written { drop(written) }
    return written
  }

  private mutating func drop(_ written: Int) {
    let ofFront = min(written, front.count - writtenOfFront)
    writtenOfFront += ofFront
    let ofLarge = min(written - ofFront, large.count)
    large = large.dropFirst(ofLarge)
    if writtenOfFront > Self.keptCapacity, writtenOfFront * 2 > front.count {
      // A reader that never quite keeps up must not make the buffer grow.
      front.removeFirst(writtenOfFront)
      writtenOfFront = 0
    }
    guard writtenOfFront == front.count, large.isEmpty else { return }
    large = []
    // Now the back is the front, as far as it is not written either.
    swap(&front, &back)
    writtenOfFront = written - ofFront - ofLarge
    back.removeAll(keepingCapacity: back.capacity <= Self.keptCapacity)
  }
}

extension iovec {
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }
}
