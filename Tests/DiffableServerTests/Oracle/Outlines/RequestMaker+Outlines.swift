/// Trees, and edits of them.
extension RequestMaker {

  /// Some items as a tree, the text of the document's list, and the contents in it.
  mutating func tree(
    of ids: [String]
  ) -> (nodes: [ModelForest.Node], text: String, contents: [String: String]) {
    var nodes: [ModelForest.Node] = []
    var texts: [String] = []
    var contents: [String: String] = [:]
    var rest = ids[...]
    while let id = rest.popFirst() {
      let below = rest.prefix(chance(50) ? number(below: 4) : 0)
      rest = rest.dropFirst(below.count)
      let children = tree(of: Array(below))
      contents.merge(children.contents) { $1 }
      var members = [#""id":\#(id)"#]
      if chance(25) {
        contents[id] = itemContent()
        members.append(#""content":\#(contents[id] ?? "null")"#)
      }
      let isOpen = chance(50)
      if isOpen || chance(10) { members.append(#""expanded":\#(isOpen)"#) }
      if !below.isEmpty || chance(10) { members.append(#""children":\#(children.text)"#) }
      nodes.append(ModelForest.Node(id: id, isOpen: isOpen, children: children.nodes))
      texts.append(members.count == 1 && chance(50) ? id : "{\(members.joined(separator: ","))}")
    }
    return (nodes, list(texts), contents)
  }

  mutating func sectionEdit(_ forest: ModelForest, _ section: String) -> SentSectionEdit {
    let members =
      forest.index(ofSection: section).map { forest.items(inSectionAt: $0).map(\.id) } ?? []
    let anchor = members.isEmpty || chance(5) ? anyItem() : pick(members)
    switch number(below: 14) {
    case ..<3: return appending(to: members.isEmpty || chance(30) ? nil : anchor, members)
    case 3: return inserting(beside: anchor, members)
    case 4: return grafting(beside: anchor, members)
    case 5, 6:
      let gone = some(members, atMost: 2) + (chance(5) ? [anyItem()] : [])
      return SentSectionEdit(
        text: #"{"op":"delete","items":\#(list(gone))}"#,
        meaning: .delete(gone)
      )
    case 7 where chance(25):
      return SentSectionEdit(text: #"{"op":"deleteAll"}"#, meaning: .deleteAll)
    case 7, 8:
      let below = forest.node(anchor)?.children.map(\.id) ?? []
      let tree = tree(of: newItems(members, atMost: 3) + some(below, atMost: 2))
      return SentSectionEdit(
        text: #"{"op":"replaceChildren","of":\#(anchor),"with":{"items":\#(tree.text)}}"#,
        meaning: .replaceChildren(of: anchor, tree.nodes),
        contents: tree.contents
      )
    default:
      let named = some(members, atMost: 3) + (chance(20) ? [anyItem()] : [])
      let opens = chance(65)
      return SentSectionEdit(
        text: #"{"op":"\#(opens ? "expand" : "collapse")","items":\#(list(named))}"#,
        meaning: .setOpen(named, opens)
      )
    }
  }

  /// Items that are mostly not in a section.
  mutating func newItems(_ members: [String], atMost limit: Int) -> [String] {
    items(atMost: limit).filter { chance(3) || !members.contains($0) }
  }

  private mutating func appending(to parent: String?, _ members: [String]) -> SentSectionEdit {
    let elements = elements(ofItems: newItems(members, atMost: 3), SentRules()).filter(\.isValid)
    let member = parent.map { #","to":\#($0)"# } ?? ""
    return SentSectionEdit(
      text: #"{"op":"append","items":\#(list(elements.map(\.text)))\#(member)}"#,
      meaning: .append(elements.map { ModelForest.Node(id: $0.name) }, to: parent),
      contents: contents(of: elements)
    )
  }

  private mutating func inserting(beside anchor: String, _ members: [String]) -> SentSectionEdit {
    let elements = elements(ofItems: newItems(members, atMost: 2), SentRules()).filter(\.isValid)
    let isAfter = chance(50)
    let place = #""\#(isAfter ? "after" : "before")":\#(anchor)"#
    return SentSectionEdit(
      text: #"{"op":"insert","items":\#(list(elements.map(\.text))),\#(place)}"#,
      meaning: .insert(
        elements.map { ModelForest.Node(id: $0.name) },
        beside: anchor,
        isAfter: isAfter
      ),
      contents: contents(of: elements)
    )
  }

  private mutating func grafting(beside anchor: String, _ members: [String]) -> SentSectionEdit {
    let tree = tree(of: newItems(members, atMost: 4))
    let isAfter = chance(50)
    let place = #""\#(isAfter ? "after" : "before")":\#(anchor)"#
    return SentSectionEdit(
      text: #"{"op":"insertSnapshot","snapshot":{"items":\#(tree.text)},\#(place)}"#,
      meaning: .insert(tree.nodes, beside: anchor, isAfter: isAfter),
      contents: tree.contents
    )
  }

  private func contents(of elements: [SentElement]) -> [String: String] {
    elements.reduce(into: [:]) { contents, element in
      if let content = element.content { contents[element.name] = content }
    }
  }
}
