import Framing
import Testing

@Suite struct EncoderTests {
  private func encoded(_ messages: [String], in format: FrameFormat) -> String {
    var output: [UInt8] = []
    for message in messages { FrameEncoder.append(message.utf8, in: format, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `a line ends with a newline`() {
    #expect(encoded(["{}", "[1]"], in: .lines) == "{}\n[1]\n")
  }

  @Test func `a header counts bytes and is written strictly`() {
    #expect(
      encoded(["{}", "\"ä\""], in: .lsp) == """
        Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n\"ä\"
        """
    )
  }

  @Test func `what is encoded is decoded`() {
    for format in FrameFormat.allCases {
      check(encoded(["{}", "{\"a\":[1]}", "{}"], in: format), ["{}", "{\"a\":[1]}", "{}"])
    }
  }
}
