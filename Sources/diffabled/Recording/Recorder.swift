import Framing
import Transcripts

/// Writes a session down as a transcript while it runs.
///
/// What came is written before it is handled and what is sent before it is sent, so the file of a
/// daemon that was killed says what it was doing. Of a message only its bytes are kept when its
/// framing is the usual one; everything else is kept as the bytes of the stream.
final class Recorder {
  /// Asked while a long line is written, whether to go on; what is not wanted is left out.
  var mayContinue: () -> Bool = { true }
  /// Whether nothing but the end is wanted any more.
  private var isCalledOff = false

  /// Past this many bytes that are no message they are written, lest they gather.
  private static let longestPieces = 1 << 16
  /// Of a longer message the filler bytes at its end are told by their count.
  private static let longestWithoutFiller = 1 << 10

  /// Nil once writing has failed.
  private var file: LineFile?
  private let onFailure: (String) -> Void
  /// Nil when messages are written as they are.
  private var redactor: Redactor?
  private var hasToldLostOrder = false
  private var pieces: [StreamPiece] = []
  private var pieceBytes = 0
  /// How many of the pieces stand before the message, when there is one.
  private var piecesBeforeMessage: Int?
  private var framing: FrameFormat?
  /// Whether blanks that come now stand between two messages, and end nothing.
  private var isBetweenMessages = true

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - file: Where it is written.
  ///   - daemon: Who is recorded, with the version.
  ///   - arguments: The flags that change what is answered.
  ///   - redactor: What puts placeholders into messages, nil to write them as they are.
  ///   - onFailure: Told the reason when nothing more can be written.
  init(
    file: LineFile,
    daemon: String,
    arguments: [String],
    redactor: Redactor?,
    onFailure: @escaping (String) -> Void
  ) {
    self.file = file
    self.redactor = redactor
    self.onFailure = onFailure
    note("recording", daemon)
    note("arguments", arguments.joined(separator: " "))
    if redactor != nil { note("redacted", "placeholders for names, identifiers and contents") }
  }

  private func note(_ name: StaticString, _ value: String) {
    // A recording that is read again has whatever somebody wrote into it.
    write("", Recording.note(name, String(printable: value.utf8)).dropLast())
  }

  private func write(_ beginning: StaticString, _ line: ArraySlice<UInt8>) {
    guard let file, !isCalledOff else { return }
    let reason = file.write(line, after: beginning) {
      isCalledOff = !mayContinue()
      return !isCalledOff
    }
    guard let reason else { return }
    self.file = nil
    onFailure(reason)
  }
}

// MARK: - What comes

extension Recorder {
  /// Takes note of a part of the stream.
  func observe(_ piece: ConsumedPiece) {
    guard redactor == nil, file != nil else { return }
    switch piece {
    case .around(let bytes):
      let isAlone = framing == .lines && pieces.isEmpty && piecesBeforeMessage == nil
      let isBlank = isAlone && bytes.allSatisfy(\.isBlank)
      // Empty lines may be as many as they like.
      if isBlank, isBetweenMessages { return }
      append(.bytes(Array(bytes)))
      if framing != .lsp { isBetweenMessages = bytes.last == UInt8(ascii: "\n") }
      pieceBytes += bytes.count
      // What ends a line that is written already is no blank in front of the next one.
      let areEnough = isBlank || pieceBytes > Recorder.longestPieces
      if areEnough, piecesBeforeMessage == nil { writePieces() }
    case .message:
      piecesBeforeMessage = pieces.count
      isBetweenMessages = true
    case .skipped(let count):
      append(.filler(count: count))
      isBetweenMessages = false
    }
  }

  private func append(_ piece: StreamPiece) {
    switch (pieces.last, piece) {
    case (.filler(let first)?, .filler(let second)):
      pieces[pieces.count - 1] = .filler(count: first + second)
    default:
      pieces.append(piece)
    }
  }

  /// Writes what the stream said, of which all pieces are known by now.
  func received(_ event: FrameEvent, in format: FrameFormat) {
    guard file != nil else { return }
    if framing == nil {
      framing = format
      note("framing", format.rawValue)
    }
    guard redactor == nil else { return receivedRedacted(event, in: format) }
    switch event {
    case .message(let message):
      writeSkipped()
      let before = piecesBeforeMessage ?? 0
      if Recording.isPlain(message), isUsual(before, aroundMessageOf: message.count, in: format) {
        write("--> ", message)
        dropPieces()
      } else {
        pieces.insert(.bytes(Array(message)), at: before)
        writePieces()
      }
    case .unterminatedMessage(let message):
      pieces.insert(.bytes(Array(message)), at: piecesBeforeMessage ?? pieces.count)
      writePieces()
    case .malformedHeader:
      // Blanks may be what makes it too long.
      isBetweenMessages = false
      writePieces()
    case .strayText, .oversizedMessage:
      writePieces()
    }
  }

  /// Writes what leads to the same event and holds nothing of the client's.
  private func receivedRedacted(_ event: FrameEvent, in format: FrameFormat) {
    switch event {
    case .message(let message):
      let message = redacted(message, .toDaemon)
      guard let filled = Self.piecesWithFiller(of: message) else { return write("--> ", message) }
      writeFramed(filled, length: message.count, in: format)
    case .unterminatedMessage(let message):
      let message = redacted(message, .toDaemon)
      pieces = Self.piecesWithFiller(of: message) ?? [.bytes(Array(message))]
      writePieces()
    case .strayText:
      pieces = [.bytes(Array("redacted\n".utf8))]
      writePieces()
    case .malformedHeader:
      pieces = [.bytes(Array("Content-Length: ?\r\n\r\n".utf8))]
      writePieces()
    case .oversizedMessage(let length):
      writeFramed([.filler(count: length)], length: length, in: format)
    }
  }

  /// Writes the pieces of a message with the framing around them.
  private func writeFramed(_ message: [StreamPiece], length: Int, in format: FrameFormat) {
    var (prefix, suffix): ([UInt8], [UInt8]) = ([], [])
    FrameEncoder.appendPrefix(forMessageOf: length, in: format, to: &prefix)
    FrameEncoder.appendSuffix(in: format, to: &suffix)
    pieces = [.bytes(prefix)] + message + [.bytes(suffix)]
    writePieces()
  }

  /// The pieces of a long message that ends with filler bytes, nil of another one: what is no JSON is
  /// redacted to those, and JSON never ends with one.
  private static func piecesWithFiller(of message: ArraySlice<UInt8>) -> [StreamPiece]? {
    guard message.count > longestWithoutFiller, message.last == StreamPiece.fillerByte else {
      return nil
    }
    let end = message.lastIndex { $0 != StreamPiece.fillerByte }.map { $0 + 1 }
    let text = message[..<(end ?? message.startIndex)]
    return [.bytes(Array(text)), .filler(count: message.count - text.count)]
  }

  private func redacted(
    _ message: ArraySlice<UInt8>,
    _ direction: Redactor.Direction
  ) -> ArraySlice<UInt8> {
    guard let redacted = redactor?.redacted(message, direction) else { return message }
    if !hasToldLostOrder, redactor?.hasLostOrder == true {
      hasToldLostOrder = true
      note("order", "of some values it is not kept from here on")
    }
    return redacted[...]
  }

  /// Whether the framing is what it would be if it were made anew, but for blanks around it.
  private func isUsual(_ before: Int, aroundMessageOf length: Int, in format: FrameFormat) -> Bool {
    var framing: [UInt8] = []
    FrameEncoder.appendPrefix(forMessageOf: length, in: format, to: &framing)
    var found: [UInt8] = []
    for case .bytes(let bytes) in pieces[..<before] { found += bytes }
    guard found.drop(while: \.isBlank).elementsEqual(framing) else { return false }
    return pieces.allSatisfy { if case .bytes = $0 { true } else { false } }
  }

  /// Writes what was skipped in front of a message's headers, so that these stand alone with it.
  private func writeSkipped() {
    guard framing == .lsp, let before = piecesBeforeMessage, before > 1 else { return }
    let skipped = pieces[..<(before - 1)]
    guard skipped.contains(where: \.isMoreThanBlank) else { return }
    write("==> ", StreamPiece.text(of: Array(skipped))[...])
    pieces.removeSubrange(skipped.indices)
    piecesBeforeMessage = 1
  }

  private func writePieces() {
    if !pieces.isEmpty { write("==> ", StreamPiece.text(of: pieces)[...]) }
    dropPieces()
  }

  private func dropPieces() {
    pieces.removeAll(keepingCapacity: true)
    pieceBytes = 0
    piecesBeforeMessage = nil
  }
}

// MARK: - What goes

extension Recorder {
  /// Writes a message that is about to be sent.
  func sent(_ message: ArraySlice<UInt8>) {
    guard file != nil else { return }
    write("<-- ", redacted(message, .fromDaemon))
  }

  /// Writes how the session ended.
  ///
  /// - Parameters:
  ///   - ending: Why, and with which exit code.
  ///   - rest: What had come and was not read to its end.
  func ended(_ ending: Ending, rest: ArraySlice<UInt8>) {
    if isCalledOff {
      // What is not there was not handled.
      isCalledOff = false
      dropPieces()
    } else if redactor == nil {
      if !rest.isEmpty { append(piece(of: rest, ending)) }
    } else if ending.reason == Ending.endInsideMessage.reason, framing != .lines {
      pieces = [.bytes(Array("Content-Length: 1\r\n\r\n".utf8))]
    }
    if !isBetweenMessages || pieces.contains(where: \.isMoreThanBlank) { writePieces() }
    let ending = Recording.Ending(reason: ending.reason, exitCode: ending.exitCode)
    note("ended", ending.description)
  }
}

extension Recorder {
  /// What had come and was not read to its end; only its length where the daemon is to end at once.
  private func piece(of rest: ArraySlice<UInt8>, _ ending: Ending) -> StreamPiece {
    ending.isAtOnce && rest.count > Recorder.longestPieces
      ? .filler(count: rest.count) : .bytes(Array(rest))
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }
}

extension StreamPiece {
  fileprivate var isMoreThanBlank: Bool {
    switch self {
    case .bytes(let bytes): !bytes.allSatisfy(\.isBlank)
    case .filler: true
    }
  }
}
