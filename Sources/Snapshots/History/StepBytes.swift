/// What things count towards a bound on memory, in bytes: by rules that are the same on every machine,
/// and not by what an allocator makes of them.
public enum Weight {
  /// An item, shown or hidden, beside its identifier and its content.
  public static let item = 24
  /// A section, beside its identifier and its content.
  public static let section = 48
  /// An identifier, beside its bytes.
  public static let identifier = 24
  /// A content, beside its bytes.
  public static let content = 48
  /// Something that was touched since a base.
  public static let touch = 16
  /// What a copy no longer shares for an item that is in a block with one that was touched.
  public static let unsharedItem = 8
  /// Likewise for a section, of which there is besides how many items it has.
  public static let unsharedSection = 12
  /// Likewise for an item in a tree, shown or hidden: two brackets, and three places to find them.
  public static let unsharedInTree = 20
  /// The most that a copy no longer shares for something that was touched: two blocks and their pages.
  public static let unsharedTouch = 16384

  /// What a content counts with its bytes.
  ///
  /// - Parameter content: The content, or none.
  /// - Returns: The bytes.
  public static func of(_ content: Content?) -> Int {
    content.map { Weight.content + $0.count } ?? 0
  }
}

/// How many bytes a step brings, or how many it takes away.
///
/// Whoever adds these up knows at any time how much a list takes, without going through it.
public struct ByteCounts {
  /// Of items, shown or hidden, with their identifiers.
  public var items = 0
  /// Of sections with their identifiers.
  public var sections = 0
  /// Of the contents of both.
  public var contents = 0

  /// Creates counts of nothing.
  public init() {}

  /// Of everything.
  public var total: Int { items + sections + contents }

  /// Adds what came and takes off what went.
  ///
  /// - Parameter step: The step.
  public mutating func take(_ step: StepBytes) {
    items += step.come.items - step.gone.items
    sections += step.come.sections - step.gone.sections
    contents += step.come.contents - step.gone.contents
  }
}

/// What comes and what goes with a step.
public struct StepBytes {
  /// What only the state after has.
  public private(set) var come = ByteCounts()
  /// What only the state before has.
  public private(set) var gone = ByteCounts()
  /// How many touches lie between the two, of which each takes memory that they do not share.
  public private(set) var touches: Int

  /// Counts a step.
  ///
  /// - Parameters:
  ///   - before: The snapshot before.
  ///   - after: The snapshot after, whose base is the one before, with trees that agree with rows.
  ///   - outline: What leads back to the trees before, nil when they were the same.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k) for k touched elements.
  package init(
    from before: Snapshot,
    to after: Snapshot,
    _ outline: OutlineDelta?
  ) throws(SnapshotError) {
    let work = after.pool.work
    touches = after.numberOfTouches + (outline?.numberOfTouches(upTo: after.outline) ?? 0)
    var items = after.touched.items.unique()
    if let outline {
      // What is hidden from its first moment on is placed in a tree alone.
      items = HandleSet.ascending(items + outline.goneItems + outline.addedItems(to: after.outline))
    }
    if outline == nil, after.hasBegun(with: items, after: before) {
      try items.forEach(work) { come.items += after.weight(ofItem: $0) }
    } else {
      try items.forEach(work) { item in
        let isHere = after.hasInTreesOrRows(item)
        guard isHere != before.hasInTreesOrRows(item) else { return }
        let bytes = after.weight(ofItem: item)
        if isHere { come.items += bytes } else { gone.items += bytes }
      }
    }
    try countSections(from: before, to: after)
    try after.touched.itemContents.unique().forEach(work) { item in
      countContents(before.itemContents[item], after.itemContents[item])
    }
    if after.touched.sectionContents.isEmpty { return }
    try after.touched.sectionContents.unique().forEach(work) { section in
      countContents(before.sectionContents[section], after.sectionContents[section])
    }
  }

  private mutating func countSections(
    from before: Snapshot,
    to after: Snapshot
  ) throws(SnapshotError) {
    if after.touched.sections.isEmpty { return }
    try after.touched.sections.unique().forEach(after.pool.work) { section in
      let isHere = after.sections.contains(section)
      guard isHere != before.sections.contains(section) else { return }
      let bytes = after.weight(ofSection: section)
      if isHere { come.sections += bytes } else { gone.sections += bytes }
    }
  }

  private mutating func countContents(_ before: Content?, _ after: Content?) {
    if let before, let after, isSame(before, after) { return }
    gone.contents += Weight.of(before)
    come.contents += Weight.of(after)
  }
}

/// Whether two contents are the same memory.
private func isSame(_ one: Content, _ other: Content) -> Bool {
  one.withUnsafeBytes { one in other.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
}

extension Snapshot {
  /// What leads back to the trees of a snapshot before, nil when they are the same.
  package func outlineDelta(from before: Snapshot) throws(SnapshotError) -> OutlineDelta? {
    try OutlineDelta(from: before.outline, to: outline, pool.work)
  }

  /// The most that a copy does not share of the order of rows and sections.
  ///
  /// - Complexity: O(1).
  public var orderBytes: Int {
    numberOfItems * Weight.unsharedItem + numberOfSections * Weight.unsharedSection
  }

  /// The most that a copy does not share of the trees.
  ///
  /// - Complexity: O(1).
  public var treeBytes: Int { outline.count / 2 * Weight.unsharedInTree }

  /// What of some elements is here and not in a base, which is nil when it has nothing.
  ///
  /// - Parameters:
  ///   - base: The base, whose trees agree with its rows.
  ///   - touched: What may be in one of them alone, or have another content.
  /// - Returns: The bytes.
  /// - Throws: `interrupted`.
  func byteCount(besides base: Snapshot?, among touched: Touched) throws(SnapshotError) -> Int {
    let work = pool.work
    var bytes = 0
    var held = HeldItems()
    try touched.items.unique().forEach(work) { item in
      if base?.hasInTreesOrRows(item) != true, held.contains(item, in: self) {
        bytes += weight(ofItem: item)
      }
    }
    try touched.sections.unique().forEach(work) { section in
      guard sections.contains(section), base?.sections.contains(section) != true else { return }
      bytes += weight(ofSection: section)
    }
    try touched.itemContents.unique().forEach(work) { item in
      bytes += weight(of: itemContents[item], unless: base?.itemContents[item])
    }
    try touched.sectionContents.unique().forEach(work) { section in
      bytes += weight(of: sectionContents[section], unless: base?.sectionContents[section])
    }
    return bytes
  }

  fileprivate func weight(ofItem item: Handle) -> Int {
    Weight.item + Weight.identifier + pool.items.length(of: item)
  }

  fileprivate func weight(ofSection section: Handle) -> Int {
    Weight.section + Weight.identifier + pool.sections.length(of: section)
  }

  private func weight(of content: Content?, unless other: Content?) -> Int {
    if let content, let other, isSame(content, other) { return 0 }
    return Weight.of(content)
  }
}
