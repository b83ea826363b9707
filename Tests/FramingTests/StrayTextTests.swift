import Framing
import Testing

/// Text before the first message, where no framing is taken for granted.
@Suite struct StrayTextTests {
  private let frame = "Content-Length: 2\r\n\r\n{}"

  @Test func `text before a line or a frame is told, and the message is read`() {
    for text in ["Welcome to bash", "$", "42", "\"hello\"", "}", "\u{0}\u{7F}", "é: 1"] {
      for blanks in ["\n", "\r\n", "\n\n \t\r\n"] {
        check(text + blanks + "{}\n[1]\n", ["stray: \(text)", "{}", "[1]"])
        check(text + blanks + frame + frame, ["stray: \(text)", "{}", "{}"])
      }
    }
  }

  @Test func `of several lines the first is told, without blanks around it`() {
    check("\u{FEFF} \n  Welcome \t\r\nto\n\nbash\n  {}\n", ["stray: Welcome", "{}"])
    check("Welcome\nContent-Length is 2\n" + frame, ["stray: Welcome", "{}"])
  }

  @Test func `lines that name a value right before a length are headers`() {
    check("X-A: 1\r\nContent-Type: x\r\n" + frame, ["{}"])
    check("Hello\r\nX-A: 1\r\n" + frame, ["stray: Hello", "{}"])
    check("X-A: 1\r\n\r\n" + frame, ["stray: X-A: 1", "{}"])
    check("X-A: 1\nhello\nX-B : 2\n" + frame, ["stray: X-A: 1", "{}"])
    check("a name: 1\n" + frame, ["stray: a name: 1", "{}"])
    check("X-A: 1\n[1]\n", ["stray: X-A: 1", "[1]"])
  }

  @Test func `a broken header is told as ever behind the text`() {
    let error = "malformed: Content-Length \"x\" is not a number of bytes"
    check("Hello\nContent-Length: x\n\n" + frame, ["stray: Hello", error, "{}"])
  }

  @Test func `past the limit the framing is lines, from the next line on`() {
    let limits = FrameLimits(maxHeaderBytes: 40)
    for length in [40, 41, 200] {
      let text = String(repeating: "x", count: length)
      let told = "stray: " + text.prefix(41)
      check(text + "\n{}\n", limits: limits, [told, "{}"])
      check(text + "\nContent-Length: 2\n[]\n", limits: limits, [told, "Content-Length: 2", "[]"])
      check(text, limits: limits, [told, "ended inside a message"])
      check(text + "\n \n", limits: limits, [told, "ended inside a message"])
    }
    check(String(repeating: "x: 1\n", count: 8) + "[]\n", limits: limits, ["stray: x: 1", "[]"])
    check(String(repeating: "x\n", count: 22), limits: limits, ["stray: x", "x"])
  }

  @Test func `up to the limit either framing is found`() {
    let limits = FrameLimits(maxHeaderBytes: 40)
    check(
      String(repeating: "x", count: 39) + "\n{}\n",
      limits: limits,
      [
        "stray: " + String(repeating: "x", count: 39), "{}",
      ]
    )
    // In lines the body is two messages.
    let frame = "Content-Length: 4\r\n\r\n[\n1]"
    for length in 1..<60 {
      let text = String(repeating: "x", count: length)
      // The colon is the fifteenth byte of the header; what crosses the limit is skipped.
      let rest =
        switch length + 1 {
        case ...26: ["[\n1]"]
        case ...40: ["[", "unterminated: 1]"]
        default: ["Content-Length: 4", "[", "unterminated: 1]"]
        }
      check(text + "\n" + frame, limits: limits, ["stray: " + text.prefix(41)] + rest)
    }
  }

  @Test func `the end of input tells the text`() {
    for text in ["hello", "Content-Leng", "X-A: 1", "\u{FFFD}"] {
      check(text, ["stray: \(text)", "ended inside a message"])
      check(text + "\n", ["stray: \(text)", "ended inside a message"])
    }
    check("Content-Length:", ["ended inside a message"])
  }

  @Test func `nothing is told before the framing is settled`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    decoder.append(Array("Welcome to bash\n\nX-A: 1\n".utf8))
    #expect(decoder.next() == nil && decoder.format == nil)
    decoder.append(Array("{".utf8))
    #expect(decoder.next().map(describe) == "stray: Welcome to bash")
    #expect(decoder.next() == nil && decoder.format == .lines)
  }

  @Test func `text without an end is not held`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    let chunk = [UInt8](repeating: 0x78, count: 4096)
    for _ in 0..<10_000 {
      decoder.append(chunk)
      while decoder.next() != nil {}
      #expect(decoder.bufferedBytes <= 8192)
    }
    #expect(decoder.scannedBytes <= 2 * 10_000 * chunk.count)
  }

  @Test func `where a framing is taken for granted no text is stray`() {
    check("hello\n{}\n", format: .lines, ["hello", "{}"])
    check(
      "hello\n\n" + frame,
      format: .lsp,
      ["malformed: the header block has no Content-Length", "{}"]
    )
  }
}
