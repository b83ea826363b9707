import DiffableServer
import Framing

extension FrameEvent {
  /// The event as the session takes it.
  var input: Session.Input {
    switch self {
    case .message(let message): .message(message)
    case .unterminatedMessage(let message): .unterminatedMessage(message)
    case .strayText(let line): .strayText(line)
    case .malformedHeader(let error): .malformedHeader(error.description)
    case .oversizedMessage(let length): .oversizedMessage(length: length)
    }
  }
}
