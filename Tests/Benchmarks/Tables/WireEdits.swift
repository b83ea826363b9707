extension Benchmark {
  /// One edit over the pipe.
  static let wireEdits = Benchmark(
    name: "wire-edits",
    title: "One dataSource/edit over pipes, to its didApply and response; client and daemon on one"
      + " core; 10 sections, 12-byte strings.",
    turns: 5,
    parts: Order.allCases.map { order in
      Part(
        order.rawValue,
        .overPipes { try measureEdits(1_000, Conversation($0), $1.list, order, into: &$2) }
      )
    }
  )

  /// One edit over the pipe, of a list with many sections.
  static let wireSections = Benchmark(
    name: "wire-sections",
    title: "One dataSource/edit over pipes as in the table `wire-edits`, but of a list with many"
      + " sections.",
    columns: { options in Workload.manySections(size: options.largeSize) },
    parts: [
      Part(
        "fresh",
        .overPipes { try measureEdits(300, Conversation($0), $1.list, .fresh, into: &$2) }
      )
    ]
  )
}

func measureEdits(
  _ count: Int,
  _ daemon: Conversation,
  _ list: ItemList,
  _ order: Order,
  into turn: inout Turn
) throws {
  let home = try daemon.apply(list, order)
  let reset = Exchange(request: Messages.apply(home), answer: "", isTimed: false)
  for edit in SingleEdit.allCases {
    let passes = edit.passes(count, in: home).map { [reset] + $0.map(Messages.edit) }
    try daemon.measure(
      order.label(edit.rawValue),
      passes.flatMap { $0 },
      tail: order == .fresh,
      into: &turn
    )
  }
}
