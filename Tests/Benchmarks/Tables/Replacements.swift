import Glibc

extension Benchmark {
  /// Full replacement through the builder, with its difference.
  static let replacement = Benchmark(
    name: "replacement",
    title: "Whole lists, one after another in process, from identifier bytes to the published"
      + " state; time on the processor; 10 sections, 12-byte strings. Heckel's differ: its"
      + " difference only.",
    turns: 5,
    parts: [
      Part("documents", .inProcess { try measureDocuments($0.list, into: &$1) }),
      Part("heckel", .peer(measureHeckelDocuments)),
    ]
  )
}

private func measureDocuments(_ list: ItemList, into turn: inout Turn) throws {
  let model = Model()
  try list.forEachDocument { work, list in
    let bytes = ListBytes(list)
    var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
    var applied: Any?
    try samples.measure { applied = try model.replace(with: bytes) }
    keep(applied)
    guard model.numberOfItems == list.items.count else {
      throw BenchmarkError("a list was not applied")
    }
    turn.add(work, samples, .milliseconds)
  }
}

private func measureHeckelDocuments(_ column: Workload, into turn: inout Turn) {
  let old = HeckelPeer(column.list)
  for (work, replacement) in [("unchanged", Replacement.unchanged), ("1 % churn", .onePercent)] {
    let new = HeckelPeer(column.list.after(replacement))
    var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
    for _ in 0..<3 {
      samples.measure { keep(HeckelPeer.difference(from: old, to: new)) }
    }
    turn.add("\(HeckelPeer.name): \(work)", samples, .milliseconds)
  }
}
