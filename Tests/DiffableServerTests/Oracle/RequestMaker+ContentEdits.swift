import TestSupport

/// Edits that mark items or give them contents, and edits of their order.
extension RequestMaker {

  mutating func contentEdit(_ subject: Subject) -> SentEdit {
    if chance(30) { return patchEdit(subject) }
    let given = elements(ofItems: items(of: subject.list, atMost: 3), subject.rules)
    let (names, texts) = (given.map(\.name), #""items":\#(list(given.map(\.text)))"#)
    switch number(below: 3) {
    case 0:
      return SentEdit(
        text: #"{"op":"reloadItems",\#(texts)}"#,
        meaning: .other(.reloadItems(names), items: given),
        elements: given
      )
    case 1:
      return SentEdit(
        text: #"{"op":"reconfigureItems",\#(texts)}"#,
        meaning: .other(.reconfigureItems(names), items: given),
        elements: given
      )
    default:
      return SentEdit(
        text: #"{"op":"setItems",\#(texts)}"#,
        meaning: .contents(items: given),
        elements: given
      )
    }
  }

  private mutating func patchEdit(_ subject: Subject) -> SentEdit {
    let isOfItems = chance(70)
    let names = (0..<number(below: 4)).map { _ in
      isOfItems ? item(in: subject.list) : section(in: subject.list)
    }
    let patches = names.map { name in
      let members =
        isOfItems ? objectMembers() : some([#""title":"K""#, #""foot":{"n":1}"#], atMost: 2)
      let changes = members.map { chance(20) ? $0.prefix { $0 != ":" } + ":null" : $0 }
      let patch = "{\(changes.joined(separator: ","))}"
      return SentElement(#"{"id":\#(spelled(name)),"patch":\#(patch)}"#, name: name, content: patch)
    }
    let texts = list(patches.map(\.text))
    return isOfItems
      ? SentEdit(text: #"{"op":"patchItems","items":\#(texts)}"#, meaning: .patches(items: patches))
      : SentEdit(
        text: #"{"op":"patchSections","sections":\#(texts)}"#,
        meaning: .patches(sections: patches)
      )
  }

  mutating func arrangingEdit(_ subject: Subject) -> SentEdit {
    let section = chance(60) ? reference(toSection: self.section(in: subject.list)) : nil
    let member =
      section.map { #","section":\#($0.text)"# } ?? (chance(10) ? #","section":null"# : "")
    let elements = section.map { [$0] } ?? []
    switch number(below: 18) {
    case ..<7: return swapItems(subject)
    case ..<10:
      return SentEdit(
        text: #"{"op":"reverseItems"\#(member)}"#,
        meaning: .other(.reverseItems(section?.name)),
        elements: elements
      )
    case ..<14:
      let seed = Int64(truncatingIfNeeded: chance(50) ? random.next() : UInt64(number(below: 9)))
      return SentEdit(
        text: #"{"op":"shuffleItems"\#(member),"seed":\#(seed)}"#,
        meaning: .other(.shuffleItems(section?.name, seed: UInt64(bitPattern: seed))),
        elements: elements
      )
    default:
      let pointers = ["/h", "/n2", "/sort/k/0", "/sort", "", "/none", "/name"]
      let keys = (0..<number(below: 4)).map { _ in
        SortKey(pointer: pick(pointers), isDescending: chance(40))
      }
      return SentEdit(
        text: #"{"op":"sortItems"\#(member),"by":\#(list(keys.map(\.text)))}"#,
        meaning: .sort(section?.name, keys),
        elements: elements
      )
    }
  }

  private mutating func swapItems(_ subject: Subject) -> SentEdit {
    let pair = [item(in: subject.list), item(in: subject.list)]
    let given = elements(ofItems: pair, subject.rules)
    return SentEdit(
      text: #"{"op":"swapItems","items":\#(list(given.map(\.text)))}"#,
      meaning: .other(.swapItems(given[0].name, given[1].name), items: given),
      elements: given
    )
  }
}
