import DiffableServer
import Framing
import Glibc

/// The program: reads its arguments and does what they say.
@main
struct Main {
  static func main() {
    OutOfMemory.prepare()
    // A quota that is full, or a reader that is gone, shall be an error of the write, not the end of
    // the process.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // The runtime would print where each thread is, and go on.
    if !SignalPipe.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    exit(run(CommandLine.arguments))
  }

  /// Does what the arguments say.
  ///
  /// - Parameter commandLine: The name of the program and its arguments; empty where `/proc` is not
  ///   mounted, for that is where the runtime finds them.
  /// - Returns: The exit code.
  private static func run(_ commandLine: [String]) -> Int32 {
    do throws(UsageError) {
      guard !commandLine.isEmpty else { throw .unreadable }
      switch try Command(arguments: Array(commandLine.dropFirst())) {
      case .serve(let arguments): return try serve(arguments)
      case .play(let options): return Play.run(options)
      case .replay(let path): return Replay.run(path: path)
      case .redact(let path): return Redact.run(path: path)
      case .help(let topic): print(topic.text)
      case .version: print("diffabled \(Session.version)")
      }
      return 0
    } catch {
      StandardStreams.writeError("diffabled: \(error)")
      return UsageError.exitCode
    }
  }

  private static func serve(_ arguments: Arguments) throws(UsageError) -> Int32 {
    keepFreedMemory()
    let streams = StandardStreams()
    defer { streams.restore() }
    // Only now is no file of the user's opened in the place of a standard stream that was closed.
    let journal = try Journal(arguments, streams)
    if arguments.framing != .lsp, streams.inputIsTerminal {
      StandardStreams.writeError(
        "diffabled \(Session.version) reads JSON-RPC messages here, one a line; Ctrl-D ends it."
          + " See diffabled --help."
      )
    }
    EndWatch.begin(for: streams)
    let loop = ServeLoop(arguments: arguments, streams: streams, journal: journal)
    let code = loop.run()
    streams.restore()
    // The system takes back at once what would be freed item by item.
    withExtendedLifetime(loop) { exit(code) }
  }
}
