extension GrowthRow {
  /// Options and named snapshots, of a list of n items in ten sections.
  static let drafts = [
    GrowthRow(name: "18", title: "configure logging; cells has n section settings") { trial in
      let settings = (0..<trial.size).map { #"{"section":\#(EditText.section($0)),"cell":"c"}"# }
      let cells = #"{"cells":{"sections":[\#(settings.joined(separator: ","))]}}"#
      try trial.prepare("dataSource/configure", #""dataSource":"d","options":\#(cells)"#)
      for round in 0..<5 {
        let options = #"{"logging":\#(round % 2 == 0)}"#
        try trial.measure("dataSource/configure", #""dataSource":"d","options":\#(options)"#)
      }
    },
    GrowthRow(
      name: "19",
      title: "release of a draft whose base is not kept",
      options: #""history":0,"#,
      run: { trial in
        try trial.prepare(Messages.apply(ItemList(count: trial.size)))
        for round in 0..<5 {
          try trial.draft("a")
          try trial.prepare(edits: [EditText.deleteItems([trial.place(round)])])
          try trial.measure("snapshot/release", #""snapshot":"a""#)
        }
      }
    ),
    GrowthRow(
      name: "20",
      title: "release of one of 100 drafts of 100 revisions, worst of 5",
      options: #""history":0,"#,
      figure: worst,
      run: { trial in
        try trial.prepare(Messages.apply(ItemList(count: trial.size)))
        for round in 0..<100 {
          try trial.draft("a\(round)")
          try trial.prepare(edits: [EditText.deleteItems([trial.place(round)])])
        }
        for round in 0..<5 { try trial.measure("snapshot/release", #""snapshot":"a\#(round)""#) }
      }
    ),
    comparison(name: "21", title: "changes of two drafts of one revision", #"{"snapshot":"a"}"#) {
      try $0.edit("a", EditText.deleteItems([1]))
      try $0.draft("b")
      try $0.edit("b", EditText.deleteItems([2]))
      return #"{"snapshot":"b"}"#
    },
    comparison(name: "22a", title: "changes from a draft to its source", #"{"snapshot":"a"}"#) {
      try $0.edit("a", EditText.deleteItems([1]))
      return #"{"dataSource":"d"}"#
    },
    comparison(name: "22b", title: "changes to a draft from its source", #"{"dataSource":"d"}"#) {
      try $0.edit("a", EditText.deleteItems([1]))
      return #"{"snapshot":"a"}"#
    },
    comparison(
      name: "23",
      title: "changes to a draft from its source, which is a revision further",
      #"{"dataSource":"d"}"#
    ) {
      try $0.edit("a", EditText.deleteItems([1]))
      try $0.prepare(edits: [EditText.deleteItems([2])])
      return #"{"snapshot":"a"}"#
    },
    GrowthRow(name: "24", title: "reloadItems of one in a draft with n marks") { trial in
      try trial.prepare(Messages.apply(ItemList(count: trial.size)))
      try trial.draft("a")
      try trial.edit("a", EditText.reloadItems(9..<trial.size))
      for round in 0..<9 { try trial.measureEdit(of: "a", EditText.reloadItems([round])) }
    },
    GrowthRow(name: "25", title: "an edit of one item in a draft in which n were touched") {
      trial in
      try trial.prepare(Messages.apply(ItemList(count: trial.size)))
      try trial.draft("a")
      try trial.edit("a", #"{"op":"shuffleItems","seed":1}"#)
      for round in 0..<9 {
        try trial.measureEdit(of: "a", EditText.deleteItems([trial.place(round)]))
      }
    },
    GrowthRow(name: "32", title: "create of a draft of a view that shows n rows with contents") {
      trial in
      try trial.prepareSection(
        of: (0..<trial.size).map { element(EditText.item($0), content: #"{"n":\#($0)}"#) }
      )
      try trial.prepare("dataSource/create", #""dataSource":"v","view":{"of":"d"}"#)
      for round in 0..<5 {
        try trial.measure("snapshot/create", #""snapshot":"a\#(round)","from":{"dataSource":"v"}"#)
      }
    },
  ]

  /// A comparison with a draft `a` of the list, three times; a closure edits what is to be edited
  /// before, and says which is the snapshot after.
  private static func comparison(
    name: String,
    title: String,
    _ from: String,
    prepare: @escaping @Sendable (GrowthTrial) throws -> String
  ) -> GrowthRow {
    GrowthRow(name: name, title: title) { trial in
      try trial.prepare(Messages.apply(ItemList(count: trial.size)))
      try trial.draft("a")
      let to = try prepare(trial)
      for _ in 0..<3 {
        try trial.measure(
          "snapshot/changes",
          #""from":\#(from),"to":\#(to)"#,
          answer: #"{"at":[0,"#
        )
      }
    }
  }
}

extension GrowthTrial {
  /// Makes a named snapshot of the data source.
  fileprivate func draft(_ name: String) throws {
    try prepare("snapshot/create", #""snapshot":"\#(name)","from":{"dataSource":"d"}"#)
  }

  /// Edits a named snapshot.
  fileprivate func edit(_ name: String, _ edit: String) throws {
    try prepare("snapshot/edit", #""snapshot":"\#(name)","edits":[\#(edit)]"#)
  }

  /// Edits a named snapshot and adds what that cost.
  fileprivate func measureEdit(of name: String, _ edit: String) throws {
    try measure("snapshot/edit", #""snapshot":"\#(name)","edits":[\#(edit)]"#)
  }
}
