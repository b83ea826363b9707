import Foundation

/// A program that is run to its end.
struct ChildProcess {
  let output: [UInt8]
  let errorOutput: String
  let exitCode: Int32

  /// Runs a program with everything that it gets to read.
  init(_ program: URL, _ arguments: [String] = [], input: [UInt8] = []) throws {
    // A program may end before it has read everything, which is no reason to end, too.
    signal(SIGPIPE, SIG_IGN)
    let process = Process()
    let standardInput = Pipe()
    let standardOutput = Pipe()
    let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = try FileHandle(forWritingTo: errors)
    try ChildProcess.withoutBlockedSignals { try process.run() }

    let writer = Thread {
      try? standardInput.fileHandleForWriting.write(contentsOf: Data(input))
      try? standardInput.fileHandleForWriting.close()
    }
    writer.start()
    output = Array(try standardOutput.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    errorOutput = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    exitCode = process.terminationStatus
  }

  /// Starts a program as a shell does: a signal that is blocked here, as all are in the threads of
  /// tests, would be blocked there too, and end nothing.
  private static func withoutBlockedSignals(_ start: () throws -> Void) rethrows {
    var (none, former) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try start()
  }
}
