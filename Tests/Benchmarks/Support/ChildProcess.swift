import Glibc

/// A program that is driven through its standard streams, without any buffering library in between.
final class ChildProcess {
  let id: pid_t
  private let input: Int32
  private let output: Int32
  private let processorClock: clockid_t
  /// What is read into; its pages cost nothing before they are needed.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)

  /// Starts a program.
  ///
  /// - Parameter arguments: The path of the program, and what it is given.
  /// - Throws: When there is no such program.
  init(_ arguments: [String]) throws {
    let (toChild, fromChild) = (try Self.makePipe(), try Self.makePipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild.read, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.write, 1)
    var words = arguments.map { strdup($0) } + [nil]
    var id: pid_t = 0
    let error = posix_spawn(&id, arguments[0], &actions, nil, &words, environ)
    posix_spawn_file_actions_destroy(&actions)
    words.forEach { free($0) }
    close(toChild.read)
    close(fromChild.write)
    (self.id, input, output) = (id, toChild.write, fromChild.read)
    var clock = clockid_t()
    clock_getcpuclockid(id, &clock)
    processorClock = clock
    guard error == 0 else {
      throw BenchmarkError("\(arguments[0]) cannot be started; build the whole package first")
    }
  }

  /// Ends the program, whatever it does; nothing else may be asked of it then.
  func end() {
    kill(id, SIGKILL)
    close(input)
    close(output)
    var status: Int32 = 0
    waitpid(id, &status, 0)
    buffer.deallocate()
  }

  /// Writes bytes, all of them.
  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(input, part.baseAddress, part.count)
        guard count > 0 else { throw ConversationError.ended }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Waits for output, for a time.
  func hasOutput(withinMilliseconds time: Int) throws -> Bool {
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(time)) != 0
  }

  /// Waits for output and gives what has come to a closure.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws {
    let count = Glibc.read(output, buffer.baseAddress, buffer.count)
    guard count > 0 else { throw ConversationError.ended }
    body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// The time in nanoseconds that all threads of the program were on a processor.
  var processorTime: Int { time(of: processorClock) }

  /// A number of kilobytes from the kernel's account of the process, such as `VmHWM`.
  func kilobytes(_ name: String) -> Int {
    guard let file = fopen("/proc/\(id)/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return text.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  /// Forgets the peak of memory so far, so that `VmHWM` is that of what follows.
  func forgetPeak() {
    guard let file = fopen("/proc/\(id)/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError("no pipe can be made") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let setPipeSize: Int32 = 1031
    _ = fcntl(ends[1], setPipeSize, 1 << 20)
    return (ends[0], ends[1])
  }
}
