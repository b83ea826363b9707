extension Snapshot {
  /// Where in a section items are placed.
  public enum Destination: Equatable, Sendable {
    /// In front of the items that are there.
    case start
    /// Behind the items that are there.
    case end
    /// So that the first of them has this index, counted when those that move are taken out.
    case index(Int)
  }

  /// Moves items to a place in a section, in the order given.
  ///
  /// - Parameters:
  ///   - moved: Items that are here.
  ///   - section: The section, which may be theirs.
  ///   - destination: The place.
  /// - Throws: `unknownSections`, `unknownItems`, `repeatedItems` or `indexOutOfRange`; the
  ///   snapshot is as it was.
  /// - Complexity: O(items moved · block).
  public mutating func moveItems(
    _ moved: [Handle],
    toSection section: Handle,
    at destination: Destination = .end
  ) throws(SnapshotError) {
    guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
    try checkPresent(items: moved)
    try checkDistinct(items: moved)
    let positions = sections.positions(inSectionAt: index)
    let leaving = try moved.filter(pool.work) { item in
      items.rank(of: item).map(positions.contains) ?? false
    }
    let offset = try offset(of: destination, among: positions.count - leaving.count, section)

    _ = try takeOutItems(moved)
    let start = sections.positions(inSectionAt: index).lowerBound
    place(moved, at: start + offset, inSectionAt: index)
  }

  /// Lets two items change places, also across sections.
  ///
  /// - Parameters:
  ///   - first: An item.
  ///   - second: Another one; when it is the same, nothing happens.
  /// - Throws: `unknownItems`; the snapshot is as it was.
  /// - Complexity: O(block).
  public mutating func swapItems(_ first: Handle, _ second: Handle) throws(SnapshotError) {
    try checkPresent(items: first == second ? [first] : [first, second])
    guard first != second, let start = items.rank(of: first), let end = items.rank(of: second)
    else { return }
    let (lower, upper) = start < end ? (first, second) : (second, first)
    items.remove(upper)
    items.remove(lower)
    items.insert(upper, at: min(start, end))
    items.insert(lower, at: max(start, end))
    touched.touchItems([lower, upper])
  }

  /// The index in a section of so many items that a destination means.
  private func offset(
    of destination: Destination,
    among count: Int,
    _ section: Handle
  ) throws(SnapshotError) -> Int {
    switch destination {
    case .start: return 0
    case .end: return count
    case .index(let index):
      guard index >= 0, index <= count else {
        throw .indexOutOfRange(index, count: count, section: section)
      }
      return index
    }
  }
}

// MARK: - Rows

extension Snapshot {
  /// Moves the item at an index path to another one, as a table moves a row: the item is taken out,
  /// and then put in at the other place.
  ///
  /// - Parameters:
  ///   - from: Where the item is.
  ///   - to: Where it is to be; an item index at the end of its section appends.
  /// - Returns: Where it is then, nil when there is no such item or no such place; the snapshot is
  ///   as it was then.
  /// - Complexity: O(block).
  public mutating func moveItem(from: IndexPath, to: IndexPath) -> IndexPath? {
    guard let item = itemHandle(at: from), hasPlace(at: to) else { return nil }
    let remaining = numberOfItems(inSectionAt: to.section) - (from.section == to.section ? 1 : 0)
    let target = IndexPath(section: to.section, item: min(to.item, remaining))
    guard target != from else { return target }
    pool.work.uninterrupted { () throws(SnapshotError) in _ = try takeOutItems([item]) }
    let start = positions(inSectionAt: target.section).lowerBound
    place([item], at: start + target.item, inSectionAt: target.section)
    return target
  }

  /// Whether a row can be put at an index path: there is a row, or it is the end of a section.
  ///
  /// - Complexity: O(log sections).
  public func hasPlace(at path: IndexPath) -> Bool {
    guard (0..<sections.count).contains(path.section) else { return false }
    return path.item >= 0 && path.item <= numberOfItems(inSectionAt: path.section)
  }
}
