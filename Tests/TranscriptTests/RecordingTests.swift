import Testing
import Transcripts

/// What a recording says beside its messages, and how bytes stand in it.
@Suite struct RecordingTests {
  private let text = """
    # recording: diffabled 0.1.0
    # arguments: --framing lsp --max-data-sources 4
    # framing: lsp
    --> {"id":1}
    <-- {"id":1,"result":{}}
    ==> Content-Length: %{3}
    # ended: end of input inside a message, exit code 1

    """

  @Test func `a recording says how to run it again`() throws {
    let recording = try #require(try Recording(parsing: Array(text.utf8)))
    #expect(recording.daemon == "diffabled 0.1.0")
    #expect(recording.arguments == ["--framing", "lsp", "--max-data-sources", "4"])
    #expect(recording.framing == "lsp")
    #expect(!recording.isRedacted)
    #expect(
      recording.ending == Recording.Ending(reason: "end of input inside a message", exitCode: 1)
    )
    #expect(recording.transcript.exchanges.count == 2)
  }

  @Test func `every beginning of a recording can be read, without its last, torn line`() throws {
    let bytes = Array(text.utf8)
    let whole = try #require(try Recording(parsing: bytes)).transcript.lines
    for length in 0..<bytes.count {
      let newlines = bytes[..<length].count { $0 == UInt8(ascii: "\n") }
      let recording = try Recording(parsing: Array(bytes[..<length]))
      #expect((recording == nil) == (newlines == 0))
      guard let recording else { continue }
      #expect(recording.transcript.lines == Array(whole[..<newlines]))
      #expect(recording.ending == nil)
    }
  }

  @Test func `a transcript that nobody recorded is no recording`() throws {
    #expect(try Recording(parsing: Array("# prose: yes\n--> {}\n".utf8)) == nil)
    #expect(try Recording(parsing: []) == nil)
  }

  @Test(arguments: [
    "exit, exit code 0", "signal 15, exit code 143", "output closed, exit code -1",
  ])
  func `an ending is written as it was read`(text: String) throws {
    let note = Array("# recording: d\n# ended: \(text)\n".utf8)
    #expect(try Recording(parsing: note)?.ending?.description == text)
  }

  // MARK: Bytes of the stream

  @Test(arguments: [
    ([StreamPiece.bytes(Array("a\r\n%b".utf8))], "a%0D%0A%25b"),
    ([.bytes([0x00, 0x7F, 0xFF, 0x41])], "%00%7F%FFA"),
    ([.bytes(Array("é…".utf8)), .filler(count: 12), .bytes([0x20])], "é…%{12}%20"),
    ([.bytes(Array("  a ".utf8))], "  a%20"),
    ([], ""),
  ])
  func `bytes are written as text and read again`(pieces: [StreamPiece], text: String) {
    #expect(String(decoding: StreamPiece.text(of: pieces), as: UTF8.self) == text)
    #expect(StreamPiece.pieces(of: Array(text.utf8)) == pieces)
  }

  @Test func `a filler longer than any that is read is written in parts`() {
    let text = StreamPiece.text(of: [.filler(count: (1 << 40) + 58)])
    #expect(String(decoding: text, as: UTF8.self) == "%{1099511627776}%{58}")
    #expect(StreamPiece.text(of: [.filler(count: 0)]) == Array("%{0}".utf8))
  }

  @Test func `all bytes can be written and read again`() throws {
    let bytes = (0...255).map { UInt8($0) } + (0...255).reversed().map { UInt8($0) }
    let transcript = Transcript(lines: [.stream([.bytes(bytes)]), .nothing])
    #expect(try Transcript(parsing: transcript.bytes) == transcript)
    #expect(String(validating: transcript.bytes, as: UTF8.self) != nil)
  }

  @Test(arguments: [
    "%", "%4", "%4x", "a%{", "%{x}", "%{-1}", "%{1099511627777}", "%{99999999999999999999}", "%{1",
  ])
  func `a percent sign that means nothing is refused`(text: String) {
    #expect(StreamPiece.pieces(of: Array(text.utf8)) == nil)
    #expect(throws: TranscriptError(line: 1, reason: .invalidEscape)) {
      try Transcript(parsing: Array("==> \(text)\n".utf8))
    }
  }

  @Test(arguments: [("{}", true), ("é", true), ("a\tb", false), ("a\nb", false), ("\u{7F}", false)])
  func `a message with control characters is not written as it is`(text: String, isPlain: Bool) {
    #expect(Recording.isPlain(Array(text.utf8)[...]) == isPlain)
    #expect(!Recording.isPlain([0x22, 0xFF, 0x22]))
  }
}
