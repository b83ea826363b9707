import Glibc

/// Durations of one piece of work that was done several times.
struct Samples {
  private var nanoseconds: [Int] = []

  /// Adds a duration in nanoseconds.
  mutating func add(_ duration: Int) { nanoseconds.append(duration) }

  /// Runs a piece of work and adds how long it took.
  mutating func measure<Result>(_ work: () throws -> Result) rethrows -> Result {
    let start = now()
    let result = try work()
    nanoseconds.append(now() - start)
    return result
  }

  var median: Int { quantile(50) }
  var p99: Int { quantile(99) }
  var best: Int { nanoseconds.min() ?? 0 }

  private func quantile(_ percent: Int) -> Int {
    guard !nanoseconds.isEmpty else { return 0 }
    return nanoseconds.sorted()[(nanoseconds.count - 1) * percent / 100]
  }

  /// The median and the 99th percentile.
  func pair(_ unit: TimeUnit) -> String { "\(unit.text(median)) / \(unit.text(p99))" }

  /// The median and the least: for work that is too long to be repeated often.
  func pairWithBest(_ unit: TimeUnit) -> String { "\(unit.text(median)) / \(unit.text(best))" }
}

/// The time in nanoseconds from some moment on.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Keeps the optimiser from dropping work whose result nobody reads.
@inline(never)
func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
