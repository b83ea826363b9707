import TestSupport

/// What an option says of rows: in an item's own content, of its section, or of all.
struct RowRule<Said> {
  var whole: Said
  var sections: [String: Said] = [:]
  /// Where it stands in contents, and what a value there says, if anything.
  var item: (pointer: String, read: (Value) -> Said?)?

  func said(of item: String, in section: String, _ list: ModelSnapshot) -> Said {
    if let rule = self.item, let content = list.itemContents[item],
      let own = Content.value(content)[pointer: rule.pointer].flatMap(rule.read)
    {
      return own
    }
    return sections[section] ?? whole
  }

  /// What is said of a row, nil when there is no such row.
  func said(ofRow row: (section: Int, item: Int), in list: ModelSnapshot) -> Said? {
    guard list.hasRow(row) else { return nil }
    let section = list.sections[row.section]
    return said(of: section.items[row.item], in: section.name, list)
  }
}

/// A height: a number as it was written, or automatic.
enum ModelHeight {
  case automatic
  case fixed(String)

  init?(_ value: Value) {
    switch value {
    case .null: self = .automatic
    case .number(let text):
      let number = ExactNumber(text)
      guard !number.isBelowZero, number <= ExactNumber("1000000") else { return nil }
      self = .fixed(text)
    case .bool, .string, .array, .object: return nil
    }
  }

  /// The height as it is answered.
  var text: String {
    switch self {
    case .automatic: "null"
    case .fixed(let text): text
    }
  }

  var thousandths: Int? {
    switch self {
    case .automatic: nil
    case .fixed(let text): ExactNumber(text).thousandths
    }
  }
}

extension ModelSnapshot {
  func hasRow(_ row: (section: Int, item: Int)) -> Bool {
    sections.indices.contains(row.section) && sections[row.section].items.indices.contains(row.item)
  }
}
