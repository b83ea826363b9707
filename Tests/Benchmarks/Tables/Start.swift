extension Benchmark {
  /// From the start of the process to the answered initialize.
  static let start = Benchmark(
    name: "start",
    title: "Start of the daemon to the answered initialize, and its resident memory after it.",
    columns: { _ in [Workload(size: 0, head: "no list")] },
    turns: 5,
    parts: [Part("initialize", .overPipes(measureStart))]
  )
}

private func measureStart(_ build: Build, _ column: Workload, into turn: inout Turn) throws {
  var (samples, processor) = (Samples(), Samples())
  var memory = 0
  for _ in 0..<20 {
    var daemon: Conversation?
    try samples.measure {
      daemon = try Conversation([build.daemon])
      try daemon?.ask(Messages.initialize)
    }
    processor.add(daemon?.program.processorTime ?? 0)
    memory = daemon?.program.kilobytes("VmRSS") ?? 0
  }
  turn.add("start", samples, .milliseconds)
  turn.add("start", "cpu", Double(processor.median), .milliseconds)
  turn.add("start", "memory", Double(memory) * 1024, .mebibytes)
}
