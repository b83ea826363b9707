/// Edits of the daemon as text, of items and sections that go by numbers.
enum EditText {
  static func appendItems(_ items: some Sequence<Int>) -> String {
    #"{"op":"appendItems","items":[\#(self.items(items))]}"#
  }

  static func insertItem(_ item: Int, after anchor: Int) -> String {
    #"{"op":"insertItems","items":[\#(self.item(item))],"afterItem":\#(self.item(anchor))}"#
  }

  static func deleteItems(_ items: some Sequence<Int>) -> String {
    #"{"op":"deleteItems","items":[\#(self.items(items))]}"#
  }

  static func moveItem(_ item: Int, after anchor: Int) -> String {
    #"{"op":"moveItem","item":\#(self.item(item)),"afterItem":\#(self.item(anchor))}"#
  }

  static func reloadItems(_ items: some Sequence<Int>) -> String {
    #"{"op":"reloadItems","items":[\#(self.items(items))]}"#
  }

  static func insertSection(_ section: Int, after anchor: Int) -> String {
    let sections =
      #""sections":[\#(self.section(section))],"afterSection":\#(self.section(anchor))"#
    return #"{"op":"insertSections",\#(sections)}"#
  }

  static func deleteSections(_ sections: some Sequence<Int>) -> String {
    #"{"op":"deleteSections","sections":[\#(self.sections(sections))]}"#
  }

  static func clearSections(_ sections: some Sequence<Int>) -> String {
    #"{"op":"clearSections","sections":[\#(self.sections(sections))]}"#
  }

  static func moveSection(_ section: Int, after anchor: Int) -> String {
    let anchor = #""afterSection":\#(self.section(anchor))"#
    return #"{"op":"moveSection","section":\#(self.section(section)),\#(anchor)}"#
  }
}

/// How the answer to an edit tells what came of it.
enum CountText {
  static func items(inserted: Int = 0, deleted: Int = 0, moved: Int = 0) -> String {
    text("items", inserted, deleted, moved)
  }

  static func sections(inserted: Int = 0, deleted: Int = 0, moved: Int = 0) -> String {
    text("sections", inserted, deleted, moved)
  }

  private static func text(_ kind: String, _ inserted: Int, _ deleted: Int, _ moved: Int) -> String
  {
    #""\#(kind)":{"inserted":\#(inserted),"deleted":\#(deleted),"moved":\#(moved),"#
  }
}

extension EditText {
  /// The identifier of an item.
  static func item(_ number: Int) -> String { IdentifierKind.string.text(of: number) }

  static func items(_ numbers: some Sequence<Int>) -> String {
    numbers.map(item).joined(separator: ",")
  }

  /// The identifier of a section.
  static func section(_ number: Int) -> String { "\"section \(number)\"" }

  private static func sections(_ numbers: some Sequence<Int>) -> String {
    numbers.map(section).joined(separator: ",")
  }
}
