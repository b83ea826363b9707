import Glibc

/// Durations of one piece of work that was done several times.
struct Samples {
  private var nanoseconds: [Int] = []
  private let clock: clockid_t

  /// - Parameter clock: `CLOCK_PROCESS_CPUTIME_ID` for work of milliseconds, which other programs
  ///   interrupt: it goes only while this process does.
  init(_ clock: clockid_t = CLOCK_MONOTONIC) { self.clock = clock }

  var count: Int { nanoseconds.count }

  /// Adds a duration in nanoseconds.
  mutating func add(_ duration: Int) { nanoseconds.append(duration) }

  /// Runs a piece of work and adds how long it took.
  mutating func measure(_ work: () throws -> Void) rethrows {
    add(try time(clock, work))
  }

  var median: Int { quantile(50) }
  var p99: Int { quantile(99) }

  private func quantile(_ percent: Int) -> Int {
    guard !nanoseconds.isEmpty else { return 0 }
    return nanoseconds.sorted()[(nanoseconds.count - 1) * percent / 100]
  }
}

/// How long a piece of work takes, in nanoseconds.
func time(_ clock: clockid_t = CLOCK_MONOTONIC, _ work: () throws -> Void) rethrows -> Int {
  let start = time(of: clock)
  try countedWork(work)
  return time(of: clock) - start
}

/// What a clock shows, in nanoseconds.
func time(of clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Keeps the optimiser from dropping work whose result nobody reads.
@inline(never)
func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
