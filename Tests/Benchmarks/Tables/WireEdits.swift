extension Benchmark {
  /// One edit over the pipe.
  static let wireEdits = Benchmark(
    name: "wire-edits",
    title: "One dataSource/edit over pipes, to its didApply and response; client and daemon on one"
      + " core; 10 sections, 12-byte strings.",
    turns: 5,
    parts: [Part("fresh", .overPipes(measureWireEdits))]
  )
}

private func measureWireEdits(_ build: Build, _ column: Workload, into turn: inout Turn) throws {
  let daemon = try Conversation(build)
  for edit in SingleEdit.allCases {
    try daemon.apply(column.list)
    let steps = edit.steps(1_000, in: column.list)
    try daemon.measure(edit.rawValue, steps.map(Messages.edit), into: &turn)
  }
}
