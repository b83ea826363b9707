import DiffableProtocol

/// Where the session stands between `initialize` and `exit`.
enum Lifecycle {
  /// Nothing but `initialize`, `rpc.discover` and `exit` is served.
  case uninitialized
  /// Everything but a second `initialize` is served.
  case running
  /// After `shutdown`: nothing but `exit` is served.
  case shuttingDown
  /// After `exit`, with the exit code.
  case exited(Int32)

  /// Refuses a request that has no place here.
  func check(
    _ method: Method?,
    named name: @autoclosure () -> String
  ) throws(DiffableError) {
    switch (self, method) {
    case (.uninitialized, .initialize), (.uninitialized, .discover): return
    case (.uninitialized, _): throw .beforeInitialize(name())
    case (.running, .initialize): throw .initializedAlready
    case (.running, _): return
    case (.shuttingDown, _), (.exited, _): throw .afterShutdown(name())
    }
  }

  /// The exit code that `exit` brings about.
  var exitCode: Int32 {
    if case .shuttingDown = self { 0 } else { 1 }
  }
}
