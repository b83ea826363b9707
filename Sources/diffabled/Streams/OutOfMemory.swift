import Glibc

/// Says why the process ends when the system has no memory left for it.
///
/// The Swift runtime aborts then, or faults when it has no room even for what it wants to say. A
/// handler for that can do nothing but write what was made ready before; faults of the daemon itself
/// end it by their signals as before.
enum OutOfMemory {
  /// `EX_SOFTWARE` of sysexits.h.
  static let exitCode: Int32 = 70

  /// Made once and for good: a signal handler can be given nothing but what stands still.
  private static let line = "diffabled: memory ran out, exit code \(exitCode)\n".utf8CString
    .withUnsafeBytes { text in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count - 1, alignment: 1)
      copy.copyBytes(from: text.dropLast())
      return (start: Int(bitPattern: copy.baseAddress), count: copy.count)
    }

  /// Where the handler runs, because the stack may be what had no room.
  private static let stack = Int(
    bitPattern: UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
  )

  /// What was to be done at a fault before.
  private static let formerAction = Int(
    bitPattern: UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
  )

  /// Whether the system gives as much as the allocator asks it for at least, which is 1 MiB in glibc
  /// when there is no room behind what it has.
  private static var isThereMemory: Bool {
    let size = 1 << 20
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard memory != MAP_FAILED else { return false }
    return munmap(memory, size) == 0
  }

  /// Begins to watch, unless somebody wants to see what the runtime says.
  static func prepare() {
    guard getenv("SWIFT_BACKTRACE") == nil, line.count > 0 else { return }
    var alternate = stack_t()
    alternate.ss_sp = UnsafeMutableRawPointer(bitPattern: stack)
    alternate.ss_size = 1 << 16
    guard sigaltstack(&alternate, nil) == 0 else { return }
    var action = sigaction()
    action.sa_flags = SA_ONSTACK
    action.__sigaction_handler.sa_handler = { signal in
      if signal == SIGSEGV, OutOfMemory.isThereMemory {
        // It is told as it would have been, as soon as this returns.
        sigaction(SIGSEGV, UnsafePointer(bitPattern: OutOfMemory.formerAction), nil)
        raise(SIGSEGV)
        return
      }
      var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      if poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 {
        let line = OutOfMemory.line
        _ = write(STDERR_FILENO, UnsafeRawPointer(bitPattern: line.start), line.count)
      }
      _exit(OutOfMemory.exitCode)
    }
    sigaction(SIGABRT, &action, nil)
    sigaction(SIGSEGV, &action, UnsafeMutablePointer(bitPattern: formerAction))
    openErrorsAgain()
  }

  /// Has writes to standard error return at once where it is a pipe or a terminal, which would wait
  /// for a reader who may never come.
  ///
  /// The runtime says why it aborts whether there is room or not, and a terminal that has room for
  /// less than a line says that it has some.
  /// Whoever else has it open waits as before.
  private static func openErrorsAgain() {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return }
    let own =
      status.st_mode & S_IFMT == S_IFIFO
      ? open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      : Terminal.openAgain(STDERR_FILENO) ?? -1
    guard own >= 0 else { return }
    dup2(own, STDERR_FILENO)
    close(own)
  }
}
