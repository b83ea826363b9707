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
  /// - Complexity: O(items moved · block + sections).
  public mutating func moveItems(
    _ moved: [Handle],
    toSection section: Handle,
    at destination: Destination = .end
  ) throws(SnapshotError) {
    guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
    try checkPresent(items: moved)
    try Snapshot.checkDistinct(items: moved)
    let positions = sections.positions(inSectionAt: index)
    let leaving = moved.count { items.rank(of: $0).map(positions.contains) ?? false }
    let offset = try offset(of: destination, among: positions.count - leaving, section)

    _ = takeOutItems(moved)
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
