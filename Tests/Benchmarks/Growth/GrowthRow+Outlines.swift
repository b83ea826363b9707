extension GrowthRow {
  /// Trees.
  static let outlines = [
    GrowthRow(name: "1a", title: "appendItems of 99 hidden ancestors of n leaves") { trial in
      let leaves = Tree.leaves(100..<100 + trial.size)
      let chain = (0..<100).reversed().reduce(leaves) { Tree.item($1, isOpen: false, with: $0) }
      try trial.prepare("dataSource/applySection", Tree.document(chain))
      try trial.measure(
        edits: [EditText.appendItems((1..<100).reversed())],
        CountText.items(inserted: 99)
      )
    },
    GrowthRow(name: "1b", title: "appendItems of one hidden item with n below it") { trial in
      let hidden = Tree.item(1, isOpen: false, with: Tree.leaves(100..<100 + trial.size))
      let rows = Tree.leaves(2..<100)
      let tree = "\(Tree.item(0, isOpen: false, with: hidden)),\(rows)"
      try trial.prepare("dataSource/applySection", Tree.document(tree))
      try trial.measure(edits: [EditText.appendItems([1])], CountText.items(inserted: 1))
    },
    GrowthRow(name: "2", title: "appendItems of n hidden children of one item") { trial in
      let tree = Tree.item(0, isOpen: false, with: Tree.leaves(1...trial.size))
      try trial.prepare("dataSource/applySection", Tree.document(tree))
      try trial.measure(
        edits: [EditText.appendItems(1...trial.size)],
        CountText.items(inserted: trial.size)
      )
    },
    GrowthRow(name: "13a", title: "deleteItems of one row in a tree of n") { trial in
      try trial.prepare("dataSource/applySection", Tree.document(Tree.families(trial.size)))
      try trial.measure(CountText.items(deleted: 1)) {
        EditText.deleteItems([Tree.child($0, in: trial)])
      }
    },
    GrowthRow(name: "13b", title: "insertItems of one row in a tree of n") { trial in
      try trial.prepare("dataSource/applySection", Tree.document(Tree.families(trial.size)))
      try trial.measure(CountText.items(inserted: 1)) {
        EditText.insertItem(trial.new($0), after: Tree.child($0, in: trial))
      }
    },
    GrowthRow(
      name: "13c",
      title: "insertItems of one row in a tree of n, under a view of what is hidden"
    ) { trial in
      try trial.prepare("dataSource/applySection", Tree.document(Tree.families(trial.size)))
      try trial.prepare("dataSource/create", #""dataSource":"v","view":{"of":"d","hidden":true}"#)
      try trial.measure(CountText.items(inserted: 1)) {
        EditText.insertItem(trial.new($0), after: Tree.child($0, in: trial))
      }
    },
    GrowthRow(name: "14", title: "outline of one item in a section of n") { trial in
      try trial.prepare("dataSource/applySection", Tree.document(Tree.families(trial.size)))
      for round in 0..<5 {
        let item = EditText.item(Tree.child(round, in: trial))
        let members = #""dataSource":"d","section":"tree","items":[\#(item)]"#
        try trial.measure("dataSource/outline", members, answer: #""level":2"#)
      }
    },
    siblings(
      name: "15a",
      title: "editSection, append of one to n siblings",
      counts: CountText.items(inserted: 1)
    ) { trial, round in
      #"{"op":"append","items":[\#(EditText.item(trial.new(round)))],"to":\#(EditText.item(0))}"#
    },
    siblings(
      name: "15b",
      title: "editSection, insert of one among n siblings",
      counts: CountText.items(inserted: 1)
    ) { trial, round in
      Tree.insert(trial, round)
    },
    siblings(
      name: "15c",
      title: "editSection, delete of one of n siblings",
      counts: CountText.items(deleted: 1)
    ) { trial, round in
      let item = EditText.item(1 + trial.place(round))
      return #"{"op":"delete","items":[\#(item)]}"#
    },
    GrowthRow(name: "16", title: "editSection, 200 inserts among n siblings") { trial in
      try trial.prepare("dataSource/applySection", Tree.document(Tree.family(trial.size)))
      let edits = (0..<200).map { Tree.insert(trial, $0) }
      try trial.measure(
        "dataSource/editSection",
        Tree.edits(edits),
        answer: CountText.items(inserted: 200)
      )
    },
    GrowthRow(
      name: "17",
      title: "appendItems of one; rows and rows in trees are above maxItemsPerDataSource",
      arguments: { ["--max-items-per-data-source", "\($0 * 3 / 2)"] },
      run: { trial in
        try trial.prepare("dataSource/applySection", Tree.document(Tree.families(trial.size)))
        try trial.prepare(edits: [#"{"op":"appendSections","sections":["flat"]}"#])
        try trial.measure(CountText.items(inserted: 1)) { EditText.appendItems([trial.new($0)]) }
      }
    ),
  ]

  /// An edit of a section whose tree is one open item with n below it.
  private static func siblings(
    name: String,
    title: String,
    counts: String,
    edit: @escaping @Sendable (_ trial: GrowthTrial, _ round: Int) -> String
  ) -> GrowthRow {
    GrowthRow(name: name, title: title) { trial in
      try trial.prepare("dataSource/applySection", Tree.document(Tree.family(trial.size)))
      for round in 0..<9 {
        try trial.measure(
          "dataSource/editSection",
          Tree.edits([edit(trial, round)]),
          answer: counts
        )
      }
    }
  }
}

/// Outline documents as text.
private enum Tree {
  /// The params that give the section `tree` its tree.
  static func document(_ items: String) -> String {
    #""dataSource":"d","section":"tree","snapshot":{"items":[\#(items)]}"#
  }

  /// The params that edit that tree.
  static func edits(_ edits: [String]) -> String {
    #""dataSource":"d","section":"tree","edits":[\#(edits.joined(separator: ","))]"#
  }

  static func leaves(_ numbers: some Sequence<Int>) -> String { EditText.items(numbers) }

  static func item(_ number: Int, isOpen: Bool, with children: String) -> String {
    #"{"id":\#(EditText.item(number)),"expanded":\#(isOpen),"children":[\#(children)]}"#
  }

  /// An open item with so many below it, which are the numbers from 1 on.
  static func family(_ size: Int) -> String { item(0, isOpen: true, with: leaves(1...size)) }

  /// So many items below one, each hundredth of them open, with the next 99 below it.
  static func families(_ size: Int) -> String {
    let parents = stride(from: 0, to: size, by: 100).map { parent in
      item(parent, isOpen: true, with: leaves(parent + 1..<min(parent + 100, size)))
    }
    return item(size, isOpen: true, with: parents.joined(separator: ","))
  }

  /// An item of ``families(_:)`` that is two levels below the top.
  static func child(_ round: Int, in trial: GrowthTrial) -> Int {
    trial.place(round, below: trial.size / 100) * 100 + 50
  }

  /// A section edit that inserts an item into ``family(_:)``.
  static func insert(_ trial: GrowthTrial, _ round: Int) -> String {
    let anchor = EditText.item(1 + trial.place(round))
    return #"{"op":"insert","items":[\#(EditText.item(trial.new(round)))],"after":\#(anchor)}"#
  }
}
