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
    // The daemon had seen more of the stream, so it told of what it had passed before this decoder
    // does; that stands in front of what was sent then.
    var held: [(readBytes: Int, answers: [[UInt8]])] = []
    func release(before passedBytes: Int) {
      let count = held.firstIndex { $0.readBytes >= passedBytes } ?? held.count
      for answer in held.prefix(count).flatMap(\.answers) { recorder.sent(answer[...]) }
      held.removeFirst(count)
    }
    func write(_ event: FrameEvent, passedBytes: Int) {
      release(before: passedBytes)
      recorder.received(event, in: format)
    }
    for exchange in recording.transcript.exchanges {
      input.send(exchange, write)
      if !exchange.expected.isEmpty { held.append((input.readBytes, exchange.expected)) }
    }
    // A last line that was answered had come to its end, also where the recording was cut off.
    let isAnswered = held.last?.readBytes == input.readBytes
    if recording.ending != nil || (format == .lines && isAnswered) { input.finish(write) }
    release(before: input.passedBytes + 1)
    // What else was answered was broken, though what says so was cut off.
    let error = HeaderError(reason: .missingLength)
    var event = input.isSettled ? FrameEvent.malformedHeader(error) : .strayText([])
    while let passedBytes = held.first?.readBytes {
      write(event, passedBytes: passedBytes)
      release(before: passedBytes + 1)
      event = .malformedHeader(error)
    }
    if let ending = recording.ending {
      recorder.ended(Ending(ending.reason, ending.exitCode), rest: [])
    }
    if let failure { throw .unwritable(reason: failure) }
  }
}
