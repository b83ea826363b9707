/// Why the daemon ends, and with which exit code.
struct Ending {
  /// The exit code when the client is gone, or went in the middle of a message.
  private static let failure: Int32 = 1

  /// Why, in a few words.
  let reason: String
  let exitCode: Int32

  init(_ reason: String, _ exitCode: Int32) {
    self.reason = reason
    self.exitCode = exitCode
  }

  /// The client sent `exit`.
  static func exit(_ code: Int32) -> Ending { Ending("exit", code) }

  /// The input ended between two messages, and all is answered.
  static let endOfInput = Ending("end of input", 0)

  /// The input ended inside a message.
  static let endInsideMessage = Ending("end of input inside a message", failure)

  /// Nobody will read the output any more.
  static func outputClosed(_ code: Int32?) -> Ending { Ending("output closed", code ?? failure) }

  /// At the end the output was not read in time.
  static func outputNotRead(_ code: Int32?) -> Ending {
    Ending("output not read", code ?? failure)
  }

  /// The process of the client is dead.
  static let clientDied = Ending("client process died", failure)

  /// A signal asked the daemon to end.
  static func signal(_ number: Int32) -> Ending { Ending("signal \(number)", 128 + number) }
}
