import TestSupport

extension Benchmark {
  /// What a front end asks of a daemon between two keystrokes.
  static let wireMixed = Benchmark(
    name: "wire-mixed",
    title: "Five methods in turn over pipes, so that each meets the caches that the others leave;"
      + " client and daemon on one core; 10 sections, 12-byte strings.",
    columns: { [Workload(size: $0.size ?? 100_000)] },
    turns: 5,
    parts: Order.allCases.map { order in
      Part(
        order.rawValue,
        .overPipes { try measureMixed(Conversation($0), $1.list, order, into: &$2) }
      )
    }
  )
}

private func measureMixed(
  _ daemon: Conversation,
  _ list: ItemList,
  _ order: Order,
  into turn: inout Turn
) throws {
  let list = try daemon.apply(list, order)
  var generator = SeededGenerator(seed: seed)
  var exchanges: [Exchange] = []
  // Appended items leave all others where they are.
  for (round, step) in SingleEdit.append.passes(1_000, in: list)[0].enumerated() {
    let place = Int.random(in: list.items.indices, using: &generator)
    exchanges += [
      Messages.edit(step), Messages.indexPaths(at: [place], of: list),
      Messages.itemIdentifiers(at: [place], of: list),
      Exchange(
        request: Messages.counts,
        answer: #""numberOfItems":\#(list.items.count + round + 1)"#
      ),
      Messages.changes(since: max(2, round - 8)),
    ]
  }
  let names = ["edit", "indexPath", "itemIdentifier", "counts", "changes"]
  try daemon.measure(names.map(order.label), exchanges, into: &turn)
}
