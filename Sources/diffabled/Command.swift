import DiffableServer

/// What the program was asked to do.
enum Command {
  /// Serve one client on the standard streams.
  case serve(Options)
  /// Run a transcript and draw the lists as they change.
  case play(path: String)
  case help
  case version

  init(arguments: [String]) throws(UsageError) {
    if arguments.contains("--help") || arguments.contains("-h") {
      self = .help
    } else if arguments.contains("--version") {
      self = .version
    } else if arguments.first == "play" {
      guard arguments.count == 2 else { throw .missingFile(command: "play") }
      self = .play(path: arguments[1])
    } else {
      self = .serve(try Options(arguments: arguments))
    }
  }
}

extension Command {
  static var helpText: String {
    let limits = Limits.entries.map { entry in
      let flag = "  \(entry.flag) N"
      let gap = String(repeating: " ", count: max(1, 34 - flag.count))
      return "\(flag)\(gap)default \(entry.defaultValue)"
    }
    return """
      Serves diffable data sources: JSON-RPC messages on standard input and output.

      usage: diffabled [flags]
             diffabled play FILE.transcript

      play runs a transcript and draws the lists as they change; exit code 1 when an answer is
      another one than the transcript says.

        --framing lines|lsp             how messages are told apart; detected when absent
        --help                          print this and exit
        --version                       print the version and exit

      Limits:
      \(limits.joined(separator: "\n"))
      """
  }
}
