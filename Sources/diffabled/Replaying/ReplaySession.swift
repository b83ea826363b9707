import DiffableServer
import Framing
import JSONRPC
import Transcripts

/// A daemon in this process that is sent what a transcript says.
///
/// It merges as little as for a quick reader, since whatever it answers is taken at once, at each of
/// its looks.
final class ReplaySession {
  private let session: Session
  private var input: RecordedInput
  private var endedInsideMessage = false
  private var taken: [[UInt8]] = []

  /// Asked for each message which of its requests are cancelled before their turn.
  var cancelled: (MessageSummary) -> Set<RequestID> = { _ in [] }

  /// Told of each answer at once.
  var answered: ([UInt8]) -> Void = { _ in }

  /// A session with the framing and the limits of a recording, or the usual ones.
  init(_ recording: Recording?, path: String) throws(Files.Failure) {
    input = try RecordedInput(recording, path: path)
    session = Session(limits: input.arguments.limits)
    session.mayContinue = { [unowned self] in
      take()
      return true
    }
  }

  /// The limits of the daemon.
  var limits: Limits { input.arguments.limits }

  /// Everything that is answered to what an exchange sends.
  func answers(to exchange: Transcript.Exchange) -> [[UInt8]] {
    var answers: [[UInt8]] = []
    input.send(exchange) { event, _ in answers += self.answers(to: event) }
    return answers
  }

  /// Everything that is answered to a message.
  func answers(to message: [UInt8]) -> [[UInt8]] {
    var answers: [[UInt8]] = []
    input.send(message) { event, _ in answers += self.answers(to: event) }
    return answers
  }

  /// Everything that is answered at the end of input.
  func finish() -> [[UInt8]] {
    var answers: [[UInt8]] = []
    input.finish { event, _ in answers += self.answers(to: event) }
    return answers
  }

  /// The code to exit with, once the input has ended or `exit` came.
  var exitCode: Int32 {
    session.exitCode ?? (endedInsideMessage || input.endedInsideMessage ? 1 : 0)
  }

  private func answers(to event: FrameEvent) -> [[UInt8]] {
    // Behind `exit` nothing is read any more.
    guard session.exitCode == nil else { return [] }
    let input = event.input
    if !session.receive(input, cancelling: cancelled(session.summary(of: input))) {
      endedInsideMessage = true
    }
    take()
    defer { taken = [] }
    return taken
  }

  private func take() {
    while let answer = session.nextMessage() {
      taken.append(Array(answer))
      answered(taken[taken.count - 1])
    }
  }
}
