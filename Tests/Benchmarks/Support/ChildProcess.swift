import Glibc

/// A program that is driven through its standard streams, line by line and without any buffering
/// library in between.
final class ChildProcess {
  let id: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 20)

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
    guard error == 0 else {
      throw BenchmarkError("\(arguments[0]) cannot be started; build the whole package first")
    }
  }

  /// Closes the streams and waits for the end of the program.
  func end() {
    close(input)
    close(output)
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }

  /// Writes bytes, all of them.
  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(input, part.baseAddress, part.count)
        precondition(count > 0, "the program reads no more")
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Reads what has arrived and counts the lines that end in it.
  func readLines() -> Int {
    let count = Glibc.read(output, &buffer, buffer.count)
    precondition(count > 0, "the program has ended")
    return buffer.withUnsafeBytes { bytes in
      var (lines, next) = (0, bytes.baseAddress)
      while let start = next, let end = bytes.baseAddress.map({ $0 + count }), start < end,
        let newline = memchr(start, 10, end - start)
      {
        lines += 1
        next = UnsafeRawPointer(newline) + 1
      }
      return lines
    }
  }

  /// Reads until a number of lines has come.
  func read(lines: Int) {
    var missing = lines
    while missing > 0 { missing -= readLines() }
  }

  /// Writes a request and reads the lines that it brings about.
  func ask(_ request: [UInt8], lines: Int = 1) {
    write(request)
    read(lines: lines)
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

extension ChildProcess {
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

  /// Starts the daemon with an empty data source.
  static func daemon(_ options: BenchmarkOptions) throws -> ChildProcess {
    let daemon = try ChildProcess([options.binary])
    daemon.ask(Messages.initialize)
    daemon.ask(Messages.create)
    return daemon
  }
}
