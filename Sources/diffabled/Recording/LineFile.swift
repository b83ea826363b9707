import Glibc

/// A file of the user's that is written through line by line.
///
/// Nothing is kept back: when a write returns, the system has the line, and a process that is
/// killed afterwards does not lose it.
final class LineFile {
  private let descriptor: Int32

  /// Opens a file that nobody but its owner may read.
  ///
  /// - Parameters:
  ///   - path: Where it is; standard error when it is `-`.
  ///   - isAppending: Whether it may be there already; what stands in it is kept.
  ///   - flag: The flag that named it, for the error.
  /// - Throws: ``UsageError/badFile(flag:path:reason:)``.
  init(path: String, isAppending: Bool, flag: String) throws(UsageError) {
    // A full quota shall be an error of the write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    guard path != "-" else {
      descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      return
    }
    // Without waiting: a pipe that nobody reads would hold the daemon up before it begins.
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_APPEND
    descriptor = open(path, isAppending ? flags : flags | O_EXCL, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw .fileExists(flag: flag, path: path) }
      throw .badFile(flag: flag, path: path, reason: String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .badFile(flag: flag, path: path, reason: "it is no regular file")
    }
    _ = fchmod(descriptor, 0o600)
  }

  /// Writes to what is open already.
  init(descriptor: Int32) {
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  deinit { close(descriptor) }

  /// Writes a line out of parts.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - beginning: What stands in front of it.
  /// - Returns: Nil when all of it was written, else the reason in English.
  func write(_ text: ArraySlice<UInt8>, after beginning: StaticString = "") -> String? {
    var newline = UInt8(ascii: "\n")
    return text.withUnsafeBytes { text in
      withUnsafeMutableBytes(of: &newline) { newline in
        write([
          iovec(
            UnsafeRawBufferPointer(start: beginning.utf8Start, count: beginning.utf8CodeUnitCount)
          ),
          iovec(text),
          iovec(UnsafeRawBufferPointer(newline)),
        ])
      }
    }
  }

  private func write(_ parts: [iovec]) -> String? {
    var parts = parts[...]
    while !parts.isEmpty {
      let count = parts.withUnsafeBufferPointer {
        writev(descriptor, $0.baseAddress, Int32($0.count))
      }
      if count < 0 {
        if errno == EINTR { continue }
        return String(cString: strerror(errno))
      }
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
    return nil
  }

  /// Whether a short line can be written without waiting for whoever reads it.
  var hasRoom: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLOUT) != 0
  }
}
