/// A document with a whole list over the pipe, beside what others need merely to parse it.
func measureWireReplacement(_ options: BenchmarkOptions) throws {
  let size = options.largeSize
  let list = ItemList(count: size)
  let message = Messages.apply(list)
  var table = Table(
    "\(sizeText(size)) string identifiers replaced over pipes, first byte in to last byte out;"
      + " client and daemon on one core; median / best in ms, and the peak of resident memory in"
      + " sizes of the message (\(message.count) bytes); seed \(seed)."
      + " Peers: merely parsing the message.",
    columns: ["work", "ms", "peak"]
  )
  try onOneCore {
    table.add(["first time"] + (try replacing(nil, with: message, options)))
    for replacement in [Replacement.unchanged, .onePercent, .half] {
      let next = Messages.apply(replacement.list(from: list))
      table.add([replacement.rawValue] + (try replacing(message, with: next, options)))
    }
    for row in try JSONPeers(parsing: message, repeats: 5).rows {
      table.add([row.name, row.milliseconds, ""])
    }
  }
  table.print()
}

private func replacing(
  _ base: [UInt8]?,
  with next: [UInt8],
  _ options: BenchmarkOptions
) throws -> [String] {
  var samples = Samples()
  var peak = 0
  for _ in 0..<7 {
    // A fresh daemon each time, so that new identifiers are new each time.
    let daemon = try ChildProcess.daemon(options)
    if let base { daemon.ask(base, lines: 2) }
    samples.measure { daemon.ask(next, lines: 2) }
    peak = max(peak, daemon.kilobytes("VmHWM"))
    daemon.end()
  }
  let ratio = Double(peak) * 1024 / Double(next.count)
  return [samples.pairWithBest(.milliseconds), decimal(ratio)]
}
