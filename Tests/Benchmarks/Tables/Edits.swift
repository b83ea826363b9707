extension Benchmark {
  /// One edit from identifiers to the published snapshot, beside arrays and a dictionary differ.
  static let edits = Benchmark(
    name: "edits",
    title: "One edit in process: its identifiers found, its difference, the new state published,"
      + " the old one kept; 10 sections, 12-byte strings, random places.",
    parts: [
      Part(
        "fresh",
        .inProcess { column, turn in
          try measureEdits(in: column.list, Model(ListBytes(column.list)), into: &turn)
        }
      ),
      Part("heckel", .peer { column, turn in measureHeckelEdits(column.list, into: &turn) }),
    ]
  )
}

private func measureEdits(in list: ItemList, _ model: Model, into turn: inout Turn) throws {
  let home = ListBytes(list)
  for edit in SingleEdit.allCases {
    let steps = edit.steps(turn.rounds(2_000), in: list)
    let identifiers = steps.map { step in
      [step.subject, step.anchor].map(IdentifierKind.string.bytes)
    }
    var samples = Samples()
    for names in identifiers {
      let before = model.snapshot
      var after: Any?
      try samples.measure {
        after = try model.apply(edit, subject: names[0], anchor: names[1])
      }
      keep((before, after))
    }
    turn.add(edit.rawValue, samples, .microseconds)
    try model.replace(with: home)
  }
}

private func measureHeckelEdits(_ list: ItemList, into turn: inout Turn) {
  let home = HeckelPeer(list)
  for edit in SingleEdit.allCases {
    var peer = home
    var samples = Samples()
    for step in edit.steps(max(3, 300_000 / list.items.count), in: list) {
      let before = peer
      let (subject, anchor) = (
        IdentifierKind.string.text(of: step.subject), IdentifierKind.string.text(of: step.anchor)
      )
      samples.measure {
        peer.apply(edit, subject: subject, anchor: anchor)
        keep(HeckelPeer.difference(from: before, to: peer))
      }
    }
    turn.add("Heckel's differ: \(edit.rawValue)", samples, .microseconds)
  }
}
