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
        try trial.prepareSection(
          of: (0..<trial.size).map { element(EditText.item($0), content: #"{"h":20}"#) }
        )
        try trial.rowsAtOffset()
      }
    ),
    GrowthRow(
      name: "12a",
      title: "sectionForSectionIndexTitle, n sections with contents",
      options: #""indexTitles":"/title","#,
      run: { trial in try trial.sectionsForTitles { _ in } }
    ),
    GrowthRow(
      name: "12b",
      title: "sectionForSectionIndexTitle after a section was moved",
      options: #""indexTitles":"/title","#,
      run: { trial in
        try trial.sectionsForTitles { round in
          try trial.prepare(edits: [EditText.moveSection(round, after: round + 10)])
        }
      }
    ),
    GrowthRow(
      name: "28",
      title: "heightForRow by pointer, one content of 10 n bytes",
      options: #""heights":{"item":"/h"},"#,
      run: { trial in
        let content = #"{"text":"\#(filler(10 * trial.size))","h":20}"#
        try trial.prepareSection(of: [element(EditText.item(0), content: content)])
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
  /// Applies items in one section.
  func prepareSection(of items: [String]) throws {
    let section = #"{"id":"section 0","items":[\#(items.joined(separator: ","))]}"#
    try prepare("dataSource/apply", GrowthRow.document([section]))
  }

  /// Asks three times for a section by its title, each time after a closure was called.
  fileprivate func sectionsForTitles(after edit: (_ round: Int) throws -> Void) throws {
    let sections = (0..<size).map {
      GrowthRow.element(EditText.section($0), content: #"{"title":"t\#($0)"}"#)
    }
    try prepare("dataSource/apply", GrowthRow.document(sections))
    for round in 0..<3 {
      try edit(round)
      let index = size - 1 - round
      try measure(
        "dataSource/sectionForSectionIndexTitle",
        #""dataSource":"d","title":"t\#(index)""#,
        answer: #""index":\#(index)"#
      )
    }
  }

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
