import DiffableServer
import Framing
import Glibc
import Transcripts

/// Writes a recording again with placeholders for what is the client's own.
enum Redact {
  /// Redacts a file onto standard output; the exit code is 0 when it could.
  static func run(path: String) -> Int32 {
    do throws(Files.Failure) {
      let recording = try Files.recording(at: path)
      try redact(recording, path: path, to: LineFile(descriptor: STDOUT_FILENO))
      return 0
    } catch {
      StandardStreams.writeError("diffabled redact: \(error)")
      return error.exitCode
    }
  }

  private static func redact(
    _ recording: Recording,
    path: String,
    to output: LineFile
  ) throws(Files.Failure) {
    var input = try RecordedInput(recording, path: path)
    let limits = input.arguments.limits
    var failure: String?
    let recorder = Recorder(
      file: output,
      daemon: recording.daemon,
      arguments: recording.arguments,
      redactor: Redactor(
        maxNestingDepth: limits.maxNestingDepth,
        maxBatchMessages: limits.maxBatchMessages
      )
    ) { reason in
      failure = reason
    }
    let format = input.format
    // What was answered before its last bytes were read stands in front of its answer.
    var held: [[UInt8]] = []
    func release() {
      held.forEach { recorder.sent($0[...]) }
      held = []
    }
    func write(_ event: FrameEvent) {
      recorder.received(event, in: format)
      release()
    }
    let exchanges = recording.transcript.exchanges
    for (index, exchange) in exchanges.enumerated() {
      var hasEvent = false
      input.send(exchange) {
        hasEvent = true
        write($0)
      }
      // Lines that were answered were no beginning of a header, though the decoder waits for more;
      // what a header that is too long begins with is followed by its rest.
      let isFollowedByRest = format == .lsp && exchanges.dropFirst(index + 1).first?.stream != nil
      if case .bytes(let bytes)? = exchange.stream?.last, bytes.last == UInt8(ascii: "\n"),
        !exchange.expected.isEmpty, !isFollowedByRest
      {
        input.settle(write)
      }
      // A last line without its end that was answered had come to its end.
      let isLast = index == exchanges.count - 1
      if isLast, format == .lines, !exchange.expected.isEmpty { input.finish(write) }
      release()
      held = exchange.expected
      if hasEvent || !isFollowedByRest { release() }
    }
    release()
    if let ending = recording.ending {
      input.finish(write)
      recorder.ended(Ending(ending.reason, ending.exitCode), rest: [])
    }
    if let failure { throw .unwritable(reason: failure) }
  }
}
