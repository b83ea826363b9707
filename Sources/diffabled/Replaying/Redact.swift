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
    var failure: String?
    let recorder = Recorder(
      file: output,
      daemon: recording.daemon,
      arguments: recording.arguments,
      redactor: Redactor(maxNestingDepth: input.arguments.limits.maxNestingDepth)
    ) { reason in
      failure = reason
    }
    let format = input.format
    func write(_ event: FrameEvent) { recorder.received(event, in: format) }
    for exchange in recording.transcript.exchanges {
      input.send(exchange, write)
      // Lines that were answered were no beginning of a header, though the decoder waits for more.
      if case .bytes(let bytes)? = exchange.stream?.last, bytes.last == UInt8(ascii: "\n"),
        !exchange.expected.isEmpty
      {
        input.settle(write)
      }
      exchange.expected.forEach { recorder.sent($0[...]) }
    }
    if let ending = recording.ending {
      input.finish(write)
      recorder.ended(Ending(ending.reason, ending.exitCode), rest: [])
    }
    if let failure { throw .unwritable(reason: failure) }
  }
}
