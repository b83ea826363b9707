/// Why the daemon ends, and with which exit code.
struct Ending {
  /// The exit code when the client is gone, or went in the middle of a message.
  private static let failure: Int32 = 1

  /// `EX_NOINPUT` of sysexits.h.
  private static let noInput: Int32 = 66

  /// Why, in a few words.
  let reason: String
  let exitCode: Int32
  /// Whether somebody waits for the end, so that nothing long is to be done before it.
  let isAtOnce: Bool

  /// Whether a person has to be told, since nothing else tells of it.
  var isComplaint: Bool { exitCode == Self.noInput }

  init(_ reason: String, _ exitCode: Int32, isAtOnce: Bool = false) {
    self.reason = reason
    self.exitCode = exitCode
    self.isAtOnce = isAtOnce
  }

  /// The client sent `exit`.
  static func exit(_ code: Int32) -> Ending { Ending("exit", code) }

  /// The input ended between two messages, and all is answered.
  static let endOfInput = Ending("end of input", 0)

  /// The input ended inside a message.
  static let endInsideMessage = Ending("end of input inside a message", failure)

  /// The system refuses to read standard input, for a reason that it names.
  static func inputUnreadable(_ reason: String) -> Ending {
    Ending("standard input cannot be read: \(reason)", noInput)
  }

  /// Nobody will read the output any more.
  static func outputClosed(_ code: Int32?) -> Ending {
    Ending("output closed", code ?? failure, isAtOnce: true)
  }

  /// At the end the output was not read in time.
  static func outputNotRead(_ code: Int32?) -> Ending {
    Ending("output not read", code ?? failure, isAtOnce: true)
  }

  /// The process of the client is dead.
  static let clientDied = Ending("client process died", failure, isAtOnce: true)

  /// A signal asked the daemon to end.
  static func signal(_ number: Int32) -> Ending {
    Ending("signal \(number)", 128 + number, isAtOnce: true)
  }
}
