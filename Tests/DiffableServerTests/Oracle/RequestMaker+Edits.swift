import TestSupport

extension RequestMaker {

  /// The member `edits`, and what it means; each edit is made up for what the others leave.
  mutating func edits(of subject: Subject) -> (text: String, edits: [SentEdit]) {
    var subject = subject
    var edits: [SentEdit] = []
    for _ in 0..<(chance(3) ? 0 : 1 + number(below: 4)) {
      let edit = edit(of: subject)
      edits.append(edit)
      _ = try? subject.list.make([edit], subject.rules)
    }
    return (#""edits":\#(list(edits.map(\.text)))"#, edits)
  }

  private mutating func edit(of subject: Subject) -> SentEdit {
    if chance(1), chance(nonsense * 10) { return misshapenEdit() }
    switch number(below: 100) {
    case ..<23: return sectionEdit(subject)
    case ..<67: return itemEdit(subject)
    case ..<82: return contentEdit(subject)
    default: return arrangingEdit(subject)
    }
  }

  private mutating func misshapenEdit() -> SentEdit {
    let text = pick([
      #"{"op":"turnAround"}"#, #"{"op":"appendItems"}"#, "7", #"{"op":"moveItem","item":1}"#,
      #"{"op":"appendItems","items":1}"#, #"{"op":"shuffleItems"}"#,
      #"{"op":"swapItems","items":[1]}"#,
      #"{"op":"moveItem","item":1,"beforeItem":2,"afterItem":3}"#, #"{"op":"sortItems","by":"/x"}"#,
      #"{"op":"sortItems","by":[{"pointer":"x"}]}"#,
      #"{"op":"moveItems","items":[],"toSection":"A","at":"middle"}"#, "{}",
      #"{"op":"reverseItems","section":null,"op":1}"#,
    ])
    return SentEdit(text: text, meaning: .misshapen)
  }

  // MARK: Sections

  private mutating func sectionEdit(_ subject: Subject) -> SentEdit {
    let list = subject.list
    switch number(below: 23) {
    case ..<6: return newSections(subject, beside: nil)
    case ..<11: return newSections(subject, beside: section(in: list))
    case ..<13:
      return edit("deleteSections", some(list.sectionNames, atMost: 2)) { .deleteSections($0) }
    case ..<17:
      let moved = reference(toSection: section(in: list))
      let (anchor, side, element) = side(of: "Section", reference(toSection: section(in: list)))
      return SentEdit(
        text: #"{"op":"moveSection","section":\#(moved.text),\#(anchor)}"#,
        meaning: .other(.moveSection(moved.name, side)),
        elements: [moved, element]
      )
    case ..<19:
      let marked = elements(ofSections: [section(in: list)])
      return SentEdit(
        text:
          #"{"op":"reloadSections","sections":\#(DiffableServerTests.list(marked.map(\.text)))}"#,
        meaning: .other(.reloadSections(marked.map(\.name)), sections: marked),
        elements: marked
      )
    case ..<21:
      if chance(15) {
        return SentEdit(text: #"{"op":"clearSections"}"#, meaning: .other(.clearSections(nil)))
      }
      let names = some(list.sectionNames, atMost: 1) + (chance(8) ? [anySection()] : [])
      return edit("clearSections", names) { .clearSections($0) }
    default:
      let elements = elements(ofSections: [section(in: list), section(in: list)])
      return SentEdit(
        text:
          #"{"op":"setSections","sections":\#(DiffableServerTests.list(elements.map(\.text)))}"#,
        meaning: .contents(sections: elements),
        elements: elements
      )
    }
  }

  /// An edit that only names sections.
  private mutating func edit(
    _ op: String,
    _ names: [String],
    _ meaning: ([String]) -> ModelEdit
  ) -> SentEdit {
    let elements = elements(ofSections: names + (chance(10) ? [anySection()] : []))
    return SentEdit(
      text: #"{"op":"\#(op)","sections":\#(list(elements.map(\.text)))}"#,
      meaning: .other(meaning(elements.map(\.name))),
      elements: elements
    )
  }

  private mutating func newSections(_ subject: Subject, beside name: String?) -> SentEdit {
    let sections = newSections(subject.list, atMost: 2).map { name in
      section(name, items(atMost: 4), subject.rules)
    }
    let texts = #""sections":\#(list(sections.map(\.text)))"#
    let elements = sections.map(\.element) + sections.flatMap(\.items)
    guard let name else {
      return SentEdit(
        text: #"{"op":"appendSections",\#(texts)}"#,
        meaning: .sections(sections, nil),
        elements: elements
      )
    }
    let (anchor, side, element) = side(of: "Section", reference(toSection: name))
    return SentEdit(
      text: #"{"op":"insertSections",\#(texts),\#(anchor)}"#,
      meaning: .sections(sections, side),
      elements: elements + [element]
    )
  }

  /// The member that says beside what, and what it means.
  mutating func side(
    of what: String,
    _ anchor: SentElement
  ) -> (text: String, side: ModelEdit.Side, element: SentElement) {
    let isBefore = chance(50)
    let text = #""\#(isBefore ? "before" : "after")\#(what)":\#(anchor.text)"#
    return (text, isBefore ? .before(anchor.name) : .after(anchor.name), anchor)
  }
}
