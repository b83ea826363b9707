import Glibc

/// A file of the user's that is written through line by line.
///
/// Nothing is kept back: when a write returns, the system has the line, and a process that is
/// killed afterwards does not lose it.
final class LineFile {
  private let descriptor: Int32
  /// Whether to wait for whoever reads it.
  private let isWaiting: Bool
  /// Whether the last line has no end, because a terminal took a part of it only.
  private var isCut = false

  /// Makes a file that nobody but its owner may read.
  ///
  /// - Parameters:
  ///   - path: Where. What is there already, if only a link that leads nowhere, is left alone.
  ///   - flag: The flag that named it, for the error.
  /// - Throws: ``UsageError/badFile(flag:path:reason:)`` or ``UsageError/fileExists(flag:path:)``.
  init(creating path: String, flag: String) throws(UsageError) {
    guard path != "-" else {
      throw .badFile(flag: flag, path: path, reason: "it has to be a file")
    }
    descriptor = Self.create(path)
    isWaiting = false
    guard descriptor >= 0 else {
      if errno == EEXIST { throw .fileExists(flag: flag, path: path) }
      throw .badFile(flag: flag, path: path, reason: String(cString: strerror(errno)))
    }
    _ = fchmod(descriptor, 0o600)
  }

  /// Opens a file to write behind what it holds, or makes one that nobody but its owner may read.
  ///
  /// - Parameters:
  ///   - path: Where it is; standard error when it is `-`.
  ///   - flag: The flag that named it, for the error.
  /// - Throws: ``UsageError/badFile(flag:path:reason:)``.
  init(appendingTo path: String, flag: String) throws(UsageError) {
    isWaiting = false
    guard path != "-" else {
      descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      return
    }
    let created = Self.create(path)
    if created >= 0 { _ = fchmod(created, 0o600) }
    descriptor = created < 0 && errno == EEXIST ? open(path, Self.openFlags) : created
    guard descriptor >= 0 else {
      let reason = errno == ELOOP ? "it is a symbolic link" : String(cString: strerror(errno))
      throw .badFile(flag: flag, path: path, reason: reason)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      status.isNullDevice || status.isRegular && !Self.isSetting(status)
    else {
      close(descriptor)
      throw .badFile(flag: flag, path: path, reason: "it is no regular file")
    }
  }

  /// Whether a file is one of the system's own settings, which only look like files.
  private static func isSetting(_ file: stat) -> Bool {
    ["/proc", "/sys"].contains { folder in
      var (top, mounted) = (stat(), stat())
      guard stat("/", &top) == 0, stat(folder, &mounted) == 0 else { return false }
      return mounted.st_dev != top.st_dev && mounted.st_dev == file.st_dev
    }
  }

  /// Without waiting: a pipe that nobody reads would hold the daemon up before it begins.
  private static let openFlags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_APPEND | O_NOFOLLOW

  /// The descriptor of a new file, or -1 with `errno` set, to `EEXIST` if there is one already.
  private static func create(_ path: String) -> Int32 {
    open(path, openFlags | O_CREAT | O_EXCL, 0o600)
  }

  /// Writes to what is open already, as fast as it is read.
  init(descriptor: Int32) {
    isWaiting = true
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  deinit { close(descriptor) }

  /// Whether it is the regular file that a descriptor leads to.
  func isSame(as other: Int32) -> Bool {
    var (mine, others) = (stat(), stat())
    guard fstat(descriptor, &mine) == 0, fstat(other, &others) == 0 else { return false }
    return mine.isRegular && mine.st_dev == others.st_dev && mine.st_ino == others.st_ino
  }

  /// How many bytes are written between two looks.
  private static let portion = 1 << 22

  /// Writes a line out of parts; control characters within, such as line ends between the values of
  /// JSON, are blanks then.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - beginning: What stands in front of it.
  ///   - mayContinue: Asked now and then while a long line is written, whether to go on.
  /// - Returns: Nil when all of it was written, or when nobody wants it to its end: then a regular file
  ///   has nothing of it. Also nil when there was no room for all of it, and nobody waits. Else the
  ///   reason in English.
  func write(
    _ text: ArraySlice<UInt8>,
    after beginning: StaticString = "",
    mayContinue: () -> Bool = { true }
  ) -> String? {
    var start = stat()
    guard text.count > Self.portion, fstat(descriptor, &start) == 0, start.isRegular else {
      return write(text, beginning)
    }
    // What is written now is behind all that was there.
    if let reason = write(text.prefix(0), beginning, end: "") { return reason }
    var rest = text
    while !rest.isEmpty {
      guard mayContinue() else {
        return ftruncate(descriptor, start.st_size) == 0 ? nil : String(cString: strerror(errno))
      }
      let portion = rest.prefix(Self.portion)
      rest = rest.dropFirst(portion.count)
      if let reason = write(portion, "", end: rest.isEmpty ? "\n" : "") { return reason }
    }
    return nil
  }

  private func write(
    _ text: ArraySlice<UInt8>,
    _ beginning: StaticString,
    end: StaticString = "\n"
  ) -> String? {
    let isPlain = !text.contains { $0 < 0x20 }
    let text = isPlain ? text : text.map { $0 < 0x20 ? 0x20 : $0 }[...]
    return text.withUnsafeBytes { text in
      write([iovec(of: beginning), iovec(text), iovec(of: end)])
    }
  }

  private func write(_ line: [iovec]) -> String? {
    var parts = line[...]
    if isCut { parts.insert(iovec(of: "\n"), at: 0) }
    while !parts.isEmpty {
      let count = parts.withUnsafeBufferPointer {
        writev(descriptor, $0.baseAddress, Int32($0.count))
      }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { return String(cString: strerror(errno)) }
        guard isWaiting else { return nil }
        StandardStreams.waitForRoom(descriptor)
        continue
      }
      isCut = true
      var written = count
      while let first = parts.first, written >= first.iov_len {
        written -= first.iov_len
        parts.removeFirst()
      }
      guard written > 0, let first = parts.first else { continue }
      parts[parts.startIndex] = iovec(
        iov_base: first.iov_base?.advanced(by: written),
        iov_len: first.iov_len - written
      )
    }
    isCut = false
    return nil
  }

  /// Whether a short line can be written without waiting for whoever reads it.
  var hasRoom: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLOUT) != 0
  }
}

extension iovec {
  fileprivate init(of text: StaticString) {
    self.init(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension stat {
  fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  /// Whether it is what Linux knows as `/dev/null`.
  fileprivate var isNullDevice: Bool { st_mode & S_IFMT == S_IFCHR && st_rdev == 0x103 }
}
