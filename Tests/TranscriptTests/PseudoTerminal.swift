import Foundation

/// A terminal that a program runs on and a test looks at.
final class PseudoTerminal {
  private let descriptor: Int32
  private let process = Process()
  private let watchdog: Watchdog

  /// Runs a command of the shell, to which the terminal's name is `$0`, and the arguments `$1` on.
  init(
    _ size: (columns: UInt16, rows: UInt16),
    _ command: String,
    _ arguments: [String]
  ) throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var window = winsize(ws_row: size.rows, ws_col: size.columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", command, try Self.name(of: descriptor)] + arguments
    try process.run()
    watchdog = try Watchdog(processID: process.processIdentifier)
  }

  deinit { close(descriptor) }

  /// The other end, unlocked so that it can be opened.
  static func name(of descriptor: Int32) throws -> String {
    // TIOCSPTLCK and TIOCGPTN, which are no constants to Swift.
    var (isLocked, number): (CInt, CInt) = (0, 0)
    guard ioctl(descriptor, 0x4004_5431, &isLocked) == 0,
      ioctl(descriptor, 0x8004_5430, &number) == 0
    else { throw CocoaError(.fileNoSuchFile) }
    return "/dev/pts/\(number)"
  }

  /// Keeps a command, the arguments of the shell, from opening the terminal, as if it were that of
  /// another user; root may open all, unless it has given that up.
  static let forbidding = #"""
    chmod 000 "$0"; [ $UID != 0 ] || set -- setpriv --bounding-set=-dac_override "$@";
    """#

  func type(_ text: String) {
    _ = text.utf8CString.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count - 1) }
  }

  /// What the program has written since, nil when it has ended.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Asks the program to end, by SIGTERM.
  ///
  /// - Parameter seconds: How long it may run before.
  func end(after seconds: TimeInterval) {
    Thread.sleep(forTimeInterval: seconds)
    process.terminate()
  }

  func exitCode() -> Int32 {
    process.sleepUntilExit()
    watchdog.cancel()
    return process.terminationStatus
  }
}
