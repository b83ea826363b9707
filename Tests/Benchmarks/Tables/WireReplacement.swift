extension Benchmark {
  /// A document with a whole list over the pipe, beside what others need merely to parse it.
  static let wireReplacement = Benchmark(
    name: "wire-replacement",
    title: "A document with a whole list of 12-byte strings over pipes, first byte in to last byte"
      + " out; client and daemon on one core; peak: of resident memory, in sizes of the message.",
    columns: { [Workload(size: $0.largeSize)] },
    turns: 5,
    parts: [
      Part("documents", .overPipes(measureWireReplacement)),
      Part("parsing", .peer { try measureJSONPeers(Messages.apply($0.list), into: &$1) }),
    ]
  )
}

private func measureWireReplacement(
  _ build: Build,
  _ column: Workload,
  into turn: inout Turn
) throws {
  let first = try Conversation(build)
  try first.measureDocument("first time", column.list, into: &turn)
  for replacement in [Replacement.unchanged, .onePercent, .half] {
    // A fresh daemon each time, so that new identifiers are new each time.
    let daemon = try Conversation(build)
    try daemon.apply(column.list)
    try daemon.measureDocument(replacement.rawValue, column.list.after(replacement), into: &turn)
  }
}

extension Conversation {
  fileprivate func measureDocument(
    _ work: String,
    _ list: ItemList,
    into turn: inout Turn
  ) throws {
    let message = Messages.apply(list)
    program.forgetPeak()
    let processor = program.processorTime
    let duration = try time { try ask(message) }
    let processorTime = program.processorTime - processor
    try expect(#""numberOfItems":\#(list.items.count),"#)
    let peak = Double(program.kilobytes("VmHWM")) * 1024 / Double(message.count)
    turn.add(work, Double(duration), .milliseconds)
    turn.add(work, "cpu", Double(processorTime), .milliseconds)
    turn.add(work, "peak", peak, .times)
  }
}
