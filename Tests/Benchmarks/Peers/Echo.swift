import Glibc

/// The least that a program of the daemon's shape can do: wait, read, and write each line back.
enum Echo {
  static func run() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) > 0 {
      let count = read(0, &buffer, buffer.count)
      guard count > 0 else { return }
      for line in buffer[..<count].split(separator: 10) {
        _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count + 1) }
      }
    }
  }
}
