import Glibc

/// The least that a program of the daemon's shape can do: wait, read, and write each line back.
enum Echo {
  static func run() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) > 0 {
      let count = read(0, &buffer, buffer.count)
      guard count > 0 else { return }
      // The client writes lines as a whole, so none goes on in what is read next.
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: 10) {
        _ = rest[...end].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        rest = rest[(end + 1)...]
      }
    }
  }
}
