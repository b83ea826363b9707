/// An edit of a section's tree as a client writes it.
struct SentSectionEdit {
  enum Meaning {
    /// Puts a tree behind what hangs below an item, or at the end of the top.
    case append([ModelForest.Node], to: String?)
    /// Puts a tree on the level of an item, before it, or behind all that hangs below it.
    case insert([ModelForest.Node], beside: String, isAfter: Bool)
    case delete([String])
    case deleteAll
    case setOpen([String], Bool)
    case replaceChildren(of: String, [ModelForest.Node])
  }

  let text: String
  let meaning: Meaning
  /// Contents that come along.
  var contents: [String: String] = [:]
}

extension ModelForest {

  /// Gives a section another tree; it is made at the end when it is not there.
  mutating func setTree(
    _ nodes: [Node],
    ofSection name: String,
    _ contents: [String: String]
  ) throws(Refused) {
    let ids = nodes.flatMap(\.all).map(\.id)
    guard Set(ids).count == ids.count else { throw Refused("duplicateIdentifier") }
    if let index = index(ofSection: name) {
      sections[index].nodes = []
    } else {
      sections.append(Section(name: name))
    }
    release(ids)
    if let index = index(ofSection: name) { sections[index].nodes = nodes }
    itemContents.merge(contents) { $1 }
  }

  /// Makes an edit of a section's tree.
  ///
  /// - Returns: The items that other sections had.
  mutating func make(
    _ edit: SentSectionEdit,
    inSectionAt index: Int
  ) throws(Refused) -> [String] {
    let here = items(inSectionAt: index).map(\.id)
    var pulled: [String] = []
    switch edit.meaning {
    case .append(let nodes, let parent):
      try check(needed: parent.map { [$0] } ?? [], new: nodes, here)
      pulled = pull(nodes)
      guard let parent else {
        sections[index].nodes += nodes
        break
      }
      replaceEach { node in
        var node = node
        if node.id == parent { node.children += nodes }
        return [node]
      }
    case .insert(let nodes, let anchor, let isAfter):
      try check(needed: [anchor], new: nodes, here)
      pulled = pull(nodes)
      replaceEach { node in
        guard node.id == anchor else { return [node] }
        return isAfter ? [node] + nodes : nodes + [node]
      }
    case .delete(let gone):
      try check(needed: gone, new: [], here)
      prune(gone)
    case .deleteAll: sections[index].nodes = []
    case .setOpen(let named, let isOpen):
      replaceEach { node in
        var node = node
        if named.contains(node.id), here.contains(node.id) { node.isOpen = isOpen }
        return [node]
      }
    case .replaceChildren(let parent, let nodes):
      let replaced = node(parent)?.children.flatMap(\.all).map(\.id) ?? []
      let rest = here.filter { !replaced.contains($0) }
      try check(needed: [parent], new: nodes, here.contains(parent) ? rest : here)
      prune(replaced)
      pulled = pull(nodes)
      replaceEach { node in
        var node = node
        if node.id == parent { node.children = nodes }
        return [node]
      }
    }
    itemContents.merge(edit.contents) { $1 }
    return pulled
  }

  private func check(
    needed: [String],
    new: [Node],
    _ here: [String]
  ) throws(Refused) {
    var faults: Set<String> = []
    let ids = new.flatMap(\.all).map(\.id)
    if !Set(needed).isSubset(of: here) { faults.insert("unknownItem") }
    if Set(ids).count < ids.count || !Set(ids).isDisjoint(with: here) {
      faults.insert("duplicateIdentifier")
    }
    guard faults.isEmpty else { throw Refused(faults) }
  }

  /// Takes what is to be placed out of other sections.
  private mutating func pull(_ nodes: [Node]) -> [String] {
    let known = Set(items)
    let pulled = nodes.flatMap(\.all).map(\.id).filter(known.contains)
    release(pulled)
    return pulled
  }
}
