extension Benchmark {
  /// Small requests over the pipe, beside a program that only echoes.
  static let roundTrips = Benchmark(
    name: "round-trips",
    title: "The smallest request, snapshot/counts, over pipes; client and program on one core; time"
      + " of one request. Peer: a program that writes back what it reads, line by line.",
    columns: { _ in [Workload(size: 1000)] },
    turns: 5,
    parts: [Part("counts", .overPipes(measureRoundTrips))]
  )
}

private func measureRoundTrips(_ build: Build, _ column: Workload, into turn: inout Turn) throws {
  let daemon = try Conversation(build)
  try daemon.apply(column.list)
  let echo = try Conversation([Build.own.benchmarks, "echo"])
  let single = try measureSerial("one at a time", daemon, into: &turn)
  let echoed = try measureSerial("echo, one at a time", echo, into: &turn)
  turn.add("one at a time, more than echo", single - echoed, .microseconds)
  try measureInFlight("32 in flight", daemon, into: &turn)
  try measureInFlight("echo, 32 in flight", echo, into: &turn)
}

private let count = 20_000

private func measureSerial(
  _ work: String,
  _ program: Conversation,
  into turn: inout Turn
) throws -> Double {
  for _ in 0..<count / 10 { try program.ask(Messages.counts) }
  var samples = Samples()
  let processor = program.program.processorTime
  let all = try time {
    for _ in 0..<count { try samples.measure { try program.ask(Messages.counts) } }
  }
  turn.add(work, samples, .microseconds, tail: true)
  turn.add(work, "cpu", perRequest(program.program.processorTime - processor), .microseconds)
  turn.add(work, "requests", 1e9 / perRequest(all), .perSecond)
  return Double(samples.median)
}

private func measureInFlight(
  _ work: String,
  _ program: Conversation,
  into turn: inout Turn
) throws {
  try program.ask(Messages.counts, times: count / 10, inFlight: 32)
  let processor = program.program.processorTime
  let all = try time { try program.ask(Messages.counts, times: count, inFlight: 32) }
  turn.add(work, perRequest(all), .microseconds)
  turn.add(work, "cpu", perRequest(program.program.processorTime - processor), .microseconds)
  turn.add(work, "requests", 1e9 / perRequest(all), .perSecond)
}

private func perRequest(_ nanoseconds: Int) -> Double { Double(nanoseconds) / Double(count) }
