/// How much the log tells.
enum LogLevel: String, CaseIterable, Comparable {
  /// What could not be done: a recording that stopped, a fault of the daemon, an end in failure.
  case error
  /// Also the start and the end, broken frames, and refused requests.
  case info
  /// Also every message.
  case debug

  static func < (lhs: LogLevel, rhs: LogLevel) -> Bool {
    allCases.firstIndex(of: lhs) ?? 0 < allCases.firstIndex(of: rhs) ?? 0
  }
}
