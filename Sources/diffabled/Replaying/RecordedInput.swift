import Framing
import Transcripts

/// What a transcript sends, put into a stream and cut into messages again.
struct RecordedInput {
  /// What the recording's daemon was told that changes its answers.
  let arguments: Arguments
  /// The framing that messages are given.
  let format: FrameFormat
  /// Whether messages may be longer than they were, and past their limit.
  private let isRedacted: Bool
  private var decoder: FrameDecoder
  /// How many bytes were looked at, and not passed by count.
  private(set) var readBytes = 0

  /// Handed what the stream says, and how many of its bytes were passed by then.
  typealias Handler = (_ event: FrameEvent, _ passedBytes: Int) -> Void

  /// Input with the framing and the limits of a recording, or the usual ones.
  init(_ recording: Recording?, path: String) throws(Files.Failure) {
    let arguments: Arguments
    do {
      arguments = try Arguments(parsing: recording?.arguments ?? [])
    } catch {
      throw .invalid(path: path, reason: "its arguments: \(error)")
    }
    // A message of a transcript is delivered whatever it is; in lines an empty one would not be.
    format = recording?.framing.flatMap(FrameFormat.init) ?? .lsp
    self.arguments = arguments
    isRedacted = recording?.isRedacted ?? false
    decoder = FrameDecoder(arguments)
  }

  /// Whether the input has ended inside a header or a body.
  var endedInsideMessage: Bool { decoder.endedInsideMessage }

  /// How many of the bytes belong to what was handed out, or to nothing.
  var passedBytes: Int { readBytes - decoder.bufferedBytes }
  /// Whether it is known in which framing messages come.
  var isSettled: Bool { decoder.format != nil }

  /// Hands out what an exchange sends, as far as it is complete.
  mutating func send(_ exchange: Transcript.Exchange, _ handle: Handler) {
    guard let stream = exchange.stream else { return send(exchange.sent, handle) }
    for piece in stream {
      switch piece {
      case .bytes(let bytes):
        append(bytes)
        handOut(handle)
      case .filler(let count):
        send(fillerOf: count, handle)
      }
    }
  }

  /// Hands out a message.
  mutating func send(_ message: [UInt8], _ handle: Handler) {
    guard !isRedacted else {
      settle(handle)
      // As if it were one byte: what is sent behind it stands behind more than what came before.
      readBytes += 1
      return handle(.message(message[...]), readBytes)
    }
    var bytes: [UInt8] = []
    // What begins with a byte order mark was not the first line, or it would have been left out.
    if decoder.format == .lines, message.starts(with: "\u{FEFF}".utf8) {
      bytes.append(UInt8(ascii: "\n"))
    }
    FrameEncoder.append(message, in: format, to: &bytes)
    append(bytes)
    handOut(handle)
  }

  /// Hands out the text before the first message, and has the format settled.
  private mutating func settle(_ handle: Handler) {
    guard !isSettled else { return }
    finish(handle)
    var arguments = arguments
    arguments.framing = format
    decoder = FrameDecoder(arguments)
  }

  /// Hands out what is left at the end of input.
  mutating func finish(_ handle: Handler) {
    decoder.finish()
    handOut(handle)
  }

  private mutating func send(fillerOf count: Int, _ handle: Handler) {
    // It may be far more than fits into memory.
    let block = [UInt8](repeating: StreamPiece.fillerByte, count: min(count, 1 << 16))
    var rest = count
    if !isSettled {
      // It was a message, or the framing would not have been settled.
      append("{".utf8.prefix(count))
      rest = max(0, count - 1)
    }
    while rest > 0 {
      append(block.prefix(rest))
      handOut(handle)
      rest -= min(rest, block.count)
      // However many there are, what is over a limit is passed by count.
      rest -= decoder.skip(rest)
    }
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    decoder.append(bytes)
    readBytes += bytes.count
  }

  private mutating func handOut(_ handle: Handler) {
    while let event = decoder.next() { handle(event, passedBytes) }
  }
}
