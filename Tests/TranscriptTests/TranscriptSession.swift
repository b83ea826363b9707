import DiffableServer
import Framing
import Transcripts

/// A server in this process that is sent what a transcript says, through the framing.
final class TranscriptSession {
  let server = Session(limits: Limits())
  private var decoder = FrameDecoder(limits: FrameLimits())

  /// Everything that is answered to what an exchange sends.
  func answers(to exchange: Transcript.Exchange) -> [[UInt8]] {
    // In lines a message of no bytes would not be delivered.
    decoder.append(exchange.bytes(in: .lsp))
    var answers: [[UInt8]] = []
    while let event = decoder.next() {
      server.receive(event.input)
      while let answer = server.nextMessage() { answers.append(Array(answer)) }
    }
    return answers
  }
}
