extension Snapshot {
  /// Opens items of a section: what hangs below them is shown when they are.
  ///
  /// - Parameters:
  ///   - opened: The items; those that are not in the section's tree are passed over.
  ///   - section: The section.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(items that come to be shown · block + sections) for each.
  public mutating func expand(
    _ opened: [Handle],
    inSection section: Handle
  ) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    for item in opened where contains(item, inTreeOfSectionAt: index) && !isExpanded(item) {
      updateNode(of: item) { $0.isExpanded = true }
      showItems(below: item, inSectionAt: index)
    }
  }

  /// Closes items of a section: what hangs below them is hidden, and stays as it is.
  ///
  /// - Parameters:
  ///   - closed: The items; those that are not in the section's tree are passed over.
  ///   - section: The section.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(items that come to be hidden · block + sections) for each.
  public mutating func collapse(
    _ closed: [Handle],
    inSection section: Handle
  ) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    for item in closed where contains(item, inTreeOfSectionAt: index) && isExpanded(item) {
      hideItems(below: item, inSectionAt: index)
      updateNode(of: item) { $0.isExpanded = false }
    }
  }

  func index(ofKnownSection section: Handle) throws(SnapshotError) -> Int {
    guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
    return index
  }

  /// Puts the rows of what hangs below an open item behind it, when it is shown itself.
  mutating func showItems(below item: Handle, inSectionAt index: Int) {
    guard let position = items.rank(of: item) else { return }
    place(outline.shownItems(below: item), at: position + 1, inSectionAt: index)
  }

  /// Takes out the rows of what hangs below an open item, when it is shown itself.
  mutating func hideItems(below item: Handle, inSectionAt index: Int) {
    guard let position = items.rank(of: item) else { return }
    let count = outline.shownItems(below: item).count
    removeRows(at: position + 1..<position + 1 + count, inSectionAt: index)
  }

  /// Takes out rows of the section at an index.
  mutating func removeRows(at positions: Range<Int>, inSectionAt index: Int) {
    guard !positions.isEmpty else { return }
    forgetItems(at: [positions])
    items.removeSubrange(positions)
    sections.addItems(-positions.count, toSectionAt: index)
  }
}
