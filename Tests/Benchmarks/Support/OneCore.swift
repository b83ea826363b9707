import Glibc

/// Runs a piece of work with this process, and those that it starts, on one core.
func onOneCore<Result>(_ work: () throws -> Result) rethrows -> Result {
  let before = affinity("sched_getaffinity", CoreSet())
  // The last core that there is: the first one usually serves the interrupts.
  _ = affinity("sched_setaffinity", before.last)
  defer { _ = affinity("sched_setaffinity", before) }
  return try work()
}

/// A set of up to 1024 cores, a bit each.
private struct CoreSet {
  var words = [UInt64](repeating: 0, count: 16)

  /// The set of the last core of this one.
  var last: CoreSet {
    var set = CoreSet()
    if let word = words.lastIndex(where: { $0 != 0 }) {
      set.words[word] = 1 << UInt64(63 - words[word].leadingZeroBitCount)
    }
    return set
  }
}

/// Calls a function of the C library that its Swift module leaves out.
private func affinity(_ name: String, _ set: CoreSet) -> CoreSet {
  typealias Function = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32
  var set = set
  guard let symbol = dlsym(nil, name) else { return set }
  let function = unsafeBitCast(symbol, to: Function.self)
  set.words.withUnsafeMutableBytes { _ = function(0, $0.count, $0.baseAddress) }
  return set
}
