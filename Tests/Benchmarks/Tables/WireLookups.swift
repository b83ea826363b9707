import TestSupport

extension Benchmark {
  /// Look-ups over the pipe, one and a thousand at a time.
  static let wireLookups = Benchmark(
    name: "wire-lookups",
    title: "Look-ups over pipes at random places, one or 1000 in a request; client and daemon on"
      + " one core; 10 sections, 12-byte strings.",
    turns: 5,
    parts: Order.allCases.map { order in
      Part(
        order.rawValue,
        .overPipes { build, column, turn in
          let daemon = try Conversation(build)
          for count in [1, 1000] {
            try measureLookups(count, daemon, column.list, order, into: &turn)
          }
        }
      )
    }
  )
}

/// Measures look-ups of so many items in one request.
func measureLookups(
  _ count: Int,
  _ daemon: Conversation,
  _ list: ItemList,
  _ order: Order,
  into turn: inout Turn
) throws {
  let list = try daemon.apply(list, order)
  var generator = SeededGenerator(seed: seed)
  let places = (0..<(count == 1 ? 2_000 : 100)).map { _ in
    (0..<count).map { _ in Int.random(in: list.items.indices, using: &generator) }
  }
  let paths = places.map { Messages.indexPaths(at: $0, of: list) }
  try daemon.measure(order.label("\(count) indexPath"), paths, into: &turn)
  let items = places.map { Messages.itemIdentifiers(at: $0, of: list) }
  try daemon.measure(order.label("\(count) itemIdentifier"), items, into: &turn)
}
