import DiffableServer
import Framing
import JSONRPC
import Transcripts

/// A daemon in this process that is sent what a transcript says.
///
/// It never merges, since whatever it answers is taken at once.
final class ReplaySession {
  private let server: Server
  private let format: FrameFormat
  private var decoder: FrameDecoder
  private var endedInsideMessage = false

  /// Asked for each message which of its requests are cancelled before their turn.
  var cancelled: (MessageSummary) -> Set<RequestID> = { _ in [] }

  /// Told of each answer at once.
  var answered: ([UInt8]) -> Void = { _ in }

  /// A session with the framing and the limits of a recording, or the usual ones.
  init(_ recording: Recording?, path: String) throws(Files.Failure) {
    var options: Options
    do {
      options = try Options(arguments: recording?.arguments ?? [])
    } catch {
      throw .invalid(path: path, reason: "its arguments: \(error)")
    }
    // A message of a transcript is delivered whatever it is; in lines an empty one would not be.
    format = recording?.framing.flatMap(FrameFormat.init) ?? .lsp
    options.framing = format
    server = Server(limits: options.limits)
    decoder = FrameDecoder(options)
  }

  /// Everything that is answered to what an exchange sends.
  func answers(to exchange: Transcript.Exchange) -> [[UInt8]] {
    guard let stream = exchange.stream else { return answers(to: exchange.sent) }
    return stream.flatMap(answers)
  }

  /// Everything that is answered to a message.
  func answers(to message: [UInt8]) -> [[UInt8]] {
    var bytes: [UInt8] = []
    FrameEncoder.append(message, in: format, to: &bytes)
    decoder.append(bytes)
    return answers()
  }

  /// Everything that is answered at the end of input.
  func finish() -> [[UInt8]] {
    decoder.finish()
    return answers()
  }

  /// The code to exit with, once the input has ended or `exit` came.
  var exitCode: Int32 {
    server.exitCode ?? (endedInsideMessage || decoder.endedInsideMessage ? 1 : 0)
  }

  private func answers(to piece: StreamPiece) -> [[UInt8]] {
    switch piece {
    case .bytes(let bytes):
      decoder.append(bytes)
      return answers()
    case .filler(var count):
      // It may be far more than fits into memory.
      let block = [UInt8](repeating: StreamPiece.fillerByte, count: min(count, 1 << 16))
      var answers: [[UInt8]] = []
      while count > 0 {
        decoder.append(block.prefix(count))
        answers += self.answers()
        count -= min(count, block.count)
      }
      return answers
    }
  }

  private func answers() -> [[UInt8]] {
    var answers: [[UInt8]] = []
    while server.exitCode == nil, let event = decoder.next() {
      handle(event)
      while let answer = server.nextMessage() {
        answers.append(Array(answer))
        answered(answers[answers.count - 1])
      }
    }
    return answers
  }

  private func handle(_ event: FrameEvent) {
    switch event {
    case .message(let message):
      server.receive(message, cancelling: cancelled(server.summary(of: message)))
    case .unterminatedMessage(let message):
      if !server.receiveUnterminated(message) { endedInsideMessage = true }
    case .malformedHeader(let error): server.refuse(.malformedHeader(error.description))
    case .oversizedMessage(let length): server.refuse(.oversizedMessage(length: length))
    }
  }
}
