extension GrowthRow {
  /// Sections, n of them with an item each unless the title says otherwise.
  static let sections = [
    GrowthRow(name: "3", title: "deleteSections of every second of n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      let sections = stride(from: 0, to: trial.size, by: 2)
      try trial.measure(
        edits: [EditText.deleteSections(sections)],
        CountText.sections(deleted: trial.size / 2)
      )
    },
    GrowthRow(name: "4", title: "clearSections of every second of n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      let sections = stride(from: 0, to: trial.size, by: 2)
      try trial.measure(
        edits: [EditText.clearSections(sections)],
        CountText.items(deleted: trial.size / 2)
      )
    },
    GrowthRow(name: "5", title: "200 × moveSection in one request, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      let edits = (0..<200).map { moveSection(trial, $0) }
      try trial.measure(edits: edits, CountText.sections(moved: 200))
    },
    GrowthRow(name: "6", title: "200 × moveItem in one request, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      let edits = (0..<200).map { round in
        EditText.moveItem(trial.place(round), after: trial.place(round + 1_000))
      }
      try trial.measure(edits: edits, CountText.items(moved: 200))
    },
    GrowthRow(name: "7a", title: "moveSection, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      try trial.measure(CountText.sections(moved: 1)) { moveSection(trial, $0) }
    },
    GrowthRow(name: "7b", title: "insertSections of one, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      try trial.measure(CountText.sections(inserted: 1)) {
        EditText.insertSection(trial.new($0), after: trial.place($0))
      }
    },
    GrowthRow(name: "7c", title: "deleteSections of one, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      try trial.measure(CountText.sections(deleted: 1)) {
        EditText.deleteSections([trial.place($0)])
      }
    },
    GrowthRow(
      name: "7d",
      title: "moveSection of the one that has a row of n, under a view with a window"
    ) { trial in
      try trial.prepare(oneItemSections(trial))
      try trial.prepare(edits: [EditText.clearSections(0..<trial.size - 1)])
      try trial.prepare(
        "dataSource/create",
        #""dataSource":"v","view":{"of":"d","window":{"offset":0,"limit":3}}"#
      )
      try trial.measure(CountText.sections(moved: 1)) {
        EditText.moveSection(trial.size - 1, after: trial.size - 3 - $0)
      }
    },
    GrowthRow(
      name: "7e",
      title: "create of a view, sorted and under a window, n sections of two"
    ) { trial in
      let list = ItemList(count: 2 * trial.size, numberOfSections: trial.size)
      try trial.prepare(Messages.apply(list))
      let window = #""window":{"offset":0,"limit":\#(2 * trial.size)}"#
      let view = #"{"of":"d","sortBy":[{"from":"identifier"}],\#(window)}"#
      try trial.measure(
        "dataSource/create",
        #""dataSource":"v","view":\#(view),"options":{"changeFormat":"none"}"#
      )
    },
    GrowthRow(name: "8a", title: "insertItems of one at the front, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      try trial.measure(CountText.items(inserted: 1)) {
        EditText.insertItem(trial.new($0), after: 0)
      }
    },
    GrowthRow(name: "8b", title: "insertItems of one at the front, one section of n") { trial in
      try trial.prepare(oneSection(trial))
      try trial.measure(CountText.items(inserted: 1)) {
        EditText.insertItem(trial.new($0), after: 0)
      }
    },
    GrowthRow(name: "8c", title: "insertItems of one, 63 revisions in a row moved n") { trial in
      let sections = max(1, trial.size / 10_000)
      try trial.prepare(Messages.apply(ItemList(count: trial.size, numberOfSections: sections)))
      for seed in 0..<63 {
        try trial.prepare(edits: [#"{"op":"shuffleItems","seed":\#(seed)}"#])
      }
      for round in 0..<40 {
        let edit = EditText.insertItem(trial.new(round), after: trial.place(round))
        try trial.measure(edits: [edit], CountText.items(inserted: 1))
      }
    },
    GrowthRow(name: "9", title: "changes over 20 × moveSection, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      try trial.changes { moveSection(trial, $0) }
    },
    GrowthRow(name: "10a", title: "changes over 20 × insertItems of one, n sections") { trial in
      try trial.prepare(oneItemSections(trial))
      try trial.changes { EditText.insertItem(trial.new($0), after: trial.place($0)) }
    },
    GrowthRow(name: "10b", title: "changes over 20 × insertItems of one, one section") { trial in
      try trial.prepare(oneSection(trial))
      try trial.changes { EditText.insertItem(trial.new($0), after: trial.place($0)) }
    },
  ]

  static func oneItemSections(_ trial: GrowthTrial) -> [UInt8] {
    Messages.apply(ItemList(count: trial.size, numberOfSections: trial.size))
  }

  static func oneSection(_ trial: GrowthTrial) -> [UInt8] {
    Messages.apply(ItemList(count: trial.size, numberOfSections: 1))
  }

  private static func moveSection(_ trial: GrowthTrial, _ round: Int) -> String {
    EditText.moveSection(trial.place(round), after: trial.place(round + 1_000))
  }
}

extension GrowthTrial {
  /// Makes 20 edits, one in each request, and asks three times for the changes over all of them.
  fileprivate func changes(over edit: (_ round: Int) -> String) throws {
    for round in 0..<20 { try prepare(edits: [edit(round)]) }
    for _ in 0..<3 {
      try measure(
        "dataSource/changes",
        #""dataSource":"d","since":1"#,
        answer: #""fromRevision":1,"#
      )
    }
  }
}
