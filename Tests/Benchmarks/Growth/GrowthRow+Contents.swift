extension GrowthRow {
  /// Contents, and notifications that nobody reads.
  static let contents = [
    GrowthRow(name: "26a", title: "n/16 edits that nobody reads, each with a configure") { trial in
      let options = ["false", "true"].map { #","options":{"includeContent":\#($0)}"# }
      try trial.unreadEdits(each: "dataSource/configure", options)
    },
    GrowthRow(name: "26b", title: "n/16 edits that nobody reads, each with a counts") { trial in
      try trial.unreadEdits(each: "snapshot/counts", ["", ""])
    },
    GrowthRow(name: "27", title: "sortItems of 1000 texts, n/10 bytes the same in all") { trial in
      let prefix = filler(trial.size / 10)
      try trial.prepareSection(
        of: (0..<1000).map {
          element(EditText.item($0), content: #"{"t":"\#(prefix)\#(9999 - $0)"}"#)
        }
      )
      try trial.measure(
        edits: [#"{"op":"sortItems","by":[{"pointer":"/t"}]}"#],
        CountText.items(moved: 999)
      )
    },
    GrowthRow(name: "29", title: "changes over a content of 10 n bytes in another order") { trial in
      let text = #""text":"\#(filler(10 * trial.size))""#
      let item = element(EditText.item(0), content: #"{\#(text),"h":20}"#)
      try trial.prepare("dataSource/apply", document([#"{"id":"s","items":[\#(item)]}"#]))
      let other = element(EditText.item(0), content: #"{"h":20,\#(text)}"#)
      try trial.prepare(edits: [#"{"op":"setItems","items":[\#(other)]}"#])
      for _ in 0..<3 { try trial.measure("dataSource/changes", #""dataSource":"d","since":1"#) }
    },
  ]
}

extension GrowthTrial {
  /// Makes edits, behind each another request, all of which are written before anything is read.
  fileprivate func unreadEdits(each method: String, _ members: [String]) throws {
    try prepare(Messages.apply(ItemList(count: 10)))
    let edit = #""dataSource":"d","edits":[\#(EditText.reloadItems([0]))]"#
    let some = members.flatMap { members in
      Messages.request(1, "dataSource/edit", edit)
        + Messages.request(2, method, #""dataSource":"d"\#(members)"#)
    }
    let count = max(1, size / 16 / members.count)
    let all = Array(repeatElement(some, count: count).joined())
    try measure(all, responses: 2 * members.count * count)
  }
}
