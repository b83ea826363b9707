/// What the program was asked to do.
enum Command {
  /// Serve one client on the standard streams.
  case serve(Arguments)
  /// Run a transcript and draw the lists as they change.
  case play(PlayOptions)
  /// Run a recording again and compare the answers.
  case replay(path: String)
  /// Write a recording again with placeholders.
  case redact(path: String)
  /// Tell about the program, or about one of its commands.
  case help(HelpTopic)
  case version

  /// The names of the commands.
  static let names = ["serve", "play", "replay", "redact", "help"]

  init(arguments: [String]) throws(UsageError) {
    // What is no UTF-8 was read with this scalar in it, and would name another file.
    if let argument = arguments.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      throw .notUTF8(argument)
    }
    let first = arguments.first ?? ""
    if arguments.contains("--help") || arguments.contains("-h") {
      self = .help(HelpTopic(rawValue: first) ?? .program)
    } else if arguments.contains("--version") || first == "-v" {
      self = .version
    } else {
      switch first {
      case "help": self = .help(try Self.topic(arguments))
      case "play": self = .play(try PlayOptions(parsing: Array(arguments.dropFirst())))
      case "replay": self = .replay(path: try Self.path(arguments))
      case "redact": self = .redact(path: try Self.path(arguments))
      case "serve": self = .serve(try Arguments(parsing: Array(arguments.dropFirst())))
      default: self = .serve(try Arguments(parsing: arguments))
      }
    }
  }

  private static func path(_ arguments: [String]) throws(UsageError) -> String {
    if let flag = arguments.first(where: { $0.hasPrefix("--") }) { throw .unknown(flag, known: []) }
    guard arguments.count == 2 else {
      throw .fileCount(command: arguments[0], count: arguments.count - 1)
    }
    return arguments[1]
  }

  private static func topic(_ arguments: [String]) throws(UsageError) -> HelpTopic {
    guard arguments.count > 1 else { return .program }
    guard arguments.count == 2, let topic = HelpTopic(rawValue: arguments[1]) else {
      throw .unknownTopic(arguments.dropFirst().joined(separator: " "))
    }
    return topic
  }
}
