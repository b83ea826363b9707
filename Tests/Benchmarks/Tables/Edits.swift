import Glibc

extension Benchmark {
  /// One edit from identifiers to the published snapshot, beside others.
  static let edits = Benchmark(
    name: "edits",
    title: "One edit in process: its identifiers found, its difference, the new state published,"
      + " the old one kept; 10 sections, 12-byte strings, random places.",
    parts: Order.allCases.map { order in
      Part(
        order.rawValue,
        .inProcess { try measureEdits(2_000, $0.list, order, into: &$1) }
      )
    } + [
      Part("handles", .peer { try measureEdits(of: HandlePeer.self, $0.list, into: &$1) }),
      Part("tree", .peer { try measureEdits(of: TreePeer.self, $0.list, into: &$1) }),
      Part("heckel", .peer { try measureEdits(of: HeckelPeer.self, $0.list, into: &$1) }),
    ]
  )

  /// One edit of a list with many sections.
  static let sections = Benchmark(
    name: "sections",
    title: "One edit in process as in the table `edits`, but of a list with many sections.",
    columns: { options in Workload.manySections(size: options.largeSize) },
    parts: [Part("fresh", .inProcess { try measureEdits(500, $0.list, .fresh, into: &$1) })]
  )
}

private func measureEdits(
  _ count: Int,
  _ list: ItemList,
  _ order: Order,
  into turn: inout Turn
) throws {
  let lists = order.lists(list)
  let model = try Model(list)
  let home = ListBytes(lists[lists.count - 1])
  for edit in SingleEdit.allCases {
    var samples = Samples()
    for pass in edit.passes(turn.rounds(count), in: home.list) {
      try model.replace(with: home)
      for (round, step) in pass.enumerated() {
        let subject = IdentifierKind.string.bytes(of: step.subject)
        let anchor = IdentifierKind.string.bytes(of: step.anchor)
        let before = model.snapshot
        var after: Any?
        let work = { after = try model.apply(edit, subject: subject, anchor: anchor) }
        // The first edits after a document copy what it built, which those that follow need not.
        if round < pass.count / 10 { try work() } else { try samples.measure(work) }
        try model.check(edit, subject: subject, anchor: anchor)
        keep((before, after))
      }
    }
    turn.add(order.label(edit.rawValue), samples, .microseconds, tail: order == .fresh)
  }
}

private func measureEdits<Peer: EditPeer>(
  of type: Peer.Type,
  _ list: ItemList,
  into turn: inout Turn
) throws {
  for edit in SingleEdit.allCases {
    var samples = Samples(Peer.isLong ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC)
    for pass in edit.passes(Peer.isLong ? 3 : 500, in: list).prefix(1) {
      var peer = Peer(list)
      for step in pass {
        let (subject, anchor) = (EditText.item(step.subject), EditText.item(step.anchor))
        let before = peer
        var changes = PeerChanges()
        samples.measure {
          peer.apply(edit, subject: subject, anchor: anchor)
          changes = Peer.difference(from: before, to: peer)
        }
        guard edit.isOneOf(changes) else { throw BenchmarkError("\(Peer.name) goes wrong") }
      }
    }
    turn.add("\(Peer.name): \(edit.rawValue)", samples, .microseconds)
  }
}

extension SingleEdit {
  /// Whether changes are those of such an edit; moves may be more than one.
  fileprivate func isOneOf(_ changes: PeerChanges) -> Bool {
    let counts = [changes.deletes.count, changes.inserts.count, min(changes.moves.count, 1)]
    switch self {
    case .insert, .append: return counts == [0, 1, 0]
    case .delete: return counts == [1, 0, 0]
    case .move: return counts == [0, 0, 1]
    }
  }
}
