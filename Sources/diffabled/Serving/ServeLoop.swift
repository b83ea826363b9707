import DiffableServer
import JSONRPC

/// Carries bytes between the standard streams and the session, on one thread.
///
/// Each round handles what has arrived, writes what there is room for, and sleeps until something
/// changes. Reading and writing do not wait for each other, up to the limits.
final class ServeLoop {
  /// Past this much unwritten output the session keeps its messages, since it can still merge them.
  private let pullLimit: Int

  private let streams: StandardStreams
  private let session: Session
  private let maxQueuedBytes: Int
  private let maxReadAheadBytes: Int
  // Not checked at run time, which was a part of every message: there is one thread, and what is
  // changed in place (reading, handing out messages, writing) calls nobody who looks at it.

  @exclusivity(unchecked) private var input: InputReader
  @exclusivity(unchecked) private var ahead = ReadAhead()
  @exclusivity(unchecked) private var output = PendingOutput()
  @exclusivity(unchecked) private var outputIsBlocked = false
  /// Whether messages that were read wait for room for their answers.
  @exclusivity(unchecked) private var hasUnhandledInput = false
  @exclusivity(unchecked) private var outputIsClosed = false
  @exclusivity(unchecked) private var inputIsClosed = false
  @exclusivity(unchecked) private var endedInsideMessage = false
  private let journal: Journal
  @exclusivity(unchecked) private var watch = ClientWatch()
  @exclusivity(unchecked) private var drain = DrainDeadline()
  /// Why the request at hand may not go on and the process has to end.
  @exclusivity(unchecked) private var interruption: Ending?

  init(arguments: Arguments, streams: StandardStreams, journal: Journal) {
    self.streams = streams
    self.journal = journal
    session = Session(limits: arguments.limits)
    pullLimit = min(1 << 18, arguments.limits.mergeAfterBytes)
    maxQueuedBytes = arguments.limits.maxQueuedBytes
    maxReadAheadBytes = arguments.limits.maxReadAheadBytes
    input = InputReader(arguments: arguments, journal: journal)
    session.mayContinue = { [unowned self] in checkpoint() }
    journal.ask { [unowned self] in mayRecord() }
    session.refusedSilently = { journal.refusedSilently($0) }
  }

  /// Serves until there is a reason to end, and answers the exit code.
  func run() -> Int32 {
    journal.started()
    input.probe(streams)
    let ending = serve()
    journal.ended(ending, rest: input.unreadBytes)
    if ending.isComplaint { StandardStreams.writeError("diffabled: \(ending.reason)") }
    return ending.exitCode
  }

  private func serve() -> Ending {
    while true {
      let isIdle = work()
      if let interruption { return interruption }
      if outputIsClosed { return .outputClosed(session.exitCode) }
      if isIdle, let finalEnding { return finalEnding }
      if let ending = wait() { return ending }
    }
  }

  /// How to end once everything is answered and written, if there is nothing more to come.
  private var finalEnding: Ending? {
    if let code = session.exitCode { return .exit(code) }
    guard input.hasEnded else { return nil }
    if let failure = input.failure { return .inputUnreadable(failure) }
    return endedInsideMessage || input.endedInsideMessage ? .endInsideMessage : .endOfInput
  }
}

// MARK: - Work

extension ServeLoop {
  /// Handles messages and writes output until nothing is left of both, or output is blocked.
  ///
  /// - Returns: Whether nothing is left.
  private func work() -> Bool {
    while true {
      hasUnhandledInput = !handleMessages()
      pull()
      while output.count > 0, !outputIsBlocked, !outputIsClosed {
        writeOnce()
        pull()
      }
      if outputIsBlocked || outputIsClosed { return false }
      if !hasUnhandledInput { return true }
    }
  }

  /// Hands messages to the session, until there are none or too much output waits.
  ///
  /// - Returns: Whether there are none.
  private func handleMessages() -> Bool {
    while session.exitCode == nil, !outputIsClosed, interruption == nil {
      guard !isOverloaded else { return false }
      if let entry = ahead.popFirst() {
        handle(entry.input, cancelling: entry.cancelled)
      } else if let input = input.next() {
        handle(consume input, cancelling: [])
      } else {
        return true
      }
      pull()
      if isFull, !outputIsBlocked { writeOnce() }
    }
    return true
  }

  private func handle(_ input: consuming Session.Input, cancelling cancelled: Set<RequestID>) {
    let start = journal.time
    // Who keeps a long message keeps its memory from the answers.
    let told = journal.tellsOfHandling ? copy input : nil
    if !session.receive(input, cancelling: cancelled) { endedInsideMessage = true }
    watch.begin(session.clientProcessID, streams)
    if let told { journal.handled(told, since: start) }
  }

  /// Whether so much output waits that no more messages are handled.
  private var isOverloaded: Bool { output.count + session.queuedBytes > maxQueuedBytes }

  /// Whether no more input is taken: also what was written meanwhile makes room for, first of all,
  /// what was read before.
  private var isHeldUp: Bool { isOverloaded || hasUnhandledInput }

  /// Whether what waits to be written is enough; one message is never too much.
  private var isFull: Bool { output.count > 0 && output.count >= pullLimit }

  /// Takes out what there is to say; once there is a reason to end at once, nobody is told any more.
  private func pull() {
    while interruption == nil, !isFull, let message = session.nextMessage() {
      journal.sent(message)
      output.append(message, in: input.format)
      session.unwrittenBytes = output.count
    }
  }

  private func writeOnce() {
    guard let written = output.write(to: streams) else {
      outputIsClosed = true
      return
    }
    outputIsBlocked = written == 0
    if written > 0 { drain.restart() }
    session.unwrittenBytes = output.count
  }
}

// MARK: - While a request runs

extension ServeLoop {
  /// Looks around without waiting: reads ahead, writes, and notices a reason to end.
  ///
  /// - Returns: Whether the request that runs may go on.
  private func checkpoint() -> Bool {
    pull()
    let mayRead = !input.hasEnded && ahead.byteCount + input.bufferedBytes < maxReadAheadBytes
    let ready = streams.wait(
      for: mayRead ? .ready : .nothing,
      output.count > 0 ? .ready : .closing,
      timeout: 0
    )
    noteReasonToEnd(ready)
    if ready.input { input.read(from: streams) }
    // What came in one read with the request is here already.
    while let message = input.next() { ahead.append(message, for: session) }
    if ready.output, output.count > 0 {
      writeOnce()
      pull()
    }
    return interruption == nil
  }
}

// MARK: - While something is written down

extension ServeLoop {
  /// Looks for a reason to end, and for nothing else: it may be in the midst of reading a message.
  private func mayRecord() -> Bool {
    noteReasonToEnd(streams.wait(for: .nothing, .closing, timeout: 0))
    return interruption == nil
  }

  private func noteReasonToEnd(_ ready: StandardStreams.Readiness) {
    if let signal = ready.signal { interruption = .signal(signal) }
    if ready.outputIsClosed { interruption = .outputClosed(nil) }
    if watch.isClientDead() { interruption = .clientDied }
  }
}

// MARK: - Waiting

extension ServeLoop {
  /// Sleeps until there is something to do, and reads what has arrived.
  ///
  /// - Returns: How to end if there is a reason to end at once.
  private func wait() -> Ending? {
    let ready = streams.wait(
      for: inputInterest,
      output.count > 0 ? .ready : .closing,
      timeout: timeout
    )
    if let signal = ready.signal { return .signal(signal) }
    if ready.output { outputIsBlocked = false }
    if ready.inputIsClosed { inputIsClosed = true }
    if ready.input {
      input.read(from: streams)
    } else if ready.outputIsClosed, output.count == 0 {
      // Nothing could be answered any more, so there is nothing to wait for.
      return .outputClosed(nil)
    }
    if watch.isClientDead() { return .clientDied }
    if isEnding, outputIsBlocked, drain.isOver { return .outputNotRead(session.exitCode) }
    return nil
  }

  /// Whether all that is left to do is to write, or will be once what was sent is read.
  private var isEnding: Bool {
    session.exitCode != nil || input.hasEnded || (inputIsClosed && isHeldUp)
  }

  private var inputInterest: StandardStreams.Interest {
    if session.exitCode != nil || input.hasEnded { return .nothing }
    guard isHeldUp else { return .ready }
    return inputIsClosed ? .nothing : .closing
  }

  private var timeout: Int32 {
    if isEnding { return drain.remaining }
    return session.clientProcessID == nil ? -1 : ClientWatch.interval
  }
}
