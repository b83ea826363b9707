extension GrowthRow {
  /// What a table asks besides rows.
  static let heightsAndTitles = [
    GrowthRow(
      name: "11a",
      title: "rowAtOffset after an edit, heights by section, n sections",
      options: #""heights":{"default":20},"#,
      run: { trial in
        try trial.prepare(oneItemSections(trial))
        try trial.rowsAtOffset()
      }
    ),
    GrowthRow(
      name: "11b",
      title: "rowAtOffset after an edit, heights by item, one section of n",
      options: #""heights":{"item":"/h"},"#,
      run: { trial in
        let items = (0..<trial.size).map { element(EditText.item($0), content: #"{"h":20}"#) }
        let section = #"{"id":"section 0","items":[\#(items.joined(separator: ","))]}"#
        try trial.prepare("dataSource/apply", document([section]))
        try trial.rowsAtOffset()
      }
    ),
    GrowthRow(
      name: "12",
      title: "sectionForSectionIndexTitle, n sections with contents",
      options: #""indexTitles":"/title","#,
      run: { trial in
        let sections = (0..<trial.size).map {
          element(EditText.section($0), content: #"{"title":"t\#($0)"}"#)
        }
        try trial.prepare("dataSource/apply", document(sections))
        for round in 0..<3 {
          let index = trial.size - 1 - round
          let members = #""dataSource":"d","title":"t\#(index)""#
          try trial.measure(
            "dataSource/sectionForSectionIndexTitle",
            members,
            answer: #""index":\#(index)"#
          )
        }
      }
    ),
    GrowthRow(
      name: "28",
      title: "heightForRow by pointer, one content of 10 n bytes",
      options: #""heights":{"item":"/h"},"#,
      run: { trial in
        let content = #"{"text":"\#(filler(10 * trial.size))","h":20}"#
        let item = element(EditText.item(0), content: content)
        let section = #"{"id":"section 0","items":[\#(item)]}"#
        try trial.prepare("dataSource/apply", document([section]))
        for _ in 0..<5 {
          try trial.measure(
            "dataSource/heightForRow",
            #""dataSource":"d","indexPath":[0,0]"#,
            answer: #""height":20"#
          )
        }
      }
    ),
  ]

  /// An item or section with content.
  static func element(_ identifier: String, content: String) -> String {
    #"{"id":\#(identifier),"content":\#(content)}"#
  }

  /// The params that apply a list of sections.
  static func document(_ sections: [String]) -> String {
    #""dataSource":"d","snapshot":{"sections":[\#(sections.joined(separator: ","))]}"#
  }

  /// So many bytes of text.
  static func filler(_ count: Int) -> String { String(repeating: "x", count: count) }
}

extension GrowthTrial {
  /// Asks for the row in the middle, after each of five edits.
  fileprivate func rowsAtOffset() throws {
    let members = #""dataSource":"d","y":\#(size * 10)"#
    try prepare("dataSource/rowAtOffset", members)
    for round in 0..<5 {
      try prepare(edits: [EditText.deleteItems([place(round)])])
      try measure("dataSource/rowAtOffset", members, answer: #""height":20"#)
    }
  }
}
