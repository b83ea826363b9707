import Framing
import Testing

@Suite struct MalformedHeadersTests {
  private let next = "Content-Length: 2\r\n\r\n{}"

  @Test func `each bad length is named, and the next header counts`() {
    for (value, error) in [
      ("abc", "malformed: Content-Length \"abc\" is not a number of bytes"),
      ("", "malformed: Content-Length \"\" is not a number of bytes"),
      ("+2", "malformed: Content-Length \"+2\" is not a number of bytes"),
      ("2.0", "malformed: Content-Length \"2.0\" is not a number of bytes"),
      ("2, 2", "malformed: Content-Length \"2, 2\" is not a number of bytes"),
      ("-5", "malformed: Content-Length \"-5\" is negative"),
      ("1099511627777", "malformed: Content-Length \"1099511627777\" is over 1099511627776"),
      (
        "99999999999999999999999999",
        "malformed: Content-Length \"99999999999999999999999999\" is over 1099511627776"
      ),
    ] {
      for junk in ["", "{\"glued\":1}", "{}\r\n", "a\r\n\r\nb"] {
        check("Content-Length: \(value)\r\n\r\n\(junk)\(next)\(next)", [error, "{}", "{}"])
      }
    }
  }

  @Test func `a block without a length is named, and a glued header found`() {
    let error = "malformed: the header block has no Content-Length"
    check("Content-Type: x\r\n\r\n{}" + next, format: .lsp, [error, "{}"])
    check("Content-Length: 3\r\n\r\n{\"a\":1}" + next + next, ["{\"a", error, "{}", "{}"])
    check("Content-Length\r\n\r\n" + next, format: .lsp, [error, "{}"])
  }

  @Test func `the next header is found in any case and with blanks before the colon`() {
    let error = "malformed: the header block has no Content-Length"
    for header in ["cONTENT-lENGTH", "content-length \t ", "cContent-Length", "conContent-Length"] {
      check("x\n\n{}" + header + ":2\n\n{}", format: .lsp, [error, "{}"])
    }
  }

  @Test func `a name without a colon does not end the search`() {
    check(
      "x\n\nContent-Length is 5. Content-Length\r: Content\rLength:1\n\n" + next,
      format: .lsp,
      [
        "malformed: the header block has no Content-Length", "{}",
      ]
    )
  }

  @Test func `two lengths that differ are refused together`() {
    check(
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + next,
      [
        "malformed: Content-Length \"3\" differs from the one before it", "{}",
      ]
    )
    check(
      "Content-Length: 2\r\n Content-Length: 3\r\n\r\n{}" + next,
      [
        "malformed: Content-Length \"3\" differs from the one before it", "{}",
      ]
    )
  }

  @Test func `a broken block is told once, however much of it is broken`() {
    check(
      "Content-Length: a\nContent-Length: b\nContent-Length: 1\nContent-Length: c\n\n" + next,
      [
        "malformed: Content-Length \"a\" is not a number of bytes", "{}",
      ]
    )
    check(
      "Content-Length: a\n\nContent-Length: b\n\n" + next,
      [
        "malformed: Content-Length \"a\" is not a number of bytes",
        "malformed: Content-Length \"b\" is not a number of bytes", "{}",
      ]
    )
  }

  @Test func `a good header in the same block as a bad one is the next header`() {
    check(
      "Content-Length: a\r\n" + next,
      [
        "malformed: Content-Length \"a\" is not a number of bytes", "{}",
      ]
    )
  }

  @Test func `a block may be as long as the limit and no longer`() {
    let header = "Content-Length: 2\nX: 1234\n\n"
    let length = header.utf8.count
    check(header + "{}", limits: FrameLimits(maxHeaderBytes: length), ["{}"])
    check(
      header + "{}" + next,
      limits: FrameLimits(maxHeaderBytes: length - 1),
      [
        "malformed: the header block is longer than \(length - 1) bytes", "{}",
      ]
    )
  }

  @Test func `a block of exactly the limit may still have ended with more bytes`() {
    check(
      "Content-Length: 2\n",
      limits: FrameLimits(maxHeaderBytes: 18),
      [
        "ended inside a message"
      ]
    )
    check(
      "Content-Length: 2\n",
      limits: FrameLimits(maxHeaderBytes: 17),
      [
        "malformed: the header block is longer than 17 bytes"
      ]
    )
  }

  @Test func `a block that never ends is told once for each limit that it fills`() {
    let limits = FrameLimits(maxHeaderBytes: 64)
    let error = "malformed: the header block is longer than 64 bytes"
    let long = String(repeating: "x", count: 300)
    check(long + next, format: .lsp, limits: limits, [error, "{}"])
    check("Content-Length: 7" + long + next, limits: limits, [error, "{}"])
    check("Content-Length: 7\n" + long + next, limits: limits, [error, "{}"])
    check(
      String(repeating: "x\n", count: 100) + next,
      format: .lsp,
      limits: limits,
      [error, "{}"]
    )
    check(
      "Content-Length: 7\n" + String(repeating: "x", count: 40) + next,
      limits: limits,
      [
        error, "{}",
      ]
    )
  }

  @Test func `a header that the limit cuts in two is found`() {
    for length in 30..<64 {
      check(
        String(repeating: "x", count: length) + "\n" + next,
        format: .lsp,
        limits: FrameLimits(maxHeaderBytes: 40),
        length < 40 - 22 ? ["{}"] : ["malformed: the header block is longer than 40 bytes", "{}"]
      )
    }
  }

  @Test func `a name followed by more blanks than a block may have is skipped`() {
    let blanks = String(repeating: " ", count: 80)
    check(
      "x\n\nContent-Length\(blanks): 5\n\n" + next,
      format: .lsp,
      limits: FrameLimits(maxHeaderBytes: 64),
      [
        "malformed: the header block has no Content-Length", "{}",
      ]
    )
  }

  @Test func `limits too small for any header still make progress`() {
    for limit in [0, 1, 5] {
      let said = events(
        of: [Array((next + next).utf8)[...]],
        format: .lsp,
        limits: FrameLimits(maxHeaderBytes: limit)
      )
      #expect(said.first == "malformed: the header block is longer than \(limit) bytes")
    }
  }
}
