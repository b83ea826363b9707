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
    try checkDistinct(items: placed)
    if !sections.contains(section) { try appendSections([section]) }
    let index = try index(ofKnownSection: section)
    try forgetTree(ofSectionAt: index)
    try leaveTrees(placed)
    _ = try takeOutItems(
      placed.filter(pool.work) { sectionHandle(containingItem: $0) != section }
    )
    let rows = tree.visibleItems
    try replaceItems(inSection: section, with: rows)
    guard !tree.isFlat else { return }
    outline.insert(tree.brackets, at: outline.count)
    try pool.work.pass(all: placed.count)
    outline.hiddenCount += placed.count - rows.count
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
  /// - Complexity: O(items placed · block + sections), and O(items of the section) when it was flat
  ///   and ceases to be.
  @discardableResult
  public mutating func insert(
    _ tree: SectionSnapshot,
    at place: OutlinePlace,
    inSection section: Handle
  ) throws(SnapshotError) -> [Handle] {
    let index = try index(ofKnownSection: section)
    if let anchor = place.anchor { try check([anchor], inTreeOfSectionAt: index) }
    let placed = tree.items
    try checkDistinct(items: placed)
    let existing = try placed.filter(pool.work) { contains($0, inTreeOfSectionAt: index) }
    guard existing.isEmpty else { throw .existingItems(existing) }

    let pulled = try takeOutOfTrees(placed)
    try link(tree, at: place, inSectionAt: index)
    return pulled
  }

  /// Takes items with all that hangs below them out of the tree of a section.
  ///
  /// - Parameters:
  ///   - gone: The items; one that stands twice, or below another, counts once.
  ///   - section: The section.
  /// - Throws: `unknownSections`, or `unknownItems` for those that are not in the section's tree;
  ///   the snapshot is as it was.
  /// - Complexity: O(items that go · block + sections).
  public mutating func deleteSubtrees(
    of gone: [Handle],
    inSection section: Handle
  ) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    try check(gone, inTreeOfSectionAt: index)
    let work = pool.work
    for item in gone {
      try takeOutSubtree(of: item, inSectionAt: index)
      // Each is some rows and brackets, and what is beside them.
      try work.pass(all: 8)
    }
  }

  /// Takes all items out of a section, shown or not; the section stays.
  ///
  /// - Parameter section: The section.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(items that go + sections).
  public mutating func clearTree(ofSection section: Handle) throws(SnapshotError) {
    let index = try index(ofKnownSection: section)
    try forgetTree(ofSectionAt: index)
    try removeRows(at: sections.positions(inSectionAt: index), inSectionAt: index)
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
    try checkDistinct(items: placed)
    let former = outline.items(below: parent)
    var replaced = Set<Handle>(minimumCapacity: former.count)
    try former.forEach(pool.work) { replaced.insert($0) }
    let existing = try placed.filter(pool.work) {
      !replaced.contains($0) && contains($0, inTreeOfSectionAt: index)
    }
    guard existing.isEmpty else { throw .existingItems(existing) }

    let pulled = try takeOutOfTrees(placed.filter(pool.work) { !replaced.contains($0) })
    if isExpanded(parent) { try hideItems(below: parent, inSectionAt: index) }
    if let range = outline.range(of: parent) {
      outline.removeSubrange(range.lowerBound + 1..<range.upperBound - 1)
      outline.hiddenCount -= former.count
    }
    touched.touchItems(former)
    try pool.work.pass(all: former.count)
    try link(tree, at: .end(of: parent), inSectionAt: index)
    return pulled
  }

  private func check(
    _ needed: [Handle],
    inTreeOfSectionAt index: Int
  ) throws(SnapshotError) {
    let unknown = try needed.filter(pool.work) { !contains($0, inTreeOfSectionAt: index) }
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
  ) throws(SnapshotError) {
    guard !tree.entries.isEmpty else { return }
    if !tree.isFlat || place.isBelowItem { try growTree(ofSectionAt: index) }
    let rows = tree.visibleItems
    let position = rowPosition(of: place, inSectionAt: index)
    if let bracket = bracketPosition(of: place, for: tree, inSectionAt: index) {
      outline.insert(tree.brackets, at: bracket)
      try pool.work.pass(all: tree.entries.count)
      outline.hiddenCount += tree.entries.count - (position == nil ? 0 : rows.count)
    }
    if let position {
      self.place(rows, at: position, inSectionAt: index)
      try pool.work.pass(all: rows.count)
    }
  }

  /// The position of the first row of what comes to a place, nil when it is hidden there.
  private func rowPosition(of place: OutlinePlace, inSectionAt index: Int) -> Int? {
    switch place {
    case .end(nil):
      positions(inSectionAt: index).upperBound
    case .end(let parent?):
      isExpanded(parent) ? rows(ofItemAndBelow: parent, inSectionAt: index)?.upperBound : nil
    case .beside(.before(let anchor)):
      items.rank(of: anchor)
    case .beside(.after(let anchor)):
      rows(ofItemAndBelow: anchor, inSectionAt: index)?.upperBound
    }
  }

  /// The position in the outline of what comes to a place, nil when the section stays flat.
  private func bracketPosition(
    of place: OutlinePlace,
    for tree: SectionSnapshot,
    inSectionAt index: Int
  ) -> Int? {
    switch place {
    case .end(nil):
      positions(inSectionAt: index).isEmpty
        ? (tree.isFlat ? nil : outline.count) : outlineRange(ofSectionAt: index)?.upperBound
    case .end(let parent?):
      outline.end(of: parent).map { $0 - 1 }
    case .beside(.before(let anchor)):
      outline.start(of: anchor)
    case .beside(.after(let anchor)):
      outline.end(of: anchor)
    }
  }
}

// MARK: - Ways out

extension Snapshot {
  /// Takes an item out of its tree alone: what hangs below it takes its place there, and what a
  /// closed item hid is shown where that was shown.
  ///
  /// The item's own row stays.
  private mutating func leaveTree(_ item: Handle) throws(SnapshotError) {
    if let path = indexPath(ofItem: item) {
      if !isExpanded(item) { try showItems(below: item, inSectionAt: path.section) }
    } else {
      outline.hiddenCount -= 1
    }
    try outline.remove([item], pool.work)
  }

  /// Takes those items that are in trees out of them, each alone.
  private mutating func leaveTrees(_ items: [Handle]) throws(SnapshotError) {
    let work = pool.work
    for item in items {
      try work.pass()
      guard outline.contains(item) else { continue }
      try leaveTree(item)
      // Each is two brackets, and what is beside them.
      try work.pass(all: 8)
    }
  }

  /// Takes items out of wherever they are, and says which were anywhere.
  private mutating func takeOutOfTrees(_ placed: [Handle]) throws(SnapshotError) -> [Handle] {
    let pulled = try placed.filter(pool.work) { hasInTreesOrRows($0) }
    try leaveTrees(pulled)
    _ = try takeOutItems(pulled)
    return pulled
  }

  /// Takes an item out with all that hangs below it; nothing when it is gone already.
  private mutating func takeOutSubtree(
    of item: Handle,
    inSectionAt index: Int
  ) throws(SnapshotError) {
    let rows = rows(ofItemAndBelow: item, inSectionAt: index)
    if let rows { try removeRows(at: rows, inSectionAt: index) }
    guard let range = outline.range(of: item) else { return }
    try forget(at: range, withRows: rows?.count ?? 0)
  }

  /// Forgets the tree of the section at an index; its rows stay.
  private mutating func forgetTree(ofSectionAt index: Int) throws(SnapshotError) {
    guard let range = outlineRange(ofSectionAt: index) else { return }
    try forget(at: range, withRows: numberOfItems(inSectionAt: index))
  }

  /// Takes a range of brackets out of the outline; items that are no rows are gone then.
  private mutating func forget(at range: Range<Int>, withRows count: Int) throws(SnapshotError) {
    touched.touchItems(try outline.items(in: range).filter(pool.work) { !items.contains($0) })
    outline.hiddenCount -= range.count / 2 - count
    outline.removeSubrange(range)
    try pool.work.pass(all: range.count / 2)
  }
}

extension Snapshot.OutlinePlace {
  /// Whether what comes there hangs below an item, on whatever level that stands.
  fileprivate var isBelowItem: Bool {
    if case .end(_?) = self { true } else { false }
  }
}
