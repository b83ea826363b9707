/// Small requests over the pipe, beside a program that only echoes.
func measureRoundTrips(_ options: BenchmarkOptions) throws {
  var table = Table(
    "Round trips of snapshot/counts over pipes, client and program on one core; requests a second,"
      + " then median / p99 of one in µs. Peer: a program that writes back what it reads.",
    columns: ["program", "one at a time", "µs", "32 in flight"]
  )
  try onOneCore {
    let daemon = try ChildProcess.daemon(options)
    daemon.ask(Messages.apply(ItemList(count: 1000)), lines: 2)
    table.add(["diffabled"] + roundTrips(daemon))
    daemon.end()
    let echo = try ChildProcess(["/proc/self/exe", "echo"])
    table.add(["echo"] + roundTrips(echo))
    echo.end()
  }
  table.print()
}

private func roundTrips(_ child: ChildProcess) -> [String] {
  for _ in 0..<2_000 { child.ask(Messages.counts) }
  var single = Samples()
  for _ in 0..<40_000 { single.measure { child.ask(Messages.counts) } }
  // The rate comes from the median, since other programs run on the core now and then.
  return [
    "\(1_000_000_000 / max(1, single.median))", single.pair(.microseconds),
    "\(1_000_000_000 * 1000 / max(1, window(child).median))",
  ]
}

/// How long a thousand requests take of which 32 are always on their way.
private func window(_ child: ChildProcess) -> Samples {
  let requests = (0...32).map { count in Array((0..<count).map { _ in Messages.counts }.joined()) }
  child.write(requests[32])
  var samples = Samples()
  for _ in 0..<100 {
    samples.measure {
      var missing = 1000
      while missing > 0 {
        let answered = child.readLines()
        child.write(requests[answered])
        missing -= answered
      }
    }
  }
  child.read(lines: 32)
  return samples
}
