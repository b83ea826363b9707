import Glibc

/// Milliseconds of a clock that only goes forward.
private func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// How long the end waits for a reader that does not read.
struct DrainDeadline {
  /// A little less than the 2 s that the protocol allows, so that the exit itself is within them.
  private static let patience = 1900

  private var start: Int?

  /// Begins anew, because something was read.
  mutating func restart() {
    start = nil
  }

  /// The milliseconds that are left, counted from when this was first asked.
  var remaining: Int32 {
    mutating get {
      let now = now()
      let begun = start ?? now
      start = begun
      return Int32(clamping: max(0, begun + Self.patience - now))
    }
  }

  /// Whether nothing is left.
  var isOver: Bool {
    mutating get { remaining == 0 }
  }
}

/// Looks twice a second whether the process of the client still runs.
struct ClientWatch {
  /// Milliseconds between two looks.
  static let interval: Int32 = 500

  private var process: ClientProcess?
  private var lastLook: Int?

  /// Takes the first look, as soon as the process is named: one that dies before it is not noticed.
  mutating func begin(_ processID: Int32?, _ streams: StandardStreams) {
    guard let processID, lastLook == nil else { return }
    lastLook = now()
    process = ClientProcess(processID: processID)
    if let process { EndWatch.begin(for: process, streams) }
  }

  /// Whether the process has died since it was first named.
  mutating func isClientDead() -> Bool {
    guard let process, let last = lastLook else { return false }
    let now = now()
    guard now - last >= Int(Self.interval) else { return false }
    lastLook = now
    return !process.isAlive
  }
}
