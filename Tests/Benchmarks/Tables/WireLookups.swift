import TestSupport

extension Benchmark {
  /// Look-ups over the pipe, one and a thousand at a time.
  static let wireLookups = Benchmark(
    name: "wire-lookups",
    title: "Look-ups over pipes at random places, one or 1000 in a request; client and daemon on"
      + " one core; 10 sections, 12-byte strings.",
    turns: 5,
    parts: [Part("fresh", .overPipes(measureWireLookups))]
  )
}

private func measureWireLookups(_ build: Build, _ column: Workload, into turn: inout Turn) throws {
  let daemon = try Conversation(build)
  let list = column.list
  try daemon.apply(list)
  for count in [1, 1000] {
    var generator = SeededGenerator(seed: seed)
    let places = (0..<(count == 1 ? 2_000 : 100)).map { _ in
      (0..<count).map { _ in Int.random(in: list.items.indices, using: &generator) }
    }
    let paths = places.map { Messages.indexPaths(at: $0, of: list) }
    try daemon.measure("\(count) indexPath", paths, into: &turn)
    let items = places.map { Messages.itemIdentifiers(at: $0, of: list) }
    try daemon.measure("\(count) itemIdentifier", items, into: &turn)
  }
}
