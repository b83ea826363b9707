extension Benchmark {
  /// Documents with a whole list over the pipe, beside what others need merely to parse one.
  static let wireReplacement = Benchmark(
    name: "wire-replacement",
    title: "Documents with a whole list, one after another over pipes to one daemon, first byte in"
      + " to last byte out; client and daemon on one core; peak: of resident memory, in sizes of"
      + " the message.",
    columns: { [Workload(size: $0.largeSize)] },
    turns: 5,
    parts: [
      documents,
      Part("parsing", .peer { try measureJSONPeers(Messages.apply($0.list), into: &$1) }),
    ]
  )

  /// The same with other identifiers, and with contents.
  static let wireIdentifiers = Benchmark(
    name: "wire-identifiers",
    title: "Documents as in the table `wire-replacement`, of items that are identified otherwise.",
    columns: { options in
      [IdentifierKind.uuid, .integer, .stringWithContent].map { kind in
        var workload = Workload(size: options.largeSize, head: kind.rawValue)
        workload.kind = kind
        return workload
      }
    },
    isMain: false,
    parts: [documents]
  )

  private static let documents = Part("documents", .overPipes(measureDocuments))
}

private func measureDocuments(_ build: Build, _ column: Workload, into turn: inout Turn) throws {
  let daemon = try Conversation(build)
  try column.list.forEachDocument { work, list in
    let message = Messages.apply(list, column.kind)
    daemon.program.forgetPeak()
    let start = daemon.program.processorTime
    let duration = try time { try daemon.ask(message) }
    let processorTime = daemon.program.processorTime - start
    try daemon.expect(#""numberOfItems":\#(list.items.count),"#)
    turn.add(work, Double(duration), .milliseconds)
    turn.add(work, "cpu", Double(processorTime), .milliseconds)
    let peak = Double(daemon.program.kilobytes("VmHWM")) * 1024
    turn.add(work, "peak", peak / Double(message.count), .times)
  }
}
