import Glibc

/// A terminal that is drawn on as a whole, and given back as it was.
final class Terminal {
  /// How much there is to be seen.
  struct Size: Equatable {
    var columns: Int
    var rows: Int
  }

  /// What somebody may ask for while a picture is shown.
  enum Key {
    case next, pause, quit
  }

  private let output: Int32
  /// What to put back at the end, where it was changed.
  private let originalFlags: Int32?
  private var original: termios?
  private var drawn: [String] = []

  /// Nil where nothing can be drawn in place: standard output is no terminal, or a dumb one.
  init?() {
    guard isatty(STDOUT_FILENO) == 1, Self.size != nil, !Self.isDumb else { return nil }
    SignalPipe.install()
    output = Self.openAgain(STDOUT_FILENO) ?? STDOUT_FILENO
    originalFlags = StandardStreams.makeNonBlocking(output)
    if isatty(STDIN_FILENO) == 1 { readKeys() }
    // Another screen, so that what stands on this one is there again at the end; no cursor.
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Keys come at once, are not shown, and send no signals.
  private func readKeys() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    original = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Gives the terminal back, and writes a text on it as it was.
  func close(saying text: String) {
    write("\u{1B}[?25h\u{1B}[?1049l" + text)
    if let originalFlags { _ = fcntl(output, F_SETFL, originalFlags) }
    if var original { tcsetattr(STDIN_FILENO, TCSANOW, &original) }
  }

  /// Whether somebody can press keys.
  var hasKeys: Bool { original != nil }

  /// Whether it can do nothing but show text.
  static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } ?? "dumb" == "dumb" }

  /// Its size by now, which may be another one than before; of a very large one the beginning.
  static var size: Size? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return Size(columns: min(Int(size.ws_col), 1000), rows: min(Int(size.ws_row), 1000))
  }

  /// Draws all lines, in one write; what is drawn already is left alone.
  func draw(_ lines: [String]) {
    guard lines != drawn else { return }
    drawn = lines
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    write("\u{1B}[H" + text + "\u{1B}[J")
  }

  /// Opens the terminal that a descriptor writes to once more, nil when it is none.
  ///
  /// A write that the terminal has no room for, as one that was stopped, returns at once from what was
  /// opened here, and still waits for whoever else has it open.
  static func openAgain(_ descriptor: Int32) -> Int32? {
    guard let name = ttyname(descriptor) else { return nil }
    let own = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own < 0 ? nil : own
  }

  /// Writes a text; what a terminal does not take that is gone, or that is stopped when a signal
  /// asks to end, is lost.
  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else {
        guard errno == EINTR || errno == EAGAIN, waitForRoom() else { return }
      }
    }
  }

  /// Waits until the terminal takes more; false when a signal asks to end before it does.
  private func waitForRoom() -> Bool {
    var entries = [
      pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: SignalPipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, 2, -1) < 0 {
      guard errno == EINTR else { return false }
    }
    return entries[0].revents != 0
  }

  /// Waits for a key, or for a signal that asks to end, which is the same as one.
  ///
  /// - Parameter milliseconds: How long at most.
  /// - Returns: The key, nil when none came that means anything.
  func key(within milliseconds: Int) -> Key? {
    var entries = [
      pollfd(fd: hasKeys ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: SignalPipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&entries, 2, Int32(milliseconds)) > 0 else { return nil }
    guard entries[1].revents == 0, entries[0].revents & Int16(POLLIN) != 0 else { return .quit }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Self.key(bytes[..<count]) : .quit
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> Key? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Control-C and control-D are keys like others here.
    if text.contains(where: { "qQ\u{03}\u{04}".contains($0) }) { return .quit }
    if text.contains(" ") { return .pause }
    let next = ["\r", "\n", "n", "\u{1B}[C", "\u{1B}[B", "\u{1B}OC", "\u{1B}OB"]
    return next.contains { text.contains($0) } ? .next : nil
  }
}
