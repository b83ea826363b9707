extension Snapshot {
  /// Puts the trees right after edits that knew nothing of them.
  ///
  /// Such edits place, move and delete rows one by one. The rows keep the order that they were
  /// given, with the one exception below, and the trees change as little as that allows:
  /// - What is gone leaves its tree. What it hid goes with it; rows that hung below it stay, below
  ///   what it hung below itself.
  /// - A row that moved stays below its parent where the rows around it allow that. Otherwise it
  ///   comes on the level of the row before it, or below that one when the row behind it hangs
  ///   there. What it hides goes with it; rows that hung below it stay where they are.
  /// - A row that is new comes on the level of the row before it; when others hang below that one,
  ///   behind them, and that is the exception.
  /// - A row that was hidden leaves its tree alone and is new.
  ///
  /// - Parameter base: The snapshot that was edited, whose trees agree with its rows.
  /// - Complexity: O(touched) for flat lists, and O(rows) more for each section where a row was
  ///   touched that is in a tree or behind one that is.
  public mutating func mergeOutline(from base: Snapshot) {
    guard !outline.isEmpty else { return }
    let touchedItems = touched.items.unique()
    for item in touchedItems where items.contains(item) && base.isHidden(item) {
      unlink(item)
    }
    let gone = touchedItems.filter { !items.contains($0) && base.items.contains($0) }
    let isTouched = HandleSet(touchedItems)
    // All are walked before any is changed: a row may have come from one to another.
    let found = sectionsToMerge(touchedItems).map { index in
      var walk = OutlineWalk(of: self, inSectionAt: index, base: base, isTouched: isTouched)
      return (index: index, result: walk.finish())
    }
    for section in found { take(section.result, inSectionAt: section.index) }
    drop(gone)
  }

  /// The indexes of the sections whose trees may disagree with their rows.
  private func sectionsToMerge(_ touchedItems: [Handle]) -> [Int] {
    var indexes: Set<Int> = []
    func add(_ item: Handle) {
      if let path = indexPath(ofItem: item) { indexes.insert(path.section) }
    }
    for item in touchedItems {
      if let node = outline[item] {
        add(item)
        if let parent = node.parent { add(parent) }
        node.children.forEach(add)
      } else if let path = indexPath(ofItem: item), path.item > 0,
        let before = itemHandle(at: IndexPath(section: path.section, item: path.item - 1)),
        outline[before] != nil
      {
        indexes.insert(path.section)
      }
    }
    return indexes.sorted()
  }

  /// Takes over the tree that a walk has found.
  private mutating func take(_ found: OutlineWalk.Result, inSectionAt index: Int) {
    for (item, parent) in zip(found.rows, found.parents) {
      updateNode(of: item) { node in
        node.parent = parent
        if node.isExpanded { node.children = found.children[item] ?? [] }
      }
    }
    guard found.isReordered else { return }
    // The items are those that are there, so this cannot fail.
    _ = try? replaceItems(inSection: sections.handles[index], with: found.rows)
  }

  /// Drops the nodes of what is gone, and what it hid.
  private mutating func drop(_ gone: [Handle]) {
    var pending = gone
    while let item = pending.popLast() {
      guard !items.contains(item), let node = outline[item] else { continue }
      pending += node.children
      forget([item])
    }
  }
}
