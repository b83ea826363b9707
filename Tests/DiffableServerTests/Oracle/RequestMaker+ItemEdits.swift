import TestSupport

/// Edits that put items in, take them out and move them.
extension RequestMaker {

  mutating func itemEdit(_ subject: Subject) -> SentEdit {
    let list = subject.list
    switch number(below: 44) {
    case ..<11: return appendItems(subject)
    case ..<20: return insertItems(subject)
    case ..<27:
      let names = chance(50) ? items(atMost: 4) : items(of: list, atMost: 3)
      let gone = elements(ofItems: names, subject.rules)
      return SentEdit(
        text: #"{"op":"deleteItems","items":\#(DiffableServerTests.list(gone.map(\.text)))}"#,
        meaning: .other(.deleteItems(gone.map(\.name))),
        elements: gone
      )
    case ..<28:
      return chance(20)
        ? SentEdit(text: #"{"op":"deleteAllItems"}"#, meaning: .other(.deleteAllItems))
        : SentEdit(text: #"{"op":"deleteItems","items":[]}"#, meaning: .other(.deleteItems([])))
    case ..<36:
      let moved = reference(toItem: item(in: list), subject.rules)
      let anchor = reference(toItem: item(in: list), subject.rules)
      let (text, side, element) = side(of: "Item", anchor)
      return SentEdit(
        text: #"{"op":"moveItem","item":\#(moved.text),\#(text)}"#,
        meaning: .other(.moveItem(moved.name, side)),
        elements: [moved, element]
      )
    case ..<41: return moveItems(subject)
    default: return replaceItems(subject)
    }
  }

  private mutating func appendItems(_ subject: Subject) -> SentEdit {
    let new = elements(ofItems: items(atMost: 5), subject.rules)
    let texts = #""items":\#(list(new.map(\.text)))"#
    guard chance(75) else {
      return SentEdit(
        text: #"{"op":"appendItems",\#(texts)}"#,
        meaning: .items(new) { .appendItems($0, to: nil) },
        elements: new
      )
    }
    let section = reference(toSection: section(in: subject.list))
    return SentEdit(
      text: #"{"op":"appendItems",\#(texts),"toSection":\#(section.text)}"#,
      meaning: .items(new) { .appendItems($0, to: section.name) },
      elements: new + [section]
    )
  }

  private mutating func insertItems(_ subject: Subject) -> SentEdit {
    let new = elements(ofItems: items(atMost: 4), subject.rules)
    let anchor = reference(toItem: item(in: subject.list), subject.rules)
    let (text, side, element) = side(of: "Item", anchor)
    return SentEdit(
      text: #"{"op":"insertItems","items":\#(list(new.map(\.text))),\#(text)}"#,
      meaning: .items(new) { .insertItems($0, side) },
      elements: new + [element]
    )
  }

  private mutating func moveItems(_ subject: Subject) -> SentEdit {
    let moved = elements(ofItems: items(of: subject.list, atMost: 4), subject.rules)
    let section = reference(toSection: section(in: subject.list))
    let index = chance(10) ? pick([-1, 9, 30]) : number(below: 5)
    let (text, place): (String, Int?) =
      pick([
        ("", nil), (#","at":"end""#, nil), (#","at":"start""#, 0), (#","at":\#(index)"#, index),
        (#","at":\#(index).0"#, index),
      ])
    let name = section.name
    return SentEdit(
      text:
        #"{"op":"moveItems","items":\#(list(moved.map(\.text))),"toSection":\#(section.text)\#(text)}"#,
      meaning: .items(moved) { .moveItems($0, to: name, at: place) },
      elements: moved + [section]
    )
  }

  private mutating func replaceItems(_ subject: Subject) -> SentEdit {
    let section = reference(toSection: section(in: subject.list))
    let old = subject.list.sections.first { $0.name == section.name }?.items ?? []
    var names = chance(50) ? old.filter { _ in !chance(20) } : []
    if chance(30) { names.shuffle(using: &random) }
    names += items(atMost: 3).filter { chance(5) || !names.contains($0) }
    let new = elements(ofItems: names, subject.rules)
    let name = section.name
    return SentEdit(
      text: #"{"op":"replaceItems","section":\#(section.text),"items":\#(list(new.map(\.text)))}"#,
      meaning: .items(new) { .replaceItems(name, $0) },
      elements: new + [section]
    )
  }
}
