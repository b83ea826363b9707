extension Snapshot {
  /// Moves the item at an index path to another one, as a table moves a row: the item is taken out,
  /// and then put in at the other place.
  ///
  /// - Parameters:
  ///   - from: Where the item is.
  ///   - to: Where it is to be; an item index at the end of its section appends.
  /// - Returns: Where it is then, nil when there is no such item or no such place; the snapshot is
  ///   as it was then.
  /// - Complexity: O(block + sections).
  public mutating func moveItem(from: IndexPath, to: IndexPath) -> IndexPath? {
    guard let item = itemHandle(at: from), hasPlace(at: to) else { return nil }
    let remaining = numberOfItems(inSectionAt: to.section) - (from.section == to.section ? 1 : 0)
    let target = IndexPath(section: to.section, item: min(to.item, remaining))
    guard target != from else { return target }
    _ = takeOutItems([item])
    let start = positions(inSectionAt: target.section).lowerBound
    place([item], at: start + target.item, inSectionAt: target.section)
    return target
  }

  /// Whether a row can be put at an index path: there is a row, or it is the end of a section.
  public func hasPlace(at path: IndexPath) -> Bool {
    guard sections.handles.indices.contains(path.section) else { return false }
    return path.item >= 0 && path.item <= numberOfItems(inSectionAt: path.section)
  }
}
