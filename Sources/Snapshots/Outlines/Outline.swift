/// Which items hang below which others, and which are open.
///
/// Most lists are flat, and an item that neither hangs below another nor has items below it nor is
/// open has no node: a flat list costs nothing. Items at the top of a section have no order here;
/// theirs is that of the rows.
///
/// - Invariant: An item is among its parent's children exactly once, and nowhere else.
struct Outline {
  /// An item's place in a tree.
  struct Node: Equatable {
    /// The item that it hangs below, nil at the top.
    var parent: Handle?
    /// The items below it, in order.
    var children: [Handle] = []
    /// Whether the items below it are shown when it is shown itself.
    var isExpanded = false

    /// Whether an item without a node is the same.
    var isPlain: Bool { parent == nil && children.isEmpty && !isExpanded }
  }

  private var nodes = HandleTable<Node>()

  /// Whether all sections are flat, and nothing is open.
  var isEmpty: Bool { nodes.count == 0 }

  /// How many items have a node.
  var count: Int { nodes.count }

  /// The place of an item, nil when it stands alone at the top.
  subscript(item: Handle) -> Node? {
    get { nodes[item] }
    set { nodes[item] = newValue?.isPlain == false ? newValue : nil }
  }

  /// Changes the place of an item; its list of children is changed where it is.
  mutating func update(_ item: Handle, _ change: (inout Node) -> Void) {
    var node = nodes[item] ?? Node()
    // Nobody else may hold the list, or each child added to many others would cost a copy of it.
    nodes[item] = nil
    change(&node)
    self[item] = node
  }

  /// Calls a closure with each item that has a node.
  func forEach(_ body: (Handle, Node) -> Void) { nodes.forEach(body) }

  /// The items below an item, which is taken for open, that are shown when it is: depth first.
  func shownItems(below item: Handle) -> [Handle] {
    var shown: [Handle] = []
    visit(below: item, { $0.isExpanded }, { item, _ in shown.append(item) })
    return shown
  }

  /// All items below an item, depth first.
  func items(below item: Handle) -> [Handle] {
    var all: [Handle] = []
    visit(below: item, { _ in true }, { item, _ in all.append(item) })
    return all
  }

  /// How much deeper than an item the deepest of what hangs below it stands.
  func height(of item: Handle) -> Int {
    var height = 0
    visit(below: item) { _, level in height = max(height, level) }
    return height
  }

  /// The last of an item and the items below it that are shown when it is.
  func lastShown(of item: Handle) -> Handle {
    var last = item
    while let node = nodes[last], node.isExpanded, let child = node.children.last { last = child }
    return last
  }

  /// Calls a closure with the items below an item, depth first, and how far below it they are.
  ///
  /// The stack is on the heap: trees may be deep.
  func visit(
    below item: Handle,
    _ opens: (Node) -> Bool = { _ in true },
    _ body: (Handle, Int) -> Void
  ) {
    var pending = (nodes[item]?.children ?? []).reversed().map { (item: $0, level: 1) }
    while let next = pending.popLast() {
      body(next.item, next.level)
      guard let node = nodes[next.item], opens(node) else { continue }
      pending += node.children.reversed().map { (item: $0, level: next.level + 1) }
    }
  }
}

extension Outline.Node {
  /// Puts items beside one of the children.
  mutating func insert(_ items: [Handle], _ place: Snapshot.Place) {
    guard let index = children.firstIndex(of: place.anchor) else { return }
    switch place {
    case .before: children.insert(contentsOf: items, at: index)
    case .after: children.insert(contentsOf: items, at: index + 1)
    }
  }

  /// Puts items in the place of one of the children.
  mutating func replace(_ child: Handle, with items: [Handle]) {
    guard let index = children.firstIndex(of: child) else { return }
    children.replaceSubrange(index...index, with: items)
  }
}
