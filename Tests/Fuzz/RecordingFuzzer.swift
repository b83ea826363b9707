import JSON
import Transcripts

/// Transcripts and recordings, read, written and redacted, made of any bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let input = FuzzInput(start, count) else { return 0 }
  let trial = RecordingTrial(text: Array(input.stream), maxNestingDepth: 4 + Int(input.choice % 32))
  trial.checkPieces()
  trial.checkRecording()
  if let transcript = trial.transcript {
    trial.checkWriting(of: transcript)
    trial.checkRedaction(of: transcript)
  }
  return 0
}

private struct RecordingTrial {
  let text: [UInt8]
  let maxNestingDepth: Int
  /// Nil when the text is none.
  let transcript: Transcript?

  init(text: [UInt8], maxNestingDepth: Int) {
    self.text = text
    self.maxNestingDepth = maxNestingDepth
    do throws(TranscriptError) {
      transcript = try Transcript(parsing: text)
    } catch {
      transcript = nil
      let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      check((1...lines.count).contains(error.line), "\(error) is in no line")
      check(!error.description.unicodeScalars.contains { $0.value < 0x20 }, "\(error)")
    }
  }

  /// What is written is read as what it was.
  func checkWriting(of transcript: Transcript) {
    let written = transcript.bytes
    let again = try? Transcript(parsing: written)
    check(again == transcript, "written it is another one")
    check(again?.bytes == written, "written twice it is another text")
    let exchanges = transcript.exchanges
    let expecting = transcript.expecting(exchanges.map(\.expected))
    check(expecting.exchanges.map(\.expected) == exchanges.map(\.expected), "what holds")
  }

  func checkPieces() {
    guard let pieces = StreamPiece.pieces(of: text) else { return }
    let written = StreamPiece.text(of: pieces)
    check(StreamPiece.pieces(of: written) == pieces, "pieces, written, are other ones")
    check(!written.contains { $0 < 0x20 || $0 == 0x7F }, "what steers a terminal")
    check((try? UTF8Span(validating: written.span)) != nil, "pieces are no text")
  }

  func checkRecording() {
    guard let recording = try? Recording(parsing: text) else { return }
    // What stands behind the last newline was being written when the daemon ended.
    let lines = recording.transcript.lines
    check(transcript?.lines.starts(with: lines) ?? true, "a recording of another transcript")
  }
}

// MARK: - Redacting

extension RecordingTrial {
  private static let secret = "SECRET"

  func checkRedaction(of transcript: Transcript) {
    var redactor = Redactor(maxNestingDepth: maxNestingDepth, maxBatchMessages: 100)
    var other = Redactor(maxNestingDepth: maxNestingDepth, maxBatchMessages: 100)
    for exchange in transcript.exchanges {
      for (index, message) in ([exchange.sent] + exchange.expected).enumerated() {
        let direction: Redactor.Direction = index == 0 ? .toDaemon : .fromDaemon
        let redacted = redactor.redacted(message[...], direction)
        check(redacted == other.redacted(message[...], direction), "another time, another text")
        let depth = direction == .toDaemon ? maxNestingDepth : Int.max
        guard let before = try? JSONDocument(parsing: message, maxNestingDepth: depth) else {
          check(redacted.count == message.count, "what is no JSON has another length")
          let after = try? JSONDocument(parsing: redacted, maxNestingDepth: depth)
          check(after == nil, "it was no JSON")
          continue
        }
        guard let after = try? JSONDocument(parsing: redacted, maxNestingDepth: .max) else {
          fatalError("redacted it is no JSON")
        }
        guard direction == .toDaemon else { continue }
        check(hasForm(of: before.root, after.root), "redacted it has another form")
        let again = redactor.redacted(message[...], direction)
        check(again == redacted, "what is equal has other placeholders")
        check(other.redacted(message[...], direction) == redacted, "the same in another redactor")
        check(keeps(before.root, "") || !mentions(after.root), "a secret is told")
      }
    }
  }

  /// Whether two values have the same kinds, names and lengths, apart from what is left out.
  private func hasForm(of one: JSONView, _ other: JSONView) -> Bool {
    guard one.kind == other.kind else { return other.string == "…" }
    switch one.kind {
    case .bool, .null: return one.isEqual(to: other)
    case .number, .string: return true
    case .array:
      let elements = (Array(one.elements), Array(other.elements))
      guard elements.0.count == elements.1.count else { return elements.1.isEmpty }
      return zip(elements.0, elements.1).allSatisfy(hasForm)
    case .object:
      let members = (Array(one.members), Array(other.members))
      guard members.0.count == members.1.count else { return false }
      return zip(members.0, members.1).allSatisfy {
        $0.name.string == $1.name.string && hasForm(of: $0.value, $1.value)
      }
    }
  }

  /// Whether the secret stands where it may: as a name, a method or a pointer.
  private func keeps(_ view: JSONView, _ name: String) -> Bool {
    switch view.kind {
    case .array: view.elements.contains { keeps($0, name) }
    case .object:
      view.members.contains {
        isSecret($0.name) || keeps($0.value, $0.name.string ?? "")
      }
    case .string: isSecret(view) && (name == "method" || view.string?.first == "/")
    case .bool, .null, .number: false
    }
  }

  private func mentions(_ view: JSONView) -> Bool {
    switch view.kind {
    case .array: view.elements.contains(where: mentions)
    case .object: view.members.contains { isSecret($0.name) || mentions($0.value) }
    case .string: isSecret(view)
    case .bool, .null, .number: false
    }
  }

  private func isSecret(_ view: JSONView) -> Bool {
    view.string?.contains(Self.secret) == true
  }
}
