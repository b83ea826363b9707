import Testing
import Transcripts

@Suite struct TranscriptTests {
  private let text = """
    # A list.
    #
    --> {"id":1}
    # It answers twice.
    <-- {"method":"m"}
    <-- {"id":1,"result":"…"}

    --> no JSON
    <-- nothing

    """

  @Test func `a transcript is written as it was read`() throws {
    let transcript = try Transcript(parsing: Array(text.utf8))
    #expect(String(decoding: transcript.bytes, as: UTF8.self) == text)
  }

  @Test func `lines are told apart`() throws {
    let transcript = try Transcript(parsing: Array("# p\r\n\n--> {\n<-- nothing".utf8))
    #expect(
      transcript.lines == [.prose(Array("p".utf8)), .blank, .sent(Array("{".utf8)), .nothing]
    )
  }

  @Test func `written again, a line with several returns is the same`() throws {
    let transcript = try Transcript(parsing: Array("# p\r\r\n\r\r\n--> {\r\r\n".utf8))
    #expect(
      transcript.lines == [.prose(Array("p".utf8)), .blank, .sent(Array("{".utf8))]
    )
    #expect(try Transcript(parsing: transcript.bytes) == transcript)
  }

  @Test func `answers belong to the message before them`() throws {
    let exchanges = try Transcript(parsing: Array(text.utf8)).exchanges
    #expect(exchanges.map(\.line) == [3, 8])
    #expect(exchanges.map(\.expected.count) == [2, 0])
    #expect(exchanges[1].sent == Array("no JSON".utf8))
  }

  @Test(arguments: [
    ("hello", 1, TranscriptError.Reason.unknownLine),
    ("<-- {}", 1, .misplacedExpectation),
    ("--> {}\n<-- nothing\n<-- {}", 3, .misplacedExpectation),
    ("--> {}\n<-- {}\n<-- nothing", 3, .misplacedExpectation),
  ])
  func `a line that cannot stand there is named`(
    text: String,
    line: Int,
    reason: TranscriptError.Reason
  ) {
    #expect(throws: TranscriptError(line: line, reason: reason)) {
      try Transcript(parsing: Array(text.utf8))
    }
  }

  @Test func `an expectation has to be JSON`() {
    #expect { try Transcript(parsing: Array("--> {}\n\n<-- {]".utf8)) } throws: { error in
      (error as? TranscriptError)?.line == 3
    }
  }

  @Test func `expectations that hold are kept and others are replaced`() throws {
    let transcript = try Transcript(parsing: Array(text.utf8))
    let kept = transcript.expecting([
      [Array(#"{"method":"m"}"#.utf8), Array(#"{"result":7,"id":1.0}"#.utf8)], [],
    ])
    #expect(kept == transcript)

    let replaced = transcript.expecting([
      [Array(#"{"method":"m"}"#.utf8)], [Array(#"{"id":null}"#.utf8)],
    ])
    #expect(
      String(decoding: replaced.bytes, as: UTF8.self) == """
        # A list.
        #
        --> {"id":1}
        <-- {"method":"m"}
        # It answers twice.

        --> no JSON
        <-- {"id":null}

        """
    )
  }

  @Test func `a message without expectations gets them`() throws {
    let transcript = try Transcript(parsing: Array("--> {}\n--> {}\n# end".utf8))
    let filled = transcript.expecting([[], [Array("{}".utf8)]])
    #expect(
      String(decoding: filled.bytes, as: UTF8.self)
        == "--> {}\n<-- nothing\n--> {}\n<-- {}\n# end\n"
    )
  }
}
