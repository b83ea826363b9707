/// A persistent B-tree of handles for each section, and a dictionary from string to handle.
///
/// An edit copies a leaf and the nodes above it; all else is shared with the list before. A handle
/// leads to its leaf and a node to the one above it; both lead into the newest list only, so that
/// alone can be edited. A difference goes down only where the nodes of two lists are not the same.
struct TreePeer: EditPeer {
  static let name = "persistent B-tree"
  static let isLong = false

  private var roots: [Node] = []
  private let handles = StringHandles()
  private let leaves = Leaves()

  init(_ list: ItemList) {
    for section in 0..<list.numberOfSections {
      let items = list.items[list.offsets(inSection: section)]
      roots.append(Node())
      for item in items { append(handles[EditText.item(item)], toSection: section) }
    }
  }

  mutating func apply(_ edit: SingleEdit, subject: String, anchor: String) {
    let item = handles[subject]
    if !edit.subjectIsNew, let leaf = leaves[item] {
      replace(leaf, withItems: leaf.items.filter { $0 != item })
    }
    let anchor = edit.hasAnchor ? handles[anchor] : -1
    if edit.hasAnchor, let leaf = leaves[anchor], let offset = leaf.items.firstIndex(of: anchor) {
      replace(leaf, withItems: leaf.items[...offset] + [item] + leaf.items[(offset + 1)...])
    } else if edit == .append {
      append(item, toSection: roots.count - 1)
    }
  }

  private mutating func append(_ item: Int32, toSection section: Int) {
    var leaf = roots[section]
    while let last = leaf.children.last { leaf = last }
    replace(leaf, withItems: leaf.items + [item])
  }

  private mutating func replace(_ leaf: Node, withItems items: [Int32]) {
    let new = halves(items).map { Node(items: Array($0)) }
    for leaf in new { leaves.set(leaf) }
    replace(leaf, with: new)
  }

  private mutating func replace(_ node: Node, with new: [Node]) {
    guard let parent = node.parent else {
      guard let section = roots.firstIndex(where: { $0 === node }) else { return }
      roots[section] = new.count == 1 ? new[0] : Node(children: new)
      return
    }
    guard let place = parent.children.firstIndex(where: { $0 === node }) else { return }
    var children = parent.children
    children.replaceSubrange(place...place, with: new)
    replace(parent, with: halves(children).map { Node(children: Array($0)) })
  }

  /// All of a list that fits into one node, or its halves; none when it is empty.
  private func halves<Element>(_ list: [Element]) -> [ArraySlice<Element>] {
    guard list.count > Node.capacity else { return list.isEmpty ? [] : [list[...]] }
    return [list[..<(list.count / 2)], list[(list.count / 2)...]]
  }
}

extension TreePeer {
  static func difference(from old: TreePeer, to new: TreePeer) -> PeerChanges {
    var found = DifferingHandles()
    for section in old.roots.indices {
      compare([old.roots[section]], [new.roots[section]], section, &found)
    }
    return found.changes
  }

  /// Compares two rows of nodes level by level, each time without what they share at their ends.
  private static func compare(
    _ old: [Node],
    _ new: [Node],
    _ section: Int,
    _ found: inout DifferingHandles
  ) {
    var (old, new, start) = (old[...], new[...], 0)
    while true {
      while let first = old.first, first === new.first {
        start += first.count
        (old, new) = (old.dropFirst(), new.dropFirst())
      }
      while let last = old.last, last === new.last { (old, new) = (old.dropLast(), new.dropLast()) }
      guard (old + new).contains(where: { !$0.children.isEmpty }) else { break }
      (old, new) = (old.flatMap(\.below)[...], new.flatMap(\.below)[...])
    }
    found.add(
      old.flatMap(\.items),
      at: (section, start),
      new.flatMap(\.items),
      at: (section, start)
    )
  }
}

/// A leaf with items, or a node with others below it; only what leads up ever changes.
private final class Node {
  static let capacity = 64

  let items: [Int32]
  let children: [Node]
  /// How many items there are in it and below it.
  let count: Int
  /// The node above it in the newest list, which that list keeps alive.
  unowned(unsafe) private(set) var parent: Node?

  init(items: [Int32] = [], children: [Node] = []) {
    self.items = items
    self.children = children
    count = children.reduce(items.count) { $0 + $1.count }
    for child in children { child.parent = self }
  }

  /// Its children, or itself when it has none.
  var below: [Node] { children.isEmpty ? [self] : children }
}

/// The leaf in which a handle is in the newest list.
private final class Leaves {
  private var leaves: [Node?] = []

  subscript(item: Int32) -> Node? {
    leaves.indices.contains(Int(item)) ? leaves[Int(item)] : nil
  }

  func set(_ leaf: Node) {
    for item in leaf.items {
      while leaves.count <= Int(item) { leaves.append(nil) }
      leaves[Int(item)] = leaf
    }
  }
}
