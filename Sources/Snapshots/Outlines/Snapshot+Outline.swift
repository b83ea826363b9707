// MARK: - Reading

extension Snapshot {
  /// The item that an item hangs below, nil at the top.
  ///
  /// - Complexity: O(1).
  public func parent(ofItem item: Handle) -> Handle? { outline[item]?.parent }

  /// How many items an item hangs below: 0 at the top.
  ///
  /// - Complexity: O(level).
  public func level(ofItem item: Handle) -> Int {
    var level = 0
    var next = outline[item]?.parent
    while let parent = next {
      level += 1
      next = outline[parent]?.parent
    }
    return level
  }

  /// Whether the items below an item are shown when it is shown itself.
  ///
  /// - Complexity: O(1).
  public func isExpanded(_ item: Handle) -> Bool { outline[item]?.isExpanded ?? false }

  /// How many items are right below an item, shown or not.
  ///
  /// - Complexity: O(1).
  public func numberOfChildren(ofItem item: Handle) -> Int { outline[item]?.children.count ?? 0 }

  /// Whether an item stands at the top, closed, with nothing below it.
  ///
  /// - Complexity: O(1).
  public func isPlain(_ item: Handle) -> Bool { outline[item] == nil }

  /// Whether an item is in the tree of the section at an index, shown or not.
  ///
  /// - Complexity: O(level + log n).
  public func contains(_ item: Handle, inTreeOfSectionAt index: Int) -> Bool {
    guard items.contains(item) || isHidden(item) else { return false }
    return indexPath(ofItem: top(of: item))?.section == index
  }

  /// The items of the section at an index as a tree; those of a flat section all stand at the top.
  ///
  /// - Complexity: O(items of the section, shown or not).
  public func sectionSnapshot(ofSectionAt index: Int) -> SectionSnapshot {
    var tree = SectionSnapshot()
    for row in items.handles(in: sections.positions(inSectionAt: index))
    where outline[row]?.parent == nil {
      append(row, includingItem: true, to: &tree)
    }
    return tree
  }

  /// The items below an item as a tree of their own.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - includesParent: Whether the item itself stands at the top.
  /// - Returns: The tree, whose levels begin anew.
  /// - Complexity: O(items below it).
  public func sectionSnapshot(of item: Handle, includingParent includesParent: Bool)
    -> SectionSnapshot
  {
    var tree = SectionSnapshot()
    append(item, includingItem: includesParent, to: &tree)
    return tree
  }

  /// Whether the items shown and hidden are more than a number.
  ///
  /// - Complexity: O(1), or O(items in trees) when there could be more.
  public func holdsMore(than limit: Int) -> Bool {
    guard items.count + outline.count > limit else { return false }
    return items.count + numberOfHiddenItems > limit
  }

  /// The number of items below closed ones.
  ///
  /// - Complexity: O(items in trees).
  public var numberOfHiddenItems: Int {
    var count = 0
    outline.forEach { item, _ in if isHidden(item) { count += 1 } }
    return count
  }

  private func append(_ item: Handle, includingItem: Bool, to tree: inout SectionSnapshot) {
    let top = includingItem ? 0 : -1
    if includingItem {
      tree.append(.init(item: item, level: 0, isExpanded: isExpanded(item)))
    }
    outline.visit(below: item) { below, level in
      tree.append(.init(item: below, level: top + level, isExpanded: isExpanded(below)))
    }
  }
}

// MARK: - For the edits

extension Snapshot {
  /// Whether an item is in a tree, below a closed item.
  ///
  /// What a plain edit has deleted still has its node until the trees are put right, but is neither
  /// shown nor below anything closed that is shown.
  func isHidden(_ item: Handle) -> Bool {
    guard !outline.isEmpty, !items.contains(item) else { return false }
    var next = outline[item]?.parent
    while let parent = next {
      if items.contains(parent) { return !isExpanded(parent) }
      next = outline[parent]?.parent
    }
    return false
  }

  /// Whether an item is here, shown or hidden.
  func holds(_ item: Handle) -> Bool { items.contains(item) || isHidden(item) }

  /// The item at the top of an item's tree, which is shown when the tree is in a section.
  func top(of item: Handle) -> Handle {
    var top = item
    while let parent = outline[top]?.parent { top = parent }
    return top
  }

  /// Gives an item its place in a tree, or none.
  mutating func setNode(_ node: Outline.Node?, of item: Handle) {
    guard outline[item] != node else { return }
    outline[item] = node
    touched.touchOutline(item)
  }

  /// Changes an item's place in a tree.
  mutating func updateNode(of item: Handle, _ change: (inout Outline.Node) -> Void) {
    outline.update(item, change)
    touched.touchOutline(item)
  }
}
