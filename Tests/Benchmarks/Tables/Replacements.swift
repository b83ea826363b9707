import Glibc

extension Benchmark {
  /// Full replacement through the builder, with its difference.
  static let replacement = Benchmark(
    name: "replacement",
    title: "A whole list replaced in process, from identifier bytes to the published state; time on"
      + " the processor; 10 sections. Heckel's differ: arrays of String, the difference only.",
    turns: 5,
    parts: IdentifierKind.allCases.map { kind in
      Part(kind.rawValue, .inProcess { try measureReplacements($0.list, kind, into: &$1) })
    } + [Part("heckel", .peer(measureHeckelReplacements))]
  )
}

private func measureReplacements(
  _ list: ItemList,
  _ kind: IdentifierKind,
  into turn: inout Turn
) throws {
  let repeats = turn.rounds(list.items.count > 200_000 ? 2 : 5)
  let base = ListBytes(list, kind)
  var first = Samples(CLOCK_PROCESS_CPUTIME_ID)
  for _ in 0..<repeats {
    var model: Model?
    try first.measure { model = try Model(base) }
    keep(model)
  }
  turn.add("\(kind.rawValue): first build", first, .milliseconds)
  for replacement in Replacement.allCases {
    let next = ListBytes(list.after(replacement), kind)
    var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
    for _ in 0..<repeats {
      // A fresh data source each time, so that new identifiers are new each time.
      let model = try Model(base)
      var applied: Any?
      try samples.measure { applied = try model.replace(with: next) }
      keep(applied)
    }
    turn.add("\(kind.rawValue): \(replacement.rawValue)", samples, .milliseconds)
  }
}

private func measureHeckelReplacements(_ column: Workload, into turn: inout Turn) {
  let old = HeckelPeer(column.list)
  for replacement in [Replacement.unchanged, .onePercent] {
    let new = HeckelPeer(column.list.after(replacement))
    var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
    for _ in 0..<3 {
      samples.measure { keep(HeckelPeer.difference(from: old, to: new)) }
    }
    turn.add("Heckel's differ: \(replacement.rawValue)", samples, .milliseconds)
  }
}
