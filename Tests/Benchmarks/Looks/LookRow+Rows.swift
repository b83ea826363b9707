extension LookRow {
  /// Edits of all items of a flat list, by name in no visible order.
  static let edits = [
    itemEdit("reload", "reloadItems") { "\($0)" },
    itemEdit("set", "setItems") { #"{"id":\#($0),"content":1}"# },
    itemEdit("patch", "patchItems") { #"{"id":\#($0),"patch":{"n":1}}"# },
    itemEdit("delete", "deleteItems", reverts: true) { "\($0)" },
    itemEdit("move", "moveItems", #","toSection":"s0""#) { "\($0)" },
    itemEdit("replace", "replaceItems", #","section":"s0""#) { "\($0)" },
    LookRow(name: "shuffle", title: "shuffleItems, and its revert") { trial in
      try trial.makeList()
      try trial.measure(edit: #"{"op":"shuffleItems","seed":1}"#)
      try trial.measureRevert(to: 1)
    },
    LookRow(name: "sort", title: "sortItems by a text") { trial in
      try trial.makeList()
      try trial.measure(edit: #"{"op":"sortItems","by":[{"pointer":"/t"}]}"#)
    },
    LookRow(name: "repeats", title: "a document in which each item stands twice") { trial in
      try trial.makeList(options: #""duplicates":"last","#)
      let items = list(trial.shuffled.map { "\($0),\($0)" })
      try trial.measure(
        "dataSource/apply",
        #""dataSource":"d","snapshot":{"sections":[{"id":"t","items":[\#(items)]}]}"#
      )
    },
  ]

  /// A shuffle and a reload of all items that a view follows.
  static let views = [
    followed("window", #""window":{"offset":0,"limit":100}"#),
    followed("sorted", #""sortBy":[{"pointer":"/t","compare":"natural"}]"#),
    followed("grouped", #""groupBy":{"pointer":"/g"}"#),
    followed("groups", #""groupBy":{"pointer":"/t"}"#),
    followed(
      "ranked",
      #""search":{"text":"t","match":"contains","rank":true,"in":[{"pointer":"/t"}]}"#
    ),
    LookRow(name: "view-hidden", title: "n items opened that a view with hidden has") { trial in
      try trial.makeTree(isExpanded: false)
      try trial.makeView(#""hidden":true"#)
      try trial.measure(treeEdit: #"{"op":"expand","items":["root"]}"#)
    },
    LookRow(name: "view-sections", title: "n sections turned round that a view follows") { trial in
      try trial.makeList(sections: trial.size)
      try trial.makeView(#""emptySections":true"#)
      let sections = list((0..<trial.size).reversed().map { "\"s\($0)\"" })
      try trial.measure(
        "dataSource/apply",
        #""dataSource":"d","snapshot":{"sections":[\#(sections)]}"#
      )
    },
  ]

  /// Edits of n sections, and of trees of n items.
  static let sectionsAndTrees = [
    sectionEdit("sections-reload", "reloadSections") { "\"s\($0)\"" },
    sectionEdit("sections-patch", "patchSections") { #"{"id":"s\#($0)","patch":{"n":1}}"# },
    sectionEdit("sections-clear", "clearSections") { "\"s\($0)\"" },
    sectionEdit("sections-delete", "deleteSections") { "\"s\($0)\"" },
    LookRow(name: "tree-collapse", title: "n/10 parents closed") { trial in
      try trial.makeTree(isExpanded: true)
      let parents = list((0..<trial.size / 10).map { "\"p\($0)\"" })
      try trial.measure(treeEdit: #"{"op":"collapse","items":[\#(parents)]}"#)
      try trial.measureRevert(to: 2)
    },
    LookRow(name: "tree-shuffle", title: "the rows of a tree shuffled, and their revert") { trial in
      try trial.makeTree(isExpanded: true)
      try trial.measure(edit: #"{"op":"shuffleItems","seed":1}"#)
      try trial.measureRevert(to: 2)
    },
    LookRow(name: "tree-delete", title: "all rows of a tree deleted, and their revert") { trial in
      try trial.makeTree(isExpanded: true)
      try trial.measure(edit: #"{"op":"deleteAllItems"}"#)
      try trial.measureRevert(to: 2)
    },
  ]

  /// Long answers.
  static let questions = [
    LookRow(name: "index-paths", title: "dataSource/indexPath of 2 n items") { trial in
      try trial.makeList(sections: trial.size)
      let items = list(trial.shuffled.map { "\($0)" })
      try trial.measure("dataSource/indexPath", #""dataSource":"d","items":[\#(items),\#(items)]"#)
    },
    LookRow(name: "contents", title: "snapshot/contents of n sections") { trial in
      try trial.makeList(sections: trial.size)
      try trial.measure("snapshot/contents", #""dataSource":"d""#)
    },
    LookRow(name: "changes", title: "dataSource/changes over a shuffle, in all formats") { trial in
      try trial.makeList()
      try trial.prepare(edit: #"{"op":"shuffleItems","seed":1}"#)
      for format in ["batch", "sequential", "staged"] {
        try trial.measure(
          "dataSource/changes",
          #""dataSource":"d","since":1,"changeFormat":"\#(format)""#
        )
      }
    },
    LookRow(name: "members", title: "a content of n members patched with n members") { trial in
      let members = { (step: Int) in list((0..<trial.size).map { #""k\#($0 * step)":\#($0)"# }) }
      let item = #"{"id":1,"content":{\#(members(1))}}"#
      try trial.prepare(
        "dataSource/create",
        #""dataSource":"d","snapshot":{"sections":[{"id":"s","items":[\#(item)]}]}"#
      )
      try trial.measure(
        edit: #"{"op":"patchItems","items":[{"id":1,"patch":{\#(members(2))}}]}"#
      )
    },
  ]

  private static func itemEdit(
    _ name: String,
    _ operation: String,
    _ members: String = "",
    reverts: Bool = false,
    _ element: @escaping @Sendable (Int) -> String
  ) -> LookRow {
    LookRow(name: name, title: "\(operation)\(reverts ? ", and its revert" : "")") { trial in
      try trial.makeList()
      let items = list(trial.shuffled.map(element))
      try trial.measure(edit: #"{"op":"\#(operation)","items":[\#(items)]\#(members)}"#)
      if reverts { try trial.measureRevert(to: 1) }
    }
  }

  private static func sectionEdit(
    _ name: String,
    _ operation: String,
    _ element: @escaping @Sendable (Int) -> String
  ) -> LookRow {
    LookRow(name: name, title: "\(operation) of n, and its revert") { trial in
      try trial.makeList(sections: trial.size)
      let sections = list(trial.shuffled.map(element))
      try trial.measure(edit: #"{"op":"\#(operation)","sections":[\#(sections)]}"#)
      try trial.measureRevert(to: 1)
    }
  }

  private static func followed(_ name: String, _ members: String) -> LookRow {
    LookRow(name: "view-\(name)", title: "shuffleItems and reloadItems under a view: \(name)") {
      trial in
      try trial.makeList()
      try trial.makeView(members)
      try trial.measure(edit: #"{"op":"shuffleItems","seed":1}"#)
      try trial.measure(
        edit: #"{"op":"reloadItems","items":[\#(list(trial.shuffled.map { "\($0)" }))]}"#
      )
    }
  }
}
