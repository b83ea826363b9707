import DiffableServer
import Framing
import Glibc
import JSONRPC
import Transcripts

/// What is written down about a session for people: a recording, a log, or neither.
final class Journal {
  private let recorder: Recorder?
  private let log: SessionLog?

  /// Opens the files that the options name.
  ///
  /// - Throws: ``UsageError/badFile(flag:path:reason:)``; for the log also when it is what the daemon
  ///   reads or answers to.
  init(_ arguments: Arguments, _ streams: StandardStreams) throws(UsageError) {
    var logFile: LineFile?
    if let path = arguments.logPath {
      let file = try LineFile(appendingTo: path, flag: "--log")
      guard path == "-" || !streams.all.contains(where: file.isSame) else {
        throw .badFile(flag: "--log", path: path, reason: "it is standard input or output")
      }
      logFile = file
    }
    let log = logFile.map {
      SessionLog(file: $0, level: arguments.logLevel, framing: arguments.framing)
    }
    self.log = log
    guard let path = arguments.recordPath else {
      recorder = nil
      return
    }
    // So each of several daemons that are started alike has a file of its own.
    let ownPath = Array(path.utf8).replacing("%p".utf8, with: String(getpid()).utf8)
    let file = try LineFile(creating: String(decoding: ownPath, as: UTF8.self), flag: "--record")
    let redactor = Redactor(
      maxNestingDepth: arguments.limits.maxNestingDepth,
      maxBatchMessages: arguments.limits.maxBatchMessages
    )
    recorder = Recorder(
      file: file,
      daemon: "diffabled \(Session.version)",
      arguments: arguments.recordedArguments,
      redactor: arguments.isRedacted ? redactor : nil
    ) { reason in
      let text = "the recording ends here, it cannot be written: \(reason)"
      // The disk that is full may be that of the log as well.
      if log?.error(text) != true { StandardStreams.writeError("diffabled: \(text)") }
    }
  }

  /// Told of each part of the input, nil when nobody wants to know.
  var observer: ((ConsumedPiece) -> Void)? {
    recorder.map { recorder in { recorder.observe($0) } }
  }

  /// Asked while something long is written down, whether to go on.
  func ask(_ mayContinue: @escaping () -> Bool) { recorder?.mayContinue = mayContinue }

  /// Now, for ``handled(_:since:)``.
  var time: Int { log?.time ?? 0 }

  func started() {
    log?.started()
  }

  /// Notes what was read, before it is handled.
  func received(_ event: FrameEvent, in format: FrameFormat) {
    recorder?.received(event, in: format)
    log?.received(event)
  }

  /// Whether ``handled(_:since:)`` does anything.
  var tellsOfHandling: Bool { log?.tellsOfHandling ?? false }

  /// Notes that something was handled, and how long that took.
  func handled(_ input: Session.Input, since start: Int) {
    log?.handled(input, since: start)
  }

  /// Notes that a request was refused that is not answered.
  func refusedSilently(_ error: ResponseError) {
    log?.refusedSilently(error)
  }

  /// Notes a message before it is sent.
  func sent(_ message: ArraySlice<UInt8>) {
    recorder?.sent(message)
    log?.sent(message)
  }

  /// Notes the end.
  func ended(_ ending: Ending, rest: ArraySlice<UInt8>) {
    recorder?.ended(ending, rest: rest)
    log?.ended(ending)
  }
}
