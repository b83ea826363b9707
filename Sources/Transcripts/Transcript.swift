/// A conversation with the daemon, written down as text that people read and programs replay.
///
/// Each line is one of these:
///
///     # Prose, which explains what follows.
///     --> {"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":{}}
///     <-- {"jsonrpc":"2.0","id":1,"result":{"dataSources":[]}}
///     <-- nothing
///     ==> Content-Length: five%0D%0A%0D%0A
///
/// What stands behind `-->` goes to the daemon as it is, even when it is no JSON; a line that begins with `{` or `[`
/// does as well.
/// The lines behind `<--` are what it answers to that message, in order.
/// What stands behind `==>` are bytes of the stream with no framing around them: see ``StreamPiece``.
/// In them the text `"…"` stands for any value: see ``MessageDifference``.
public struct Transcript: Equatable, Sendable {
  /// One line of a transcript.
  public enum Line: Equatable, Sendable {
    /// An empty line.
    case blank
    /// An explanation, without the `#` and the blank behind it.
    case prose([UInt8])
    /// A message to the daemon.
    case sent([UInt8])
    /// Bytes to the daemon that have no framing but their own.
    case stream([StreamPiece])
    /// A message that the daemon answers with.
    case expected([UInt8])
    /// The statement that the daemon answers nothing.
    case nothing
  }

  /// The lines in their order.
  public var lines: [Line]

  /// A transcript of the given lines.
  public init(lines: [Line]) {
    self.lines = lines
  }

  /// Reads a transcript from the bytes of its file.
  ///
  /// - Parameter bytes: The file's content, with lines that end in a newline.
  /// - Throws: ``TranscriptError`` for a line that is none of the known kinds, or stands where it cannot.
  public init(parsing bytes: [UInt8]) throws(TranscriptError) {
    var reader = LineReader()
    var texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if texts.last?.isEmpty == true { texts.removeLast() }
    for text in texts { try reader.read(text) }
    lines = reader.lines
  }

  /// The transcript as the bytes of a file.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      switch line {
      case .blank: break
      case .prose(let text): bytes += Array((text.isEmpty ? "#" : "# ").utf8) + text
      case .sent(let message): bytes += Array("--> ".utf8) + message
      case .stream(let pieces): bytes += Array("==> ".utf8) + StreamPiece.text(of: pieces)
      case .expected(let message): bytes += Array("<-- ".utf8) + message
      case .nothing: bytes += Array("<-- nothing".utf8)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
