import Foundation

/// Kills a child process that hangs, so that the test that waits for it ends.
///
/// How long a test takes says nothing: a hundred of them may share two processors. What hangs is a
/// process that slept, and the thread that made it slept too, at a minute's looks without once
/// being woken in between; or a process that alone has had a processor for two minutes, which no
/// test needs.
struct Watchdog {
  private static let looks = 60
  private static let maxTicks = 120 * sysconf(Int32(_SC_CLK_TCK))

  private let timer: any DispatchSourceTimer

  /// Begins to look, once a second, until `cancel`.
  init(processID: Int32) throws {
    let thread = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    var before: [Activity] = []
    var numberOfSleeps = 0
    timer = DispatchSource.makeTimerSource()
    timer.setEventHandler {
      let now = ["\(processID)", thread].compactMap { Activity(of: $0) }
      guard now.count == 2 else { return }
      let sleeps = now == before && now.allSatisfy(\.isAsleep)
      numberOfSleeps = sleeps ? numberOfSleeps + 1 : 0
      before = now
      if numberOfSleeps >= Self.looks || now[0].ticks > Self.maxTicks {
        kill(processID, SIGKILL)
      }
    }
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.resume()
  }

  func cancel() { timer.cancel() }

  /// What the system says that a process or a thread has done.
  private struct Activity: Equatable {
    let isAsleep: Bool
    /// How long it has had a processor, in clock ticks.
    let ticks: Int
    /// How often it gave one up to wait for something.
    let numberOfWaits: Substring?

    /// Nil when there is no such process or thread any more.
    init?(of path: String) {
      guard let stat = Self.text("/proc/\(path)/stat"), let name = stat.lastIndex(of: ")"),
        let status = Self.text("/proc/\(path)/status")
      else { return nil }
      // The name in parentheses, which may contain anything, is the second of the fields.
      let fields = stat[stat.index(after: name)...].split(separator: " ")
      isAsleep = fields[0] == "S"
      ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
      numberOfWaits = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") }
    }

    private static func text(_ path: String) -> String? {
      try? String(contentsOfFile: path, encoding: .utf8)
    }
  }
}

extension Process {
  /// Waits for the end without being woken before, which `waitUntilExit` alone is: a watchdog would
  /// never see that nothing happens.
  func sleepUntilExit() {
    var information = siginfo_t()
    let options = WEXITED | WNOWAIT
    while waitid(P_PID, id_t(processIdentifier), &information, options) == -1, errno == EINTR {}
    waitUntilExit()
  }
}
