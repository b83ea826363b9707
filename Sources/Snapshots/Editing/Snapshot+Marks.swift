extension Snapshot {
  /// Marks sections to be shown anew at the next apply.
  ///
  /// - Parameter marked: Sections that are here; one that stands twice counts once.
  /// - Throws: `unknownSections`; no mark was set.
  /// - Complexity: O(k) for k marks, expected, and for few sections a scan of one block each.
  public mutating func reloadSections(_ marked: [Handle]) throws(SnapshotError) {
    try checkPresent(sections: marked)
    try marks.reloadSections(marked, pool.work)
  }

  /// Marks items to be shown anew, in a new cell, at the next apply.
  ///
  /// - Parameter marked: Items that are here; one that stands twice counts once.
  /// - Throws: `unknownItems`; no mark was set.
  /// - Complexity: O(k) for k marks, expected.
  public mutating func reloadItems(_ marked: [Handle]) throws(SnapshotError) {
    try checkPresent(items: marked)
    try marks.reloadItems(marked, pool.work)
  }

  /// Marks items to be shown anew, in the cell that they have, at the next apply.
  ///
  /// An item that is marked for reloading stays so.
  ///
  /// - Parameter marked: Items that are here; one that stands twice counts once.
  /// - Throws: `unknownItems`; no mark was set.
  /// - Complexity: O(k) for k marks, expected.
  public mutating func reconfigureItems(_ marked: [Handle]) throws(SnapshotError) {
    try checkPresent(items: marked)
    try marks.reconfigureItems(marked, pool.work)
  }

  /// Marks items that moved to another section for reloading.
  ///
  /// - Parameters:
  ///   - base: The snapshot that this one was edited from.
  ///   - isNeeded: Says whether an item that moved from one section to another is to be reloaded.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k + k · block) for k touched items.
  public mutating func reloadItemsWithOtherSection(
    than base: Snapshot,
    where isNeeded: (_ from: Handle, _ to: Handle) -> Bool
  ) throws(SnapshotError) {
    let moved = try touched.items.unique().filter(pool.work) { item in
      guard let from = base.sectionHandle(containingItem: item),
        let to = sectionHandle(containingItem: item)
      else { return false }
      return from != to && isNeeded(from, to)
    }
    try marks.reloadItems(moved, pool.work)
  }

  /// How many bytes the marks take.
  ///
  /// - Complexity: O(1).
  public var markBytes: Int { marks.byteCount }

  /// The sections marked for reloading, in the order in which they were marked.
  ///
  /// - Complexity: O(k log k) for k marks.
  public var reloadedSections: [Handle] { marks.reloadedSections.handles }

  /// The items marked for reloading, in the order in which they were marked.
  ///
  /// - Complexity: O(k log k) for k marks.
  public var reloadedItems: [Handle] { marks.reloadedItems.handles }

  /// The items marked for reconfiguring, in the order in which they were marked.
  ///
  /// - Complexity: O(k log k) for k marks.
  public var reconfiguredItems: [Handle] { marks.reconfiguredItems.handles }

  /// Checks that items are here.
  ///
  /// - Parameter needed: The items.
  /// - Throws: `unknownItems`.
  /// - Complexity: O(k) for k items.
  public func checkPresent(items needed: [Handle]) throws(SnapshotError) {
    let unknown = try needed.filter(pool.work) { !items.contains($0) }
    guard unknown.isEmpty else { throw .unknownItems(unknown) }
  }

  /// Checks that sections are here.
  ///
  /// - Parameter needed: The sections.
  /// - Throws: `unknownSections`.
  /// - Complexity: O(k) for k sections, and when few are here a scan of one block for each.
  public func checkPresent(sections needed: [Handle]) throws(SnapshotError) {
    let unknown = try needed.filter(pool.work) { !sections.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown) }
  }
}
