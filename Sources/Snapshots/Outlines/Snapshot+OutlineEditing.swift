extension Snapshot {
  /// Where in the tree of a section something is placed.
  public enum OutlinePlace: Sendable {
    /// Behind what hangs below an item already, or with nil behind all that stands at the top.
    case end(of: Handle?)
    /// On the same level as another item: before it, or after it and all that hangs below it.
    case beside(Place)

    /// The item that must be in the tree, nil for none.
    fileprivate var anchor: Handle? {
      switch self {
      case .end(let parent): parent
      case .beside(let place): place.anchor
      }
    }
  }

  /// Gives a section another tree; items that are elsewhere are pulled in.
  ///
  /// - Parameters:
  ///   - tree: What it is to hold.
  ///   - section: The section, which is made at the end when it is not here.
  /// - Throws: `repeatedItems`; the snapshot is as it was.
  /// - Complexity: O(m log m + items pulled in · block + sections) for m items of the section,
  ///   shown or not, before and after.
  public mutating func setTree(
    _ tree: SectionSnapshot,
    ofSection section: Handle
  ) throws(SnapshotError) {
    let placed = tree.items
    try Snapshot.checkDistinct(items: placed)
    if !sections.contains(section) { try appendSections([section]) }
    let index = try index(ofKnownSection: section)
    forgetTree(ofSectionAt: index)
    for item in placed { leaveTree(item) }
    _ = takeOutItems(placed.filter { sectionHandle(containingItem: $0) != section })
    try replaceItems(inSection: section, with: tree.visibleItems)
    setNodes(of: tree, below: nil)
  }

  /// Adds a tree to that of a section; items that other sections have are pulled in.
  ///
  /// - Parameters:
  ///   - tree: What to add.
  ///   - place: Where.
  ///   - section: The section.
  /// - Returns: The items that other sections lost.
  /// - Throws: `unknownSections`, `unknownItems` when the place's item is not in the section's
  ///   tree, `repeatedItems`, or `existingItems` for those that are; the snapshot is as it was.
  /// - Complexity: O(items placed · block + siblings + sections).
  @discardableResult
  public mutating func insert(
    _ tree: SectionSnapshot,
    at place: OutlinePlace,
    inSection section: Handle
  ) throws(SnapshotError) -> [Handle] {
    let index = try index(ofKnownSection: section)
    if let anchor = place.anchor { try check([anchor], inTreeOfSectionAt: index) }
    let placed = tree.items
    try Snapshot.checkDistinct(items: placed)
    let existing = placed.filter { contains($0, inTreeOfSectionAt: index) }
    guard existing.isEmpty else { throw .existingItems(existing) }

    let pulled = takeOutOfTrees(placed)
    link(tree, at: place, inSectionAt: index)
    return pulled
  }

  /// Takes items with all that hangs below them out of the tree of a section.
  ///
  /// - Parameters:
  ///   - gone: The items; one that stands twice, or below another, counts once.
  ///   - section: The section.
  /// - Throws: `unknownSections`, or `unknownItems` for those that are not in the section's tree;
  ///   the snapshot is as it was.
  /// - Complexity: O(items that go · block + siblings + sections).
  public mutating func deleteSubtrees(
    of gone: [Handle],
    inSection section: Handle
  ) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    try check(gone, inTreeOfSectionAt: index)
    let tops = tops(of: gone)
    leaveParents(tops)
    for item in tops { takeOutSubtree(of: item, inSectionAt: index) }
  }

  /// Takes all items out of a section, shown or not; the section stays.
  ///
  /// - Parameter section: The section.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(items that go + sections).
  public mutating func clearTree(ofSection section: Handle) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    forgetTree(ofSectionAt: index)
    removeRows(at: sections.positions(inSectionAt: index), inSectionAt: index)
  }

  /// Replaces what hangs below an item; items that other sections have are pulled in.
  ///
  /// - Parameters:
  ///   - parent: The item.
  ///   - tree: What is to hang below it; what hung there before may be among it.
  ///   - section: The section.
  /// - Returns: The items that other sections lost.
  /// - Throws: `unknownSections`, `unknownItems` when the parent is not in the section's tree,
  ///   `repeatedItems`, or `existingItems` for those that are elsewhere in it; the snapshot is as
  ///   it was.
  /// - Complexity: O(items placed or replaced · block + sections).
  @discardableResult
  public mutating func replaceChildren(
    of parent: Handle,
    with tree: SectionSnapshot,
    inSection section: Handle
  ) throws(SnapshotError) -> [Handle] {
    let index = try index(ofKnownSection: section)
    try check([parent], inTreeOfSectionAt: index)
    let placed = tree.items
    try Snapshot.checkDistinct(items: placed)
    let former = outline.items(below: parent)
    let replaced = Set(former)
    let existing = placed.filter {
      !replaced.contains($0) && contains($0, inTreeOfSectionAt: index)
    }
    guard existing.isEmpty else { throw .existingItems(existing) }

    let pulled = takeOutOfTrees(placed.filter { !replaced.contains($0) })
    if isExpanded(parent) { hideItems(below: parent, inSectionAt: index) }
    forget(former)
    updateNode(of: parent) { $0.children = [] }
    link(tree, at: .end(of: parent), inSectionAt: index)
    return pulled
  }

  private func check(
    _ needed: [Handle],
    inTreeOfSectionAt index: Int
  ) throws(SnapshotError) {
    let unknown = needed.filter { !contains($0, inTreeOfSectionAt: index) }
    guard unknown.isEmpty else { throw .unknownItems(unknown) }
  }
}

// MARK: - Ways in

extension Snapshot {
  /// Links a tree of items that are nowhere to that of the section at an index.
  private mutating func link(
    _ tree: SectionSnapshot,
    at place: OutlinePlace,
    inSectionAt index: Int
  ) {
    let position = rowPosition(of: place, inSectionAt: index)
    let tops = tree.entries.filter { $0.level == 0 }.map(\.item)
    switch place {
    case .end(let parent):
      setNodes(of: tree, below: parent)
      if let parent, !tops.isEmpty { updateNode(of: parent) { $0.children += tops } }
    case .beside(let side):
      let parent = outline[side.anchor]?.parent
      setNodes(of: tree, below: parent)
      if let parent, !tops.isEmpty {
        updateNode(of: parent) { $0.insert(tops, side) }
      }
    }
    if let position { self.place(tree.visibleItems, at: position, inSectionAt: index) }
  }

  /// The position of the first row of what comes to a place, nil when it is hidden there.
  private func rowPosition(of place: OutlinePlace, inSectionAt index: Int) -> Int? {
    switch place {
    case .end(nil):
      sections.positions(inSectionAt: index).upperBound
    case .end(let parent?):
      isExpanded(parent) ? items.rank(of: outline.lastShown(of: parent)).map { $0 + 1 } : nil
    case .beside(.before(let anchor)):
      items.rank(of: anchor)
    case .beside(.after(let anchor)):
      items.rank(of: outline.lastShown(of: anchor)).map { $0 + 1 }
    }
  }

  /// Gives the items of a tree their nodes.
  private mutating func setNodes(of tree: SectionSnapshot, below parent: Handle?) {
    // The items that the next one may hang below, with what hangs below each so far.
    var path: [(item: Handle, node: Outline.Node)] = []
    for entry in tree.entries {
      while path.count > entry.level, let done = path.popLast() {
        setNode(done.node, of: done.item)
      }
      if let last = path.indices.last { path[last].node.children.append(entry.item) }
      let node = Outline.Node(parent: path.last?.item ?? parent, isExpanded: entry.isExpanded)
      path.append((entry.item, node))
    }
    while let done = path.popLast() { setNode(done.node, of: done.item) }
  }
}

// MARK: - Ways out

extension Snapshot {
  /// Takes an item out of its tree alone: what hangs below it takes its place there.
  ///
  /// The item's own row stays.
  mutating func leaveTree(_ item: Handle) {
    // What a closed item hid is shown where the item was shown.
    guard let node = unlink(item), !node.isExpanded, !node.children.isEmpty,
      let path = indexPath(ofItem: item)
    else { return }
    let shown = node.children.flatMap { child in
      [child] + (isExpanded(child) ? outline.shownItems(below: child) : [])
    }
    let start = sections.positions(inSectionAt: path.section).lowerBound
    place(shown, at: start + path.item + 1, inSectionAt: path.section)
  }

  /// Takes an item out of its tree alone, as ``leaveTree(_:)``, without a look at the rows.
  ///
  /// - Returns: Its place before.
  @discardableResult
  mutating func unlink(_ item: Handle) -> Outline.Node? {
    guard let node = outline[item] else { return nil }
    setNode(nil, of: item)
    for child in node.children { updateNode(of: child) { $0.parent = node.parent } }
    if let parent = node.parent {
      updateNode(of: parent) { $0.replace(item, with: node.children) }
    }
    return node
  }

  /// Takes items out of wherever they are, and says which were anywhere.
  private mutating func takeOutOfTrees(_ placed: [Handle]) -> [Handle] {
    let pulled = placed.filter { holds($0) }
    for item in pulled { leaveTree(item) }
    _ = takeOutItems(pulled)
    return pulled
  }

  /// Those of some items that hang below none of them, each once.
  private func tops(of items: [Handle]) -> [Handle] {
    let all = Set(items)
    var seen: Set<Handle> = []
    return items.filter { item in
      guard seen.insert(item).inserted else { return false }
      var next = outline[item]?.parent
      while let parent = next {
        if all.contains(parent) { return false }
        next = outline[parent]?.parent
      }
      return true
    }
  }

  /// Strikes items from the lists of what they hang below.
  private mutating func leaveParents(_ leaving: [Handle]) {
    let siblings = Dictionary(grouping: leaving) { outline[$0]?.parent }
    for (parent, children) in siblings {
      guard let parent else { continue }
      if children.count == 1 {
        updateNode(of: parent) { $0.replace(children[0], with: []) }
      } else {
        // Each list is gone through once, however many leave it.
        let leaving = Set(children)
        updateNode(of: parent) { $0.children.removeAll { leaving.contains($0) } }
      }
    }
  }

  /// Takes an item out with all that hangs below it; its parent does not list it any more.
  private mutating func takeOutSubtree(of item: Handle, inSectionAt index: Int) {
    if let position = items.rank(of: item) {
      let below = isExpanded(item) ? outline.shownItems(below: item).count : 0
      removeRows(at: position..<position + 1 + below, inSectionAt: index)
    }
    forget([item] + outline.items(below: item))
  }

  /// Forgets the tree of the section at an index; its rows stay.
  private mutating func forgetTree(ofSectionAt index: Int) {
    guard !outline.isEmpty else { return }
    for row in items.handles(in: sections.positions(inSectionAt: index))
    where outline[row]?.parent == nil {
      forget([row] + outline.items(below: row))
    }
  }

  /// Forgets where in a tree items were; those that are not shown go.
  mutating func forget(_ gone: [Handle]) {
    for item in gone { setNode(nil, of: item) }
    touched.touchItems(gone.filter { !items.contains($0) })
  }
}
