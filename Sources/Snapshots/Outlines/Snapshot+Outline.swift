// MARK: - Reading

extension Snapshot {
  /// The item that an item hangs below, nil at the top.
  ///
  /// - Complexity: O(n / block) and a scan of a few blocks.
  public func parent(ofItem item: Handle) -> Handle? { outline.parent(of: item) }

  /// How many items an item hangs below: 0 at the top.
  ///
  /// - Complexity: O(log n) and a scan of a few blocks.
  public func level(ofItem item: Handle) -> Int { outline.level(of: item) }

  /// Whether the items below an item are shown when it is shown itself.
  ///
  /// - Complexity: O(1).
  public func isExpanded(_ item: Handle) -> Bool { outline.isExpanded(item) }

  /// Whether an item is in the tree of the section at an index, shown or not.
  ///
  /// Only where the trees agree with the rows.
  ///
  /// - Complexity: As ``indexPath(ofItem:)`` for a row, and as ``parent(ofItem:)`` for a hidden item.
  public func contains(_ item: Handle, inTreeOfSectionAt index: Int) -> Bool {
    if let position = items.rank(of: item) {
      return positions(inSectionAt: index).contains(position)
    }
    return outline.contains(item) && indexPath(ofItem: outline.top(of: item))?.section == index
  }

  /// The section in whose tree an item is, shown or not; nil when it is in none.
  ///
  /// Only where the trees agree with the rows.
  ///
  /// - Complexity: As ``contains(_:inTreeOfSectionAt:)``.
  public func section(inTreeOf item: Handle) -> Handle? {
    if let section = sectionHandle(containingItem: item) { return section }
    return outline.contains(item) ? sectionHandle(containingItem: outline.top(of: item)) : nil
  }

  /// How many items of the section at an index come before an item, shown or not; nil when it is not
  /// in the section's tree.
  ///
  /// - Complexity: As ``contains(_:inTreeOfSectionAt:)`` and ``parent(ofItem:)``.
  public func indexInTree(ofItem item: Handle, inSectionAt index: Int) -> Int? {
    guard contains(item, inTreeOfSectionAt: index) else { return nil }
    guard let range = outlineRange(ofSectionAt: index), let start = outline.start(of: item) else {
      return items.rank(of: item).map { $0 - positions(inSectionAt: index).lowerBound }
    }
    return outline.numberOfItems(before: start) - outline.numberOfItems(before: range.lowerBound)
  }

  /// The items of the section at an index as a tree; those of a flat section all stand at the top.
  ///
  /// - Complexity: O(items of the section, shown or not).
  public func sectionSnapshot(ofSectionAt index: Int) -> SectionSnapshot {
    guard let range = outlineRange(ofSectionAt: index) else {
      return SectionSnapshot(items.handles(in: positions(inSectionAt: index)))
    }
    return sectionSnapshot(at: range, levelsFrom: 0)
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
    guard let range = outline.range(of: item) else {
      return SectionSnapshot(includesParent ? [item] : [])
    }
    let level = outline.level(of: item)
    return includesParent
      ? sectionSnapshot(at: range, levelsFrom: level)
      : sectionSnapshot(at: range.lowerBound + 1..<range.upperBound - 1, levelsFrom: level + 1)
  }

  private func sectionSnapshot(
    at range: Range<Int>,
    levelsFrom top: Int
  ) -> SectionSnapshot {
    var tree = SectionSnapshot()
    outline.forEachItem(in: range) { item, level, isExpanded in
      tree.append(.init(item: item, level: level - top, isExpanded: isExpanded))
    }
    return tree
  }

  /// Whether the items shown and hidden are more than a number.
  ///
  /// - Parameter limit: The number.
  /// - Returns: Whether they are more.
  /// - Throws: `interrupted`.
  /// - Complexity: O(1), or as ``numberOfHiddenItems`` when there could be more.
  public func holdsMore(than limit: Int) throws(SnapshotError) -> Bool {
    guard items.count + outline.hiddenCount > limit else { return false }
    try pool.work.pass(all: touched.items.count)
    return items.count + numberOfHiddenItems > limit
  }

  /// The number of items below closed ones.
  ///
  /// - Complexity: O(1) when nothing was edited or is hidden, otherwise as ``parent(ofItem:)`` for
  ///   each level of each item that was touched.
  public var numberOfHiddenItems: Int {
    guard outline.hiddenCount > 0 else { return 0 }
    var held = HeldItems()
    return touched.items.unique().reduce(outline.hiddenCount) {
      $0 + hiddenItems(since: $1, &held)
    }
  }

  /// How many items more are below a closed row than the trees say, which plain edits leave as they
  /// are: one was deleted that hid them, or was hidden itself and is a row.
  private func hiddenItems(since item: Handle, _ held: inout HeldItems) -> Int {
    guard let range = outline.range(of: item), items.contains(item) == isBelowClosed(item) else {
      return 0
    }
    let below = range.count / 2 - 1
    let hidden = outline.isExpanded(item) ? 0 : below
    guard items.contains(item) else { return -hidden }
    return held.isBelowClosedRow(item, in: self) ? hidden - below - 1 : hidden
  }
}

// MARK: - For the edits

extension Snapshot {
  /// Whether an item is in a tree, below a closed item.
  ///
  /// What a plain edit has deleted is in its tree until the trees are put right, but is neither
  /// shown nor below anything closed that is shown.
  public func isHidden(_ item: Handle) -> Bool {
    var held = HeldItems()
    return held.containsHidden(item, in: self)
  }

  /// Whether an item is here, shown or hidden.
  func holds(_ item: Handle) -> Bool { items.contains(item) || isHidden(item) }

  /// Whether an item is here, as ``holds(_:)``, when the trees agree with the rows: what is in a tree
  /// and is no row is hidden then, without a walk up its tree.
  func hasInTreesOrRows(_ item: Handle) -> Bool { items.contains(item) || outline.contains(item) }

  /// Whether something closed is above an item in its tree.
  private func isBelowClosed(_ item: Handle) -> Bool {
    var levels = 0
    var next = outline.parent(of: item)
    while let parent = next, outline.isExpanded(parent) {
      next = outline.parent(of: parent)
      levels += 1
    }
    pool.work.wentUp(levels)
    return next != nil
  }

  /// Where the section at an index is in the outline, nil when it is flat.
  ///
  /// Only where the trees agree with the rows.
  func outlineRange(ofSectionAt index: Int) -> Range<Int>? {
    let rows = positions(inSectionAt: index)
    guard !outline.isEmpty, !rows.isEmpty else { return nil }
    return outline.range(
      from: items[rows.lowerBound],
      throughTreeOf: items[rows.upperBound - 1]
    )
  }

  /// The position of the first row of the section at an index that begins in the outline from a
  /// position on, and is shown; that behind the section's rows when there is none.
  func position(ofRowFrom position: Int, inSectionAt index: Int) -> Int {
    let rows = positions(inSectionAt: index)
    guard let next = outline.firstItem(from: position), let row = items.rank(of: next),
      rows.contains(row)
    else { return rows.upperBound }
    return row
  }

  /// Takes hidden items out of their trees alone: what hangs below them takes their place.
  mutating func releaseHidden(_ hidden: [Handle]) throws(SnapshotError) {
    outline.hiddenCount -= hidden.count
    try outline.remove(hidden, pool.work)
  }
}
