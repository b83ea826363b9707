import Glibc

/// The three standard descriptors, and the only code that touches them.
///
/// The real standard output moves to a private descriptor, and descriptor 1 points to standard
/// error from then on, so that a stray print anywhere cannot reach the protocol.
struct StandardStreams {
  private let input: Int32 = 0
  private let output: Int32

  /// The flags to put back at exit, where they were changed: the flags belong to the open file,
  /// which other processes may share.
  private let originalFlags: Int32?

  init() {
    Self.fillGaps()
    SignalPipe.install()
    let moved = Terminal.openAgain(1) ?? fcntl(1, F_DUPFD_CLOEXEC, 3)
    // Where there is no descriptor left it stays where it is.
    output = moved < 0 ? 1 : moved
    if moved >= 0 { dup2(2, 1) }
    Self.enlargePipe(input)
    Self.enlargePipe(output)
    originalFlags = Self.makeNonBlocking(output)
  }

  /// Whether a person may be typing.
  var inputIsTerminal: Bool { isatty(input) == 1 }

  /// Puts the flags of standard output back.
  func restore() {
    if let originalFlags { _ = fcntl(output, F_SETFL, originalFlags) }
  }

  /// The descriptors of input and output.
  var all: [Int32] { [input, output] }

  /// Writes a line to standard error: at once, or not at all when nobody has room for it.
  static func writeError(_ line: String) {
    var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return }
    // As much as a pipe that has room takes as a whole.
    let bytes = Array(String(printable: line.utf8).utf8.prefix(Int(PIPE_BUF) - 1)) + "\n".utf8
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

// MARK: - Preparation

extension StandardStreams {
  /// Opens what was closed, so that no other descriptor of ours gets a standard number.
  ///
  /// What is opened on the place of standard output cannot be written, so that it counts as closed.
  private static func fillGaps() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Asks Linux for a pipe of 1 MiB; where that is refused, the pipe stays as it is.
  private static func enlargePipe(_ descriptor: Int32) {
    let setPipeSize: Int32 = 1031
    _ = fcntl(descriptor, setPipeSize, 1 << 20)
  }

  /// Makes writing to a pipe, a socket or a terminal return at once, and answers the flags before,
  /// if changed.
  ///
  /// A terminal that was opened again does so already; that of another user cannot be.
  static func makeNonBlocking(_ descriptor: Int32) -> Int32? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    let flags = fcntl(descriptor, F_GETFL)
    guard kind == S_IFIFO || kind == S_IFSOCK || isatty(descriptor) == 1 else { return nil }
    guard flags != -1, flags & O_NONBLOCK == 0 else { return nil }
    return fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == -1 ? nil : flags
  }
}

// MARK: - Input and output

extension StandardStreams {
  /// What happened on the descriptors while waiting.
  struct Readiness {
    /// A read returns at once: bytes, or the end.
    var input = false
    /// Nobody will write any more input, though some may be left to read.
    var inputIsClosed = false
    /// A write returns at once: what it could take, or an error.
    var output = false
    /// Nobody will ever read what is written.
    var outputIsClosed = false
    /// A signal asks to end.
    var signal: Int32?
  }

  /// What to look at on an input or output.
  enum Interest {
    /// Wake when a read or a write returns at once.
    case ready
    /// Wake only when the other side has gone.
    case closing
    /// Do not look; what has been noticed already would wake again and again.
    case nothing
  }

  /// Waits for what is wanted, or for a signal.
  ///
  /// - Parameters:
  ///   - input: What to look at on standard input.
  ///   - output: What to look at on standard output.
  ///   - timeout: In milliseconds; negative to wait for ever.
  /// - Returns: What has happened; nothing of it when the time was over.
  func wait(for input: Interest, _ output: Interest, timeout: Int32) -> Readiness {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 3) { entries in
      entries[0] = Self.entry(self.input, input, events: POLLIN)
      entries[1] = Self.entry(self.output, output, events: POLLOUT)
      entries[2] = Self.entry(SignalPipe.readEnd, .ready, events: POLLIN)
      var readiness = Readiness()
      guard poll(entries.baseAddress, 3, timeout) > 0 else { return readiness }
      let closed = Int16(POLLERR | POLLHUP | POLLNVAL)
      readiness.input = input == .ready && entries[0].revents != 0
      readiness.inputIsClosed = entries[0].revents & closed != 0
      readiness.output = entries[1].revents != 0
      readiness.outputIsClosed = entries[1].revents & closed != 0
      if entries[2].revents != 0 { readiness.signal = SignalPipe.next() }
      return readiness
    }
  }

  /// Waits, on a thread of its own, for a signal or for the end of whoever reads the output.
  ///
  /// - Returns: The number of the signal, nil when the reader has gone.
  func waitForEnd() -> Int32? {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { entries in
      while true {
        entries[0] = Self.entry(SignalPipe.otherReadEnd, .ready, events: POLLIN)
        entries[1] = Self.entry(output, .closing, events: 0)
        guard poll(entries.baseAddress, 2, -1) > 0 else { continue }
        if let signal = SignalPipe.otherNext() { return signal }
        if entries[1].revents != 0 { return nil }
      }
    }
  }

  private static func entry(_ descriptor: Int32, _ interest: Interest, events: Int32) -> pollfd {
    // Closing is told even if no event is asked for, and a negative descriptor is passed over.
    pollfd(
      fd: interest == .nothing ? -1 : descriptor,
      events: interest == .ready ? Int16(events) : 0,
      revents: 0
    )
  }

  /// Reads once: the number of bytes, 0 at the end of input, -1 when there is nothing now.
  ///
  /// - Throws: ``Unreadable``.
  func read(into space: UnsafeMutableRawBufferPointer) throws(Unreadable) -> Int {
    let count = Glibc.read(input, space.baseAddress, space.count)
    guard count < 0 else { return count }
    let error = errno
    if error == EINTR || error == EAGAIN { return -1 }
    // A connection that was cut, or a terminal that was closed, ends like every other.
    if error == ECONNRESET || (error == EIO && inputIsTerminal) { return 0 }
    throw Unreadable(reason: String(cString: strerror(error)))
  }

  /// Standard input cannot be read, as when it is a directory.
  struct Unreadable: Error {
    let reason: String
  }

  /// Waits until a descriptor whose writes return at once has room, or is closed.
  static func waitForRoom(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&entry, 1, -1)
  }

  /// Writes parts in order: the number of bytes that were taken, 0 when there is no room now, or
  /// nil when nobody reads any more.
  func write(_ parts: UnsafeBufferPointer<iovec>) -> Int? {
    let count = writev(output, parts.baseAddress, Int32(parts.count))
    guard count < 0 else { return count }
    return errno == EINTR || errno == EAGAIN ? 0 : nil
  }
}
