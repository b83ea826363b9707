/// The bytes that have arrived and are not consumed yet, addressed by their offset in the stream.
///
/// Offsets count from the first byte of the stream, so they stay true when the storage moves.
struct FrameBuffer {
  /// Storage above this capacity is given back once what made it grow is consumed.
  static let keptCapacity = 2 << 20
  /// From how many bytes on a message gets all the room that it may need at once.
  private static let longMessage = 1 << 23
  /// So much room is asked for at once, and no more.
  private static let greatestRoom = 1 << 28

  /// How many bytes a message has at most.
  private let maxMessageBytes: Int

  private var bytes: [UInt8] = []
  private var head = 0
  private var origin = 0

  /// No newline stands in `newlineFree`, so that no byte is searched twice.
  private var newlineFree = 0..<0

  /// Told of everything that is consumed; see ``FrameDecoder/observer``.
  var observer: ((ConsumedPiece) -> Void)?

  /// How many bytes all searches together have looked at.
  var scannedBytes = 0

  init(maxMessageBytes: Int) { self.maxMessageBytes = maxMessageBytes }

  /// The offset of the first byte that is not consumed.
  var start: Int { origin + head }

  /// The offset after the last byte that has arrived.
  var end: Int { origin + bytes.count }

  /// The number of bytes that are not consumed.
  var count: Int { bytes.count - head }

  /// How many bytes the storage has room for.
  var capacity: Int { bytes.capacity }

  subscript(offset: Int) -> UInt8 { bytes[offset - origin] }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(range.lowerBound - origin)..<(range.upperBound - origin)]
  }

  mutating func consume(to offset: Int) {
    if let observer, offset > start { observer(.around(self[start..<offset])) }
    head = offset - origin
  }

  /// Consumes a part of a message that is too long to be held.
  mutating func skip(to offset: Int) {
    if let observer, offset > start { observer(.skipped(count: offset - start)) }
    head = offset - origin
  }

  mutating func consumeBlanks() {
    var end = head
    while end < bytes.count, bytes[end].isBlank { end += 1 }
    consume(to: origin + end)
  }

  /// Consumes up to an offset and hands out a part of what was consumed.
  ///
  /// The slice shares the storage. Large storage is handed over for good, with only the rest
  /// copied, so that appending while the slice is still held does not copy the message.
  mutating func take(_ range: Range<Int>, consumingTo offset: Int) -> ArraySlice<UInt8> {
    let slice = self[range]
    if let observer {
      consume(to: range.lowerBound)
      observer(.message)
      head = range.upperBound - origin
    }
    consume(to: offset)
    if bytes.count > Self.keptCapacity, count <= head {
      moveStorage(reserving: count)
    }
    return slice
  }

  /// The offset of the first newline in a range, remembering what was searched.
  mutating func firstNewline(from start: Int, before limit: Int) -> Int? {
    if !(newlineFree.lowerBound...newlineFree.upperBound).contains(start) {
      newlineFree = start..<start
    }
    let resumed = newlineFree.upperBound
    guard resumed < limit else { return nil }
    let found = bytes.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[..<(limit - origin)])
        .firstNewline(from: resumed - origin)
    }
    let stop = found.map { $0 + origin } ?? limit
    scannedBytes += stop - resumed
    newlineFree = newlineFree.lowerBound..<stop
    return found == nil ? nil : stop
  }

  /// Runs a search over a range of what is here, by pointer.
  func withBytes<Result>(
    in range: Range<Int>,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.withUnsafeBytes {
      let start = range.lowerBound - origin
      return body(UnsafeRawBufferPointer(rebasing: $0[start..<(start + range.count)]))
    }
  }
}

// MARK: - Growth

extension FrameBuffer {
  mutating func append(_ newBytes: UnsafeRawBufferPointer) {
    makeRoom(for: newBytes.count)
    bytes.append(contentsOf: newBytes)
  }

  /// Lets somebody write into the free space behind the last byte.
  ///
  /// At least half of the wished room is offered. The answer says how many bytes were written.
  mutating func fill(upTo wish: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom(for: max(wish / 2, 1), growingFor: wish)
    let room = min(wish, bytes.capacity - bytes.count)
    var answer = 0
    bytes.append(addingCapacity: room) { span in
      span.withUnsafeMutableBufferPointer { free, initialized in
        let free = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(free)[..<room]
        )
        answer = body(free)
        initialized = max(0, min(answer, room))
      }
    }
    return answer
  }

  /// Drops the consumed prefix where that is cheap, and grows where it must.
  private mutating func makeRoom(for needed: Int, growingFor wish: Int? = nil) {
    if head == bytes.count { dropEverything() }
    guard bytes.capacity - bytes.count < needed else { return }
    let unread = count
    let isExceptional = bytes.capacity > max(Self.keptCapacity, 4 * (unread + needed))
    // Moving no more than was consumed since the last move costs a constant share of each byte.
    if head >= unread, bytes.capacity - unread >= needed, !isExceptional {
      bytes.removeSubrange(..<head)
      origin += head
      head = 0
    } else {
      // Room that is not filled takes no memory, but to copy half of a long message takes 100 ms.
      let all = unread < Self.longMessage ? 0 : min(maxMessageBytes, Self.greatestRoom)
      moveStorage(reserving: max(max(all, unread) + (wish ?? needed), 2 * unread))
    }
  }

  private mutating func dropEverything() {
    origin += head
    head = 0
    if bytes.capacity > Self.keptCapacity {
      bytes = []
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
  }

  private mutating func moveStorage(reserving capacity: Int) {
    var moved: [UInt8] = []
    moved.reserveCapacity(capacity)
    moved.append(contentsOf: bytes[head...])
    bytes = moved
    origin += head
    head = 0
  }
}
