import Glibc

/// Turns the signals that ask a process to end into bytes that `poll` sees.
enum SignalPipe {
  /// Made once and for good: a signal handler can be given nothing but what stands still.
  private static let ends = makePipe()

  /// The same for a thread that waits besides.
  private static let otherEnds = makePipe()

  /// Readable when a signal has come.
  static var readEnd: Int32 { ends.read }

  /// Readable when a signal has come, whoever has taken notice of it.
  static var otherReadEnd: Int32 { otherEnds.read }

  /// Starts to catch the signals, apart from those that the parent wants ignored.
  ///
  /// A thread that blocks signals, as worker threads do, hands that down to what it starts; nobody
  /// could end the daemon then but by killing it.
  static func install() {
    guard ends.write >= 0, otherEnds.write >= 0 else { return }
    var caught = sigset_t()
    sigemptyset(&caught)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] where !isIgnored(number) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let savedError = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.ends.write, &byte, 1)
        _ = write(SignalPipe.otherEnds.write, &byte, 1)
        errno = savedError
      }
      sigaction(number, &action, nil)
      sigaddset(&caught, number)
    }
    sigprocmask(SIG_UNBLOCK, &caught, nil)
  }

  /// Whether a signal is ignored, as the parent may have wanted.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The number of the first signal that has come.
  static func next() -> Int32? { next(from: ends.read) }

  /// The number of the first signal that has come to the other end.
  static func otherNext() -> Int32? { next(from: otherEnds.read) }

  private static func next(from end: Int32) -> Int32? {
    var byte: UInt8 = 0
    return read(end, &byte, 1) == 1 ? Int32(byte) : nil
  }

  private static func makePipe() -> (read: Int32, write: Int32) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return (-1, -1) }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    return (descriptors[0], descriptors[1])
  }
}
