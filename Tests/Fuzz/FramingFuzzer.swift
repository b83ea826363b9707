import Framing

/// The frame decoder, fed with any bytes in any pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFraming(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let input = FuzzInput(start, count) else { return 0 }
  let trial = FramingTrial(choice: Int(input.choice))
  let whole = trial.run([input.stream])
  let pieces = trial.run(input.pieces)
  check(whole == pieces, "in pieces it says \(pieces), at once \(whole)")
  trial.checkLengths(whole)
  trial.checkEncoding(whole)
  trial.checkRecovery(after: input.pieces)
  return 0
}

/// An event that can be compared.
private enum Said: Equatable {
  case message([UInt8])
  case unterminated([UInt8])
  case stray([UInt8])
  case malformed(HeaderError)
  case oversized(Int)
  case endedInside

  init(_ event: FrameEvent) {
    self =
      switch event {
      case .message(let bytes): .message(Array(bytes))
      case .unterminatedMessage(let bytes): .unterminated(Array(bytes))
      case .strayText(let line): .stray(Array(line))
      case .malformedHeader(let error): .malformed(error)
      case .oversizedMessage(let length): .oversized(length)
      }
  }
}

private struct FramingTrial {
  private static let formats: [FrameFormat?] = [nil, .lsp, .lines]
  private static let allLimits = [(64, 48), (1, 32), (300, 64), (4096, 200)].map {
    FrameLimits(maxMessageBytes: $0.0, maxHeaderBytes: $0.1)
  }

  let format: FrameFormat?
  let limits: FrameLimits

  init(choice: Int) {
    format = Self.formats[choice % 3]
    limits = Self.allLimits[choice / 3 % 4]
  }

  /// What the decoder says about a whole stream.
  func run(_ pieces: [ArraySlice<UInt8>]) -> [Said] {
    var reader = Reader(format: format, limits: limits)
    return reader.read(pieces) + reader.finish()
  }

  func checkLengths(_ said: [Said]) {
    for event in said {
      switch event {
      case .message(let bytes), .unterminated(let bytes):
        check(bytes.count <= limits.maxMessageBytes, "a message is over the limit")
      case .oversized(let length):
        check(length > limits.maxMessageBytes, "a message of \(length) is refused")
      case .stray(let line):
        check(format == nil && event == said.first, "text is stray behind a message")
        check((1...limits.maxHeaderBytes + 1).contains(line.count), "a line of \(line.count) bytes")
      case .malformed, .endedInside: break
      }
    }
  }

  /// Whatever was understood is understood again once it is framed properly.
  func checkEncoding(_ said: [Said]) {
    var stream: [UInt8] = []
    let messages = said.filter { if case .message = $0 { true } else { false } }
    for case .message(let bytes) in messages { FrameEncoder.append(bytes, in: .lsp, to: &stream) }
    var reader = Reader(format: .lsp, limits: limits)
    check(reader.read([stream[...]]) == messages, "framed again it is not the same")
  }

  /// After enough newlines the next message is understood, unless a long body is being skipped.
  func checkRecovery(after pieces: [ArraySlice<UInt8>]) {
    var reader = Reader(format: format, limits: limits)
    let newlines = [UInt8](repeating: 0x0A, count: limits.maxMessageBytes + limits.maxHeaderBytes)
    let before = reader.read(pieces + [newlines[...]])
    if case .oversized? = before.last, reader.format == .lsp { return }
    var message: [UInt8] = []
    FrameEncoder.append([0x37], in: reader.format ?? format ?? .lsp, to: &message)
    let after = reader.read([message[...]])
    check(after == [.message([0x37])], "the next message is taken for \(after)")
  }
}

/// A decoder that is watched while it works.
private struct Reader {
  private let limits: FrameLimits
  private var decoder: FrameDecoder
  private var numberOfBytes = 0
  private var longestPiece = 0
  private var stream: [UInt8] = []
  private let observed = Observed()

  init(format: FrameFormat?, limits: FrameLimits) {
    self.limits = limits
    decoder = FrameDecoder(format: format, limits: limits)
    decoder.observer = { [observed] in observed.note($0) }
  }

  var format: FrameFormat? { decoder.format }

  /// Appends the pieces one after another, and holds what is kept of them against the limits.
  mutating func read(_ pieces: [ArraySlice<UInt8>]) -> [Said] {
    var said: [Said] = []
    for piece in pieces {
      stream += piece
      decoder.append(piece)
      numberOfBytes += piece.count
      longestPiece = max(longestPiece, piece.count)
      while let event = next() { said.append(event) }
      checkBounds()
    }
    return said
  }

  mutating func finish() -> [Said] {
    var said: [Said] = []
    decoder.finish()
    while let event = next() { said.append(event) }
    check(decoder.next() == nil, "an ended stream goes on")
    checkObserved()
    if decoder.endedInsideMessage { said.append(.endedInside) }
    return said
  }

  private mutating func next() -> Said? {
    guard let said = decoder.next().map(Said.init) else { return nil }
    switch said {
    case .message(let bytes), .unterminated(let bytes): observed.fill(bytes)
    case .stray, .malformed, .oversized, .endedInside: break
    }
    return said
  }

  /// With the messages in their places, what was observed is the stream.
  private func checkObserved() {
    let all = observed.bytes + Array(decoder.unreadBytes)
    check(all.count == stream.count, "\(all.count) bytes of \(stream.count) are observed")
    check(zip(all, stream).allSatisfy { $0 == nil || $0 == $1 }, "other bytes are observed")
  }

  private func checkBounds() {
    let held = max(limits.maxMessageBytes + 1, limits.maxHeaderBytes)
    check(decoder.bufferedBytes <= held, "\(decoder.bufferedBytes) bytes are held")
    let capacity = decoder.bufferCapacity
    check(capacity <= 4 * (held + longestPiece) + 64, "the buffer has \(capacity) bytes")
    let scanned = decoder.scannedBytes
    check(
      scanned <= 8 * (numberOfBytes + limits.maxHeaderBytes),
      "\(numberOfBytes) bytes are searched by looking at \(scanned)"
    )
  }
}

/// What a decoder says that it has passed, byte by byte; nil for one that it does not tell.
private final class Observed {
  private(set) var bytes: [UInt8?] = []
  /// Where the message belongs that the next event hands out.
  private var place: Int?

  func note(_ piece: ConsumedPiece) {
    switch piece {
    case .around(let around): bytes += Array(around)
    case .skipped(let count): bytes += [UInt8?](repeating: nil, count: count)
    case .message:
      check(place == nil, "a message is observed and not handed out")
      place = bytes.count
    }
  }

  func fill(_ message: [UInt8]) {
    guard let place else { fatalError("a message is handed out that was not observed") }
    bytes.insert(contentsOf: message, at: place)
    self.place = nil
  }
}
