import DiffableServer

/// What the program can tell about itself.
enum HelpTopic: String, CaseIterable {
  case program = ""
  case serve
  case play
  case replay
  case redact
  case help

  var text: String {
    switch self {
    case .program, .help: Self.programText
    case .serve: Self.serveText
    case .play: Self.playText
    case .replay: Self.replayText
    case .redact: Self.redactText
    }
  }

  private static let programText = """
    Keeps lists for a front end: it sends the new list, or edits, and gets the fewest deletes, inserts
    and moves that lead to it, as JSON-RPC messages on standard input and output.

    First of all:
      diffabled play protocol/transcripts/playlist.transcript
      echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' | diffabled

    The specification is protocol/README.md beside the sources; the request rpc.discover answers with
    all methods for programs.

    usage: diffabled [serve] [flags]
           diffabled play [--step] FILE
           diffabled replay FILE
           diffabled redact FILE
           diffabled help [COMMAND]

    serve reads messages until there are no more; it is what diffabled does without a command.
    play runs a transcript and draws the lists as they change.
    replay runs a recording again and compares the answers.
    redact writes a recording with placeholders for names, identifiers and contents.

      --help                          print this, or what a command does, and exit
      --version, -v                   print the version and exit

    \(serveFlags)

    \(exitCodes)
    """

  private static let serveText = """
    usage: diffabled [serve] [flags]

    Serves one client: JSON-RPC messages on standard input and output. Nothing is written to standard
    error but complaints about the command line and an input that cannot be read, and that a recording
    had to end.

    \(serveFlags)

    \(exitCodes)
    """

  private static let playText = """
    usage: diffabled play [flags] FILE

    Runs a transcript, or a file of JSON lines, in a daemon of its own and draws the lists as they change.
    Answers are compared if the file has any; those of a recording are not, replay does that.
    On a terminal it is one screen: rows slide to where they go, about a step a second. Space pauses, enter
    does the next step, q quits. Elsewhere, as behind a pipe, it is text.

      --speed N     so many times as fast, 0.01 to 1000
      --step        each step waits for enter
      --verbose     show the messages as they are

    Exit codes:
      0    every answer is as the transcript says
      1    an answer is another one
      64   the command line makes no sense
      65   FILE is no transcript
      66   FILE cannot be read
    """

  private static let replayText = """
    usage: diffabled replay FILE

    Runs a recording, made with --record, in a daemon of its own with the limits of then, and compares
    what is answered. Requests that were cancelled then are cancelled again. Where changes were merged
    for a slow reader, the lists are compared that the client had in the end.

    Exit codes:
      0    every answer is as recorded
      1    something differs; it is printed
      64   the command line makes no sense
      65   FILE is no recording
      66   FILE cannot be read
    """

  private static let redactText = """
    usage: diffabled redact FILE

    Writes a recording, made with --record, to standard output with placeholders for names, identifiers
    and contents, where --redact has them.

    Exit codes:
      0    it is written
      64   the command line makes no sense
      65   FILE is no recording
      66   FILE cannot be read
      74   standard output cannot be written
    """

  private static var serveFlags: String {
    """
      --framing lines|lsp             how messages are told apart; detected when absent
      --record FILE                   write the session down, to be replayed, in a new file; %p in
                                      its name is the number of the process
      --redact                        record placeholders for names, identifiers and contents
      --log FILE                      tell what happens, behind what FILE holds; - is standard error
      --log-level error|info|debug    how much is told; default info

    Limits:
    \(limits)
    """
  }

  private static var limits: String {
    Limits.entries.map { entry in
      let flag = "  \(entry.flag) N"
      let gap = String(repeating: " ", count: max(1, 34 - flag.count))
      return "\(flag)\(gap)default \(entry.defaultValue)"
    }
    .joined(separator: "\n")
  }

  private static let exitCodes = """
    Exit codes:
      0    exit came after shutdown, or the input ended between two messages
      1    exit came without shutdown, the input ended inside a message or behind nothing but stray
           text, nobody reads the output, or the client's process died
      64   the command line makes no sense, or a file that it names cannot be written
      66   standard input cannot be read
      70   memory ran out
      129  SIGHUP
      130  SIGINT
      131  SIGQUIT
      143  SIGTERM
    """
}
