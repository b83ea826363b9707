import JSON

/// Reads a transcript line by line and knows what may follow what.
struct LineReader {
  private(set) var lines: [Transcript.Line] = []
  private var hasSent = false
  private var expectations = 0
  private var expectsNothing = false

  mutating func read(_ text: ArraySlice<UInt8>) throws(TranscriptError) {
    let text = trimmed(text)
    if text.isEmpty {
      lines.append(.blank)
    } else if let prose = rest(of: text, after: "#") {
      lines.append(.prose(prose))
    } else if let message = rest(of: text, after: "-->") ?? plainMessage(text) {
      beginExchange()
      lines.append(.sent(message))
    } else if let text = rest(of: text, after: "==>") {
      guard let pieces = StreamPiece.pieces(of: text) else { throw failure(.invalidEscape) }
      beginExchange()
      lines.append(.stream(pieces))
    } else if let message = rest(of: text, after: "<--") {
      try readExpectation(message)
    } else {
      throw failure(.unknownLine)
    }
  }

  /// A line of a file of plain JSON lines, which is a message as well.
  private func plainMessage(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") ? Array(text) : nil
  }

  private mutating func beginExchange() {
    hasSent = true
    expectations = 0
    expectsNothing = false
  }

  private mutating func readExpectation(_ message: [UInt8]) throws(TranscriptError) {
    let isNothing = message.elementsEqual("nothing".utf8)
    guard hasSent, !expectsNothing, !isNothing || expectations == 0 else {
      throw failure(.misplacedExpectation)
    }
    if isNothing {
      expectsNothing = true
      lines.append(.nothing)
      return
    }
    do {
      _ = try JSONDocument(parsing: message[...], maxNestingDepth: .max)
    } catch {
      throw failure(.invalidExpectation(error.description))
    }
    expectations += 1
    lines.append(.expected(message))
  }

  private func failure(_ reason: TranscriptError.Reason) -> TranscriptError {
    TranscriptError(line: lines.count + 1, reason: reason)
  }

  /// The text without the carriage return of a file from elsewhere, of which a line has several when it
  /// was converted twice; other blanks at the end are kept, for they may belong to the message.
  private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text[..<(text.lastIndex { $0 != UInt8(ascii: "\r") }.map { $0 + 1 } ?? text.startIndex)]
  }

  private func rest(of text: ArraySlice<UInt8>, after mark: StaticString) -> [UInt8]? {
    let mark = Array(mark.description.utf8)
    guard text.starts(with: mark) else { return nil }
    let rest = text.dropFirst(mark.count)
    return Array(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest)
  }
}
