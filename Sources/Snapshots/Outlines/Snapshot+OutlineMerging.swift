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
  /// - Parameters:
  ///   - base: The snapshot that was edited, whose trees agree with its rows.
  ///   - greatestLevel: The level below which nothing may come.
  /// - Throws: `tooDeep`; the snapshot is of no use then.
  /// - Complexity: O(touched) for flat lists; for each touched row that is in a tree or behind one
  ///   that is, O(rows of that tree) more.
  public mutating func mergeOutline(
    from base: Snapshot,
    greatestLevel: Int
  ) throws(SnapshotError) {
    guard !outline.isEmpty else { return }
    let touchedItems = touched.items.unique()
    for item in touchedItems where items.contains(item) && base.isHidden(item) {
      unlink(item)
    }
    let gone = touchedItems.filter { !items.contains($0) && base.items.contains($0) }
    let isTouched = HandleSet(touchedItems)
    // All are walked before any is changed: a row may have come from one to another.
    let found = partsToMerge(touchedItems, isTouched).map { positions in
      var walk = OutlineWalk(of: self, at: positions, base: base, isTouched: isTouched)
      return (positions: positions, result: walk.finish())
    }
    var moved: [Handle] = []
    for part in found { moved += take(part.result, at: part.positions) }
    drop(gone)
    for item in moved {
      let level = level(ofItem: item) + outline.height(of: item)
      guard level <= greatestLevel else { throw .tooDeep(level: level) }
    }
  }

  /// The positions of the rows whose trees may disagree with them, in parts that end where a row
  /// at the top begins, which nobody touched: what stands in front of it has no say in what follows.
  private func partsToMerge(_ touchedItems: [Handle], _ isTouched: HandleSet) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for position in positionsToMerge(touchedItems) where position >= parts.last?.upperBound ?? 0 {
      let section = positions(inSectionAt: sections.sectionIndex(ofPosition: position))
      let begins = { (row: Handle) in
        outline[row]?.parent == nil && !isTouched.contains(row)
      }
      let start = lastRow(in: section.lowerBound..<position + 1, where: begins)
      let end = firstRow(in: position + 1..<section.upperBound, where: begins)
      parts.append((start ?? section.lowerBound)..<(end ?? section.upperBound))
    }
    return parts
  }

  /// The positions of rows that are touched and in a tree or behind a row that is, and of what is
  /// right above and below them there, in ascending order.
  private func positionsToMerge(_ touchedItems: [Handle]) -> [Int] {
    var found: [Int] = []
    func add(_ item: Handle) {
      if let position = items.rank(of: item) { found.append(position) }
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
        add(item)
      }
    }
    return found.sorted()
  }

  /// The position of the last of some rows that is so, looked for from the end in growing steps.
  private func lastRow(in positions: Range<Int>, where isSo: (Handle) -> Bool) -> Int? {
    var (end, step) = (positions.upperBound, 8)
    while end > positions.lowerBound {
      let start = max(positions.lowerBound, end - step)
      if let index = items.handles(in: start..<end).lastIndex(where: isSo) { return start + index }
      (end, step) = (start, step * 2)
    }
    return nil
  }

  /// The position of the first of some rows that is so, looked for in growing steps.
  private func firstRow(in positions: Range<Int>, where isSo: (Handle) -> Bool) -> Int? {
    var (start, step) = (positions.lowerBound, 8)
    while start < positions.upperBound {
      let end = min(positions.upperBound, start + step)
      if let index = items.handles(in: start..<end).firstIndex(where: isSo) { return start + index }
      (start, step) = (end, step * 2)
    }
    return nil
  }

  /// Takes over the trees that a walk has found, and says which rows hang below another item now.
  private mutating func take(
    _ found: OutlineWalk.Result,
    at positions: Range<Int>
  ) -> [Handle] {
    var moved: [Handle] = []
    for (item, parent) in zip(found.rows, found.parents) {
      var node = outline[item] ?? Outline.Node()
      if node.parent != parent { moved.append(item) }
      node.parent = parent
      if node.isExpanded { node.children = found.children[item] ?? [] }
      setNode(node, of: item)
    }
    guard found.isReordered else { return moved }
    let index = sections.sectionIndex(ofPosition: positions.lowerBound)
    let section = self.positions(inSectionAt: index)
    let rows =
      items.handles(in: section.lowerBound..<positions.lowerBound) + found.rows
      + items.handles(in: positions.upperBound..<section.upperBound)
    // The items are those that are there, so this cannot fail.
    _ = try? replaceItems(inSection: sections[index], with: rows)
    return moved
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
