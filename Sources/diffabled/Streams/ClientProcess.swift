import Glibc

/// The process that the client said it is, to be noticed when it dies.
struct ClientProcess {
  private let processID: Int32

  /// When it was started, which tells it from a later process of the same number.
  private let startTime: Substring?

  /// Nil when there is no such process now, so that its death cannot be told.
  init?(processID: Int32) {
    guard processID > 0, Self.exists(processID) else { return nil }
    let status = Self.status(of: processID)
    guard status?.isDead != true else { return nil }
    self.processID = processID
    startTime = status?.startTime
  }

  /// Whether it still runs; one that is dead and waits for its parent does not.
  var isAlive: Bool {
    guard Self.exists(processID) else { return false }
    guard let startTime, let status = Self.status(of: processID) else { return true }
    return !status.isDead && status.startTime == startTime
  }

  private static func exists(_ processID: Int32) -> Bool {
    kill(processID, 0) == 0 || errno == EPERM
  }

  /// What Linux tells about a process, nil where it tells nothing.
  private static func status(of processID: Int32) -> (isDead: Bool, startTime: Substring)? {
    let descriptor = open("/proc/\(processID)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { space, count in
      count = max(0, read(descriptor, space.baseAddress, space.count))
    }
    // The second field is the name in parentheses, which may contain anything.
    guard let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = String(decoding: bytes[(nameEnd + 1)...], as: UTF8.self).split(separator: " ")
    guard fields.count > 19 else { return nil }
    return (fields[0] == "Z" || fields[0] == "X", fields[19])
  }
}
