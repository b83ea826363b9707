extension Snapshot {
  /// Opens items of a section: what hangs below them is shown when they are.
  ///
  /// - Parameters:
  ///   - opened: The items; those that are not in the section's tree are passed over.
  ///   - section: The section.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(items that come to be shown · block) for each, and O(items of the section) when
  ///   it was flat.
  public mutating func expand(
    _ opened: [Handle],
    inSection section: Handle
  ) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    try opened.forEach(pool.work) { (item) throws(SnapshotError) in
      guard contains(item, inTreeOfSectionAt: index), !isExpanded(item) else { return }
      try growTree(ofSectionAt: index)
      outline.setExpanded(true, item)
      try showItems(below: item, inSectionAt: index)
    }
  }

  /// Closes items of a section: what hangs below them is hidden, and stays as it is.
  ///
  /// - Parameters:
  ///   - closed: The items; those that are not in the section's tree are passed over.
  ///   - section: The section.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(items that come to be hidden · block) for each.
  public mutating func collapse(
    _ closed: [Handle],
    inSection section: Handle
  ) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    try closed.forEach(pool.work) { (item) throws(SnapshotError) in
      guard contains(item, inTreeOfSectionAt: index), isExpanded(item) else { return }
      try hideItems(below: item, inSectionAt: index)
      outline.setExpanded(false, item)
    }
  }

  func index(ofKnownSection section: Handle) throws(SnapshotError) -> Int {
    guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
    return index
  }

  /// Puts the rows of what hangs below an item behind it, when it is shown itself.
  mutating func showItems(below item: Handle, inSectionAt index: Int) throws(SnapshotError) {
    guard let position = items.rank(of: item) else { return }
    let shown = outline.shownItems(below: item)
    outline.hiddenCount -= shown.count
    place(shown, at: position + 1, inSectionAt: index)
    try pool.work.pass(all: shown.count)
  }

  /// Takes out the rows of what hangs below an open item, when it is shown itself.
  mutating func hideItems(below item: Handle, inSectionAt index: Int) throws(SnapshotError) {
    guard let rows = rows(ofItemAndBelow: item, inSectionAt: index)?.dropFirst() else { return }
    outline.hiddenCount += rows.count
    try removeRows(at: rows, inSectionAt: index)
  }

  /// The positions of the rows of an item and of what hangs below it, nil when it is hidden.
  func rows(ofItemAndBelow item: Handle, inSectionAt index: Int) -> Range<Int>? {
    guard let position = items.rank(of: item) else { return nil }
    guard let end = outline.end(of: item) else { return position..<position + 1 }
    return position..<self.position(ofRowFrom: end, inSectionAt: index)
  }

  /// Takes out rows of the section at an index.
  mutating func removeRows(
    at positions: Range<Int>,
    inSectionAt index: Int
  ) throws(SnapshotError) {
    guard !positions.isEmpty else { return }
    try forgetItems(at: [positions])
    items.removeSubrange(positions)
    sections.addItems(-positions.count, toSectionAt: index)
  }

  /// Takes the rows of the section at an index into the outline, when it was flat.
  mutating func growTree(ofSectionAt index: Int) throws(SnapshotError) {
    let rows = positions(inSectionAt: index)
    guard !rows.isEmpty, !outline.contains(items[rows.lowerBound]) else { return }
    let leaves = Bracket.leaves(items.handles(in: rows))
    try pool.work.pass(all: rows.count)
    outline.insert(leaves, at: outline.count)
    try pool.work.pass(all: rows.count)
  }
}
