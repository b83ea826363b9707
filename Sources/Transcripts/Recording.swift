/// A transcript that a daemon has written of a session while it ran.
///
/// It begins with what is needed to run it again, and ends with how the session ended:
///
///     # recording: diffabled 0.1.0
///     # arguments: --max-data-sources 4
///     # framing: lsp
///     --> …
///     <-- …
///     # ended: exit, exit code 0
///
/// Messages stand in the order in which they were read and sent. An answer need not follow the
/// message that it answers, since a client may send the next one before.
public struct Recording: Sendable {
  /// The messages.
  public var transcript: Transcript
  /// The daemon that wrote it, such as `diffabled 0.1.0`.
  public private(set) var daemon: String
  /// The flags that change what is answered, as they were given.
  public private(set) var arguments: [String] = []
  /// The framing of the stream, nil when nothing had come that tells it.
  public private(set) var framing: String?
  /// Whether placeholders stand for what the messages held.
  public private(set) var isRedacted = false
  /// Why the daemon ended and its exit code; nil when it had no time to say so.
  public private(set) var ending: Ending?

  /// How a session ended.
  public struct Ending: Equatable, Sendable {
    /// Why, in a few words.
    public var reason: String
    /// The exit code.
    public var exitCode: Int32

    /// An ending.
    public init(reason: String, exitCode: Int32) {
      self.reason = reason
      self.exitCode = exitCode
    }
  }

  /// Reads a recording, nil when it is a transcript that no daemon has recorded.
  ///
  /// What was being written when the daemon was killed is left out.
  ///
  /// - Parameter bytes: The content of the file.
  /// - Throws: ``TranscriptError`` for a line that has no place in a transcript.
  public init?(parsing bytes: [UInt8]) throws(TranscriptError) {
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    transcript = try Transcript(parsing: Array(bytes[..<end]))
    let notes = Recording.notes(in: transcript)
    guard let daemon = notes["recording"] else { return nil }
    self.daemon = daemon
    arguments = notes["arguments"]?.split(separator: " ").map(String.init) ?? []
    framing = notes["framing"]
    isRedacted = notes["redacted"] != nil
    ending = notes["ended"].flatMap(Ending.init)
  }

  private static func notes(in transcript: Transcript) -> [String: String] {
    var notes: [String: String] = [:]
    for case .prose(let text) in transcript.lines {
      let parts = String(decoding: text, as: UTF8.self)
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      notes[String(parts[0])] = String(parts[1].drop { $0 == " " })
    }
    return notes
  }
}

// MARK: - Writing

extension Recording {
  /// The bytes of a note, which is a comment to whoever reads a transcript.
  ///
  /// - Parameters:
  ///   - name: What it is about.
  ///   - value: What it says.
  /// - Returns: One line.
  public static func note(_ name: StaticString, _ value: String) -> [UInt8] {
    Transcript(lines: [.prose(Array("\(name): \(value)".utf8))]).bytes
  }

  /// Whether a message can stand behind `-->` and be read again as it is.
  ///
  /// - Parameter message: The message without framing.
  /// - Returns: False when it has control characters or is no UTF-8.
  public static func isPlain(_ message: ArraySlice<UInt8>) -> Bool {
    !message.contains(where: \.isControl) && (try? UTF8Span(validating: message.span)) != nil
  }
}

extension Recording.Ending {
  /// Reads what ``description`` wrote.
  init?(_ text: String) {
    let mark = ", exit code "
    let marked = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let last = marked.last, ("," + last).hasPrefix(mark),
      let code = Int32(("," + last).dropFirst(mark.count))
    else { return nil }
    self.init(reason: marked.dropLast().joined(separator: ","), exitCode: code)
  }

  /// The ending as its note says it.
  public var description: String { "\(reason), exit code \(exitCode)" }
}
