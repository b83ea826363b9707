/// Cuts a stream of bytes into messages.
///
/// Bytes go in as they arrive, with ``append(_:)`` or ``read(upTo:_:)``; ``next()`` says what they
/// were. What comes out depends on the bytes alone, never on how they were split. Nothing that a
/// peer sends makes the decoder give up: a broken header block is told once, and the stream goes on
/// at the next `Content-Length`, wherever that stands.
public struct FrameDecoder {
  /// The format of the stream, nil until it is settled.
  public internal(set) var format: FrameFormat?

  /// Whether the input ended inside a header block or a body, or before its first message although
  /// it had begun, once ``next()`` has nothing more.
  ///
  /// In lines format the end of input ends the last line, so it is false there.
  public var endedInsideMessage: Bool {
    guard isFinished else { return false }
    return switch state {
    case .start, .betweenMessages, .line, .skippedLine, .resynchronising: false
    case .prelude, .stray, .header, .body, .skippedBody: true
    }
  }

  /// The number of bytes that are held because their message is not complete yet.
  public var bufferedBytes: Int { buffer.count }

  /// The bytes that have arrived and are part of nothing that ``next()`` has told yet.
  public var unreadBytes: ArraySlice<UInt8> { buffer[buffer.start..<buffer.end] }

  /// Told of each byte of the stream once, in order, before the event that it leads to.
  ///
  /// With the messages in their places, the pieces are the stream: a recording of them can be
  /// decoded again to the same events.
  public var observer: ((ConsumedPiece) -> Void)? {
    get { buffer.observer }
    set { buffer.observer = newValue }
  }

  /// How many bytes were looked at so far in search of an end or a header.
  package var scannedBytes: Int { buffer.scannedBytes }

  /// The bytes of memory that the decoder holds.
  package var bufferCapacity: Int { buffer.capacity }

  let limits: FrameLimits
  var buffer: FrameBuffer
  var state = State.start
  var isFinished = false

  /// Where the last block that was told to be broken ends; what begins before it is not told again.
  var toldUntil = 0

  /// A decoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - format: The format to take for granted; nil to let the first message settle it.
  ///   - limits: What is too long to be held.
  public init(format: FrameFormat? = nil, limits: FrameLimits) {
    self.format = format
    self.limits = limits
    buffer = FrameBuffer(maxMessageBytes: limits.maxMessageBytes)
  }

  /// Adds bytes at the end of the stream.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(bytes)
  }

  /// Adds bytes at the end of the stream.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable {
      buffer.append(UnsafeRawBufferPointer($0))
    }
    guard isDone == nil else { return }
    Array(bytes).withUnsafeBytes { buffer.append($0) }
  }

  /// Lets somebody write new bytes straight into the free space of the buffer.
  ///
  /// - Parameters:
  ///   - capacity: How much space is wished for; at least half of it is offered.
  ///   - body: Writes from the start of the space and answers how many bytes it wrote.
  /// - Returns: The answer of `body`; zero or less adds nothing.
  public mutating func read(
    upTo capacity: Int,
    _ body: (UnsafeMutableRawBufferPointer) -> Int
  ) -> Int {
    buffer.fill(upTo: capacity, body)
  }

  /// Passes over bytes that need not be given because they would only be skipped.
  ///
  /// - Parameter count: How many bytes follow that are neither blank nor in `Content-Length:`;
  ///   everything before them was read with ``next()``.
  /// - Returns: How many of them were passed; the others have to be given.
  public mutating func skip(_ count: Int) -> Int {
    // So that no sum overflows, however often this is called.
    let furthest = 1 << 60
    let count = min(count, furthest)
    switch state {
    case .line where buffer.count + count - 1 > limits.maxMessageBytes:
      state = .skippedLine(length: min(buffer.count + count, furthest))
      buffer.skip(to: buffer.end)
      return count
    case .skippedLine(let length):
      state = .skippedLine(length: min(length + count, furthest))
      return count
    case .skippedBody(let remaining):
      state = .skippedBody(remaining: remaining - min(count, remaining))
      return min(count, remaining)
    case .stray(isInsideLine: true), .resynchronising:
      // The beginning of a header may be here.
      return buffer.count == 0 ? count : 0
    case .start, .prelude, .stray, .line, .betweenMessages, .header, .body:
      return 0
    }
  }

  /// Says that no more bytes will come; ``next()`` then yields what is left.
  public mutating func finish() {
    isFinished = true
  }

  /// What the stream says next, or nil while more bytes are needed to tell.
  public mutating func next() -> FrameEvent? {
    while true {
      switch step() {
      case .event(let event): return event
      case .proceed: continue
      case .needsBytes: return nil
      }
    }
  }
}

extension FrameDecoder {
  /// Where in the stream the decoder stands.
  enum State {
    case start
    case prelude(Prelude)
    case stray(isInsideLine: Bool)
    case line
    case skippedLine(length: Int)
    case betweenMessages
    case header(HeaderBlock)
    case body(length: Int)
    case skippedBody(remaining: Int)
    case resynchronising(HeaderSearch)
  }

  /// What one step of the decoder came to.
  enum Step {
    case event(FrameEvent)
    case proceed
    case needsBytes
  }

  private mutating func step() -> Step {
    switch state {
    case .start: begin()
    case .prelude(let prelude): readPrelude(prelude)
    case .stray(let isInsideLine): skipStray(isInsideLine: isInsideLine)
    case .line: readLine()
    case .skippedLine(let length): skipLine(length: length)
    case .betweenMessages: beginHeader()
    case .header(let block): readHeader(block)
    case .body(let length): readBody(length: length)
    case .skippedBody(let remaining): skipBody(remaining: remaining)
    case .resynchronising(let search): resynchronise(search)
    }
  }
}
