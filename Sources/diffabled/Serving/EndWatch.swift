import Glibc

/// Ends the process when it has a reason to end and does not do so by itself.
///
/// The thread that serves looks around in many places and then ends in good order. But much of its
/// work has no such place, be it sorting, comparing or giving memory back. So a thread beside it
/// waits for the same reasons. The two share nothing: this one touches no list and writes nothing.
/// When the other has had a processor for ``patience`` since, the process ends; what is lost then
/// besides the output are the last lines of the log and the recording.
enum EndWatch {
  /// In nanoseconds of processor time, so that a machine that is busy ends nobody early.
  private static let patience = 30_000_000

  /// In nanoseconds by the clock.
  ///
  /// The protocol allows two seconds for the client's death, of which
  /// half a one may be over when it is seen.
  private static let longestPatience = 1_000_000_000

  /// Waits for a signal, and for the end of the reader of the output.
  static func begin(for streams: StandardStreams) {
    start { served in
      let ending = streams.waitForEnd().map(Ending.signal) ?? .outputClosed(nil)
      pursue(served, streams, exitCode: ending.exitCode, until: .max)
    }
  }

  /// Waits for the death of the client.
  static func begin(for client: ClientProcess, _ streams: StandardStreams) {
    start { served in
      while client.isAlive { pause(milliseconds: Int(ClientWatch.interval)) }
      pursue(served, streams, exitCode: Ending.clientDied.exitCode, until: longestPatience)
    }
  }

  private static func pursue(
    _ served: clockid_t,
    _ streams: StandardStreams,
    exitCode: Int32,
    until limit: Int
  ) {
    let (start, begun) = (nanoseconds(of: served), nanoseconds(of: CLOCK_MONOTONIC))
    while nanoseconds(of: served) - start < patience,
      nanoseconds(of: CLOCK_MONOTONIC) - begun < limit
    {
      pause(milliseconds: 5)
    }
    streams.restore()
    _exit(exitCode)
  }

  private static func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func pause(milliseconds: Int) {
    var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
    nanosleep(&time, nil)
  }
}

// MARK: - Threads

extension EndWatch {
  /// What a thread runs; it is told the clock of the thread that started it.
  private final class Body: Sendable {
    let clock: clockid_t
    let run: @Sendable (clockid_t) -> Void

    init(_ clock: clockid_t, _ run: @escaping @Sendable (clockid_t) -> Void) {
      self.clock = clock
      self.run = run
    }

    func begin() {
      EndWatch.ownDescriptors()
      run(clock)
    }
  }

  private static func start(_ body: @escaping @Sendable (clockid_t) -> Void) {
    var clock = clockid_t()
    guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return }
    // Signals are for the other thread, whose calls they interrupt.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let argument = Unmanaged.passRetained(Body(clock, body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        body.begin()
        return nil
      },
      argument.toOpaque()
    )
    if failure == 0 { pthread_detach(thread) } else { argument.release() }
  }

  /// Gives this thread a table of descriptors of its own, with what is open now.
  ///
  /// While threads share one, the kernel counts a reference to each file in each system call: a small
  /// request of the thread that serves takes 0.94 of the processor's time without.
  fileprivate static func ownDescriptors() {
    typealias Unshare = @convention(c) (_ flags: CInt) -> CInt
    // Swift's module of the C library does not have the function; where it fails, the table is shared.
    guard let symbol = dlsym(nil, "unshare") else { return }
    let descriptors: CInt = 0x400
    _ = unsafeBitCast(symbol, to: Unshare.self)(descriptors)
  }
}
