import Glibc
import JSON

extension Benchmark {
  /// The message with a whole list, parsed.
  static let parsing = Benchmark(
    name: "parsing",
    title: "A message with a whole list parsed; time on the processor; 12-byte strings.",
    columns: { [Workload(size: $0.largeSize)] },
    parts: [
      Part("tape", .inProcess(measureParsing)),
      Part("others", .peer { try measureJSONPeers(Messages.apply($0.list), into: &$1) }),
    ]
  )
}

private func measureParsing(_ column: Workload, into turn: inout Turn) throws {
  let text = Messages.apply(column.list)
  var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
  for _ in 0..<turn.rounds(11) {
    try samples.measure { keep(try JSONDocument(parsing: text)) }
  }
  turn.add("JSONDocument", samples, .milliseconds)
}
