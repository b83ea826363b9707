extension Benchmark {
  /// Lists of ten rows to a thousand.
  static let smallLists = Benchmark(
    name: "small-lists",
    title: "Small lists over pipes: edits, look-ups, and documents with the whole list; client and"
      + " daemon on one core; 10 sections, 12-byte strings.",
    columns: { options in
      (options.size.map { [$0] } ?? [10, 100, 1_000]).map { Workload(size: $0) }
    },
    turns: 5,
    parts: [
      Part(
        "edits",
        .overPipes { try measureEdits(500, Conversation($0), $1.list, .fresh, into: &$2) }
      ),
      Part(
        "lookups",
        .overPipes { try measureLookups(1, Conversation($0), $1.list, .fresh, into: &$2) }
      ),
      Part("documents", .overPipes { try measureDocuments(Conversation($0), $1.list, into: &$2) }),
    ]
  )
}

private func measureDocuments(
  _ daemon: Conversation,
  _ list: ItemList,
  into turn: inout Turn
) throws {
  let first = Exchange(
    request: Messages.apply(list),
    answer: #""numberOfItems":\#(list.items.count),"#
  )
  let renewal = [
    Exchange(request: Messages.close, answer: "didClose", isTimed: false),
    Exchange(request: Messages.create(options: "{}"), answer: #""revision":0"#, isTimed: false),
  ]
  let rounds = 0..<200
  try daemon.measure("first document", rounds.flatMap { _ in renewal + [first] }, into: &turn)
  try daemon.measure("unchanged document", rounds.map { _ in first }, into: &turn)
  let shuffled = Exchange(request: Messages.apply(list.after(.shuffled)), answer: first.answer)
  let turns = rounds.map { $0 % 2 == 0 ? shuffled : first }
  try daemon.measure("shuffled document", turns, into: &turn)
}
