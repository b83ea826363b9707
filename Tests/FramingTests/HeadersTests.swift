import Framing
import Testing

@Suite struct HeadersTests {
  @Test func `a body has as many bytes as its header says`() {
    check("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n\"ä\"", ["{}", "\"ä\""])
  }

  @Test func `headers are forgiving in case, blanks, newlines and neighbours`() {
    for header in [
      "content-length:2\n\n", "CONTENT-LENGTH \t:\t 2 \r\n\r\n", " Content-Length: 02\r\n\r\n",
      "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n",
      "X-Any: \u{7F}\nX-Content-Length: 9\nno header at all\ncontent-Length: 2\n\r\n",
      "Content-Length: 2\r\ncontent-length: 2\r\n\r\n",
    ] {
      check("Content-Length: 1\r\n\r\n1" + header + "{}" + header + "[]", ["1", "{}", "[]"])
    }
  }

  @Test func `blank lines between messages are skipped`() {
    check(
      "\u{FEFF}\r\n\nContent-Length: 2\r\n\r\n{}\r\n\n \nContent-Length: 2\r\n\r\n[]\n",
      [
        "{}", "[]",
      ]
    )
  }

  @Test func `a body may contain anything`() {
    let body = "Content-Length: 1\r\n\r\n\n\0"
    check("Content-Length: \(body.utf8.count)\r\n\r\n\(body)Content-Length: 1\n\n1", [body, "1"])
  }

  @Test func `a length of zero is a message of no bytes`() {
    check("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", ["", "{}"])
  }

  @Test func `a body over the limit is told at once and skipped by count`() {
    let limits = FrameLimits(maxMessageBytes: 4)
    check(
      "Content-Length: 4\n\n[12]Content-Length: 5\n\n[123]Content-Length: 2\n\n{}",
      limits: limits,
      ["[12]", "oversized: 5", "{}"]
    )
    check(
      "Content-Length: 1099511627776\n\n[123]",
      limits: limits,
      [
        "oversized: 1099511627776", "ended inside a message",
      ]
    )
  }

  @Test func `the end of input inside a header or a body is told`() {
    for rest in ["C", "Content-Length: 2", "Content-Length: 2\r\n", "Content-Length: 2\r\n\r\n{"] {
      check("Content-Length: 2\r\n\r\n{}" + rest, ["{}", "ended inside a message"])
    }
    check("Content-Length: 2\r\n\r\n{}\r\n", ["{}"])
  }

  @Test func `a first length means headers, and forcing them needs none`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    decoder.append(Array("content-Length".utf8))
    #expect(decoder.next() == nil && decoder.format == nil)
    decoder.append(Array(" :".utf8))
    #expect(decoder.next() == nil && decoder.format == .lsp)
    check("{}\nContent-Length: 2\n\n[]", format: .lsp, ["[]"])
  }
}
