import Framing
import Testing

@Suite struct LinesTests {
  @Test func `each line is a message, whichever newline ends it`() {
    check("{\"a\":1}\n[2]\r\n{}\n", ["{\"a\":1}", "[2]", "{}"])
  }

  @Test func `empty lines and lines of blanks are skipped`() {
    check("\n\r\n  \n{}\n\n \t\r\n[]\n\n", ["{}", "[]"])
  }

  @Test func `blanks around a message remain`() {
    check("{}\n  {} \r\n", ["{}", "  {} "])
  }

  @Test func `only the carriage return of the newline is taken off`() {
    check("{}\r\r\n", ["{}\r"])
  }

  @Test func `a byte order mark is skipped at the start alone`() {
    check([0xEF, 0xBB, 0xBF] + "{}\n\u{FEFF}{}\n".utf8, ["{}", "\u{FEFF}{}"])
  }

  @Test func `a stream that only begins like a byte order mark is a line`() {
    check([0xEF, 0xBB, 0x0A], format: .lines, ["\u{FFFD}"])
    check([0xEF], format: .lines, ["unterminated: \u{FFFD}"])
  }

  @Test func `the end of input ends the last line`() {
    check("{}\n{\"a\"", ["{}", "unterminated: {\"a\""])
    check("{}\r", ["unterminated: {}"])
  }

  @Test func `nothing but blanks at the end of input is no message`() {
    check("{}\n \t", ["{}"])
    check("", [])
    check(" \r\n", [])
  }

  @Test func `a header is an ordinary line when lines are forced`() {
    check("Content-Length: 2\n{}\n", format: .lines, ["Content-Length: 2", "{}"])
  }

  @Test func `a line over the limit is skipped and counted`() {
    let limits = FrameLimits(maxMessageBytes: 4)
    check(
      "[12]\n[123]\n[12]\r\n[123]\r\n[1234567]\n{}\n",
      limits: limits,
      [
        "[12]", "oversized: 5", "[12]", "oversized: 5", "oversized: 9", "{}",
      ]
    )
  }

  @Test func `the carriage return of a line over the limit is not counted, but others are`() {
    let limits = FrameLimits(maxMessageBytes: 4)
    check("[12345]\r\n\r\r[123]\r\r\n", limits: limits, ["oversized: 7", "oversized: 8"])
    check("[12345]\r", limits: limits, ["oversized: 7"])
  }

  @Test func `a last line over the limit is refused without a newline too`() {
    let limits = FrameLimits(maxMessageBytes: 4)
    check("[123]", limits: limits, ["oversized: 5"])
    check("[123456]", limits: limits, ["oversized: 8"])
    check("[12]\r", limits: limits, ["unterminated: [12]"])
  }

  @Test func `the first brace or bracket means lines`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    decoder.append(Array(" \n".utf8))
    #expect(decoder.next() == nil && decoder.format == nil)
    decoder.append(Array("{".utf8))
    #expect(decoder.next() == nil && decoder.format == .lines)
  }
}
