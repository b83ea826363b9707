import Foundation
import TestSupport

/// The daemon as a child process that a test talks to while it runs.
///
/// Its input keeps the boundaries of what is written: each write is what one read returns.
/// Waiting has no time limit of its own; instead a watchdog kills the process, and what waits then
/// sees the end of its output.
final class ExecutableProcess {
  private let process = Process()
  private let input: Int32
  private let output: FileHandle
  private let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var unread: [UInt8] = []
  private let watchdog: Watchdog

  init(_ arguments: [String] = []) throws {
    guard let program = Repository.daemon else { throw CocoaError(.fileNoSuchFile) }
    // The daemon may end before it has read everything, which is no reason for the tests to end.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    input = ends[0]
    let standardOutput = Pipe()
    output = standardOutput.fileHandleForReading
    // Other children would keep what they inherit open.
    for descriptor in [input, ends[1], output.fileDescriptor] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    try Data().write(to: errors)
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    process.standardOutput = standardOutput
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    close(ends[1])
    try? standardOutput.fileHandleForWriting.close()
    watchdog = try Watchdog(processID: process.processIdentifier)
  }

  deinit {
    watchdog.cancel()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: errors)
  }

  var processID: Int32 { process.processIdentifier }

  // MARK: Input

  /// Writes bytes that one read returns; a long text is cut into several.
  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let packet = rest.prefix(1 << 15)
      let sent = packet.withUnsafeBytes { send(input, $0.baseAddress, $0.count, 0) }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  func closeInput() { shutdown(input, Int32(SHUT_RDWR)) }

  // MARK: Output

  /// The next line without its newline, nil at the end.
  func readLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return line
      }
      let more = output.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// Everything up to the end.
  func readToEnd() -> [UInt8] {
    defer { unread = [] }
    return unread + Array((try? output.readToEnd()) ?? Data())
  }

  func closeOutput() { try? output.close() }

  /// What is there to be read, but at most so many bytes; nothing at the end.
  func readSome(atMost count: Int) -> [UInt8] {
    var bytes = Array(repeating: 0 as UInt8, count: count)
    let length = read(output.fileDescriptor, &bytes, count)
    return Array(bytes.prefix(max(0, length)))
  }

  /// Lets the pipe hold as little as can be; nothing must wait in it.
  func narrowOutput() {
    let setPipeSize: CInt = 1031
    _ = fcntl(output.fileDescriptor, setPipeSize, 4096)
  }

  // MARK: Looking at it

  /// The most memory that it has had so far, in bytes.
  var peakBytes: Int { status("VmHWM").flatMap { Int($0) }.map { $0 * 1024 } ?? .max }

  /// Whether it sleeps although there is something for it to read.
  ///
  /// What it waits for is then something else: a process that wants to read does not sleep.
  var leavesInputUnread: Bool { unreadBytes > 0 && status("State") == "S" }

  /// Whether it sleeps and has read everything.
  var isIdle: Bool { unreadBytes == 0 && status("State") == "S" }

  private var unreadBytes: CInt {
    var unread: CInt = -1
    return ioctl(input, UInt(TIOCOUTQ), &unread) == 0 ? unread : -1
  }

  /// The first word behind a name in what the system says of the process.
  private func status(_ name: String) -> String? {
    let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.map(
      String.init
    )
  }

  // MARK: The end

  /// The exit code, once the process has ended; a signal that ended it counts negative.
  func exitCode() -> Int32 {
    process.sleepUntilExit()
    watchdog.cancel()
    close(input)
    let status = process.terminationStatus
    return process.terminationReason == .exit ? status : -status
  }

  var errorOutput: String {
    (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
  }
}

extension ExecutableProcess {
  /// What came of a run from the first byte to the last.
  struct Outcome {
    let output: String
    let exitCode: Int32
    let errorOutput: String
  }

  /// Runs the daemon with one text after another as what each of its reads returns.
  static func run(_ reads: [String], _ arguments: [String] = []) throws -> Outcome {
    let process = try ExecutableProcess(arguments)
    let isWritten = process.writeAside { process in
      for read in reads { process.write(read) }
      process.closeInput()
    }
    let output = process.readToEnd()
    // A daemon that ends early is done before its writer is; were the descriptor closed under the
    // writer, it would go on with one that has the same number by then.
    isWritten.wait()
    return Outcome(
      output: String(decoding: output, as: UTF8.self),
      exitCode: process.exitCode(),
      errorOutput: process.errorOutput
    )
  }

  /// Writes on another thread.
  ///
  /// - Returns: What is signalled when everything is written.
  func writeAside(_ body: @escaping @Sendable (ExecutableProcess) -> Void) -> DispatchSemaphore {
    let isWritten = DispatchSemaphore(value: 0)
    let writer = Thread { [process = Unchecked(self)] in
      body(process.value)
      isWritten.signal()
    }
    writer.start()
    return isWritten
  }

  /// A reader and a writer on two threads, which touch different ends.
  private struct Unchecked: @unchecked Sendable {
    let value: ExecutableProcess

    init(_ value: ExecutableProcess) { self.value = value }
  }
}
