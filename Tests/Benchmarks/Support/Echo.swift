import Glibc

/// The least that a program of the daemon's shape can do: wait, read, and write the same back.
enum Echo {
  static func run() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) > 0 {
      let count = read(0, &buffer, buffer.count)
      guard count > 0 else { return }
      _ = write(1, buffer, count)
    }
  }
}
