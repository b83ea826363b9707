import TestSupport

/// One edit over the pipe.
func measureWireEdits(_ options: BenchmarkOptions) throws {
  var table = Table(
    "One dataSource/edit over pipes, to its didApply and response; client and daemon on one core;"
      + " median / p99 in µs; 10 sections, 12-byte strings, seed \(seed).",
    columns: ["n"] + SingleEdit.allCases.map(\.rawValue)
  )
  for size in options.sizes {
    try onOneCore {
      let daemon = try ChildProcess.daemon(options)
      daemon.ask(Messages.apply(ItemList(count: size)), lines: 2)
      var row = [sizeText(size)]
      var next = size
      for edit in SingleEdit.allCases {
        row.append(samples(of: edit, size, &next, daemon).pair(.microseconds))
      }
      table.add(row)
      daemon.end()
    }
  }
  table.print()
}

private func samples(
  of edit: SingleEdit,
  _ size: Int,
  _ next: inout Int,
  _ daemon: ChildProcess
) -> Samples {
  // Items that are deleted in one half of the list are never named in the other.
  var generator = SeededGenerator(seed: seed)
  var samples = Samples()
  for round in 0..<2_200 {
    let item = Int.random(in: 0..<size / 2, using: &generator) * 2
    let anchor = Int.random(in: 0..<size / 2, using: &generator) * 2 + 1
    let kept = edit == .delete ? item : anchor == item ? anchor : (item | 1)
    let request = Messages.edit(edit, kept, anchor == kept ? 1 : anchor, new: next)
    next += 1
    let start = now()
    daemon.ask(request, lines: 2)
    if round >= 200 { samples.add(now() - start) }
  }
  return samples
}
