/// The items of a section as a tree: which of them hang below which, and which are open.
///
/// The tree is written down depth first. A parent stands right before its children, and each item's
/// ``Entry/level`` is at most one more than that of the entry before it; the first entry has level
/// 0.
public struct SectionSnapshot: Equatable, Sendable {
  /// An item and its place in the tree.
  public struct Entry: Equatable, Sendable {
    /// The item.
    public let item: Handle
    private let narrowLevel: Int32
    /// Whether the items below it are shown when it is shown itself.
    public let isExpanded: Bool

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - level: How many items it hangs below.
    ///   - isExpanded: Whether the items below it are shown.
    public init(item: Handle, level: Int, isExpanded: Bool = false) {
      self.item = item
      narrowLevel = Int32(level)
      self.isExpanded = isExpanded
    }

    /// How many items it hangs below: 0 at the top.
    public var level: Int { Int(narrowLevel) }
  }

  /// The items, depth first.
  public private(set) var entries: [Entry] = []

  /// Creates a tree without items.
  public init() {}

  /// Creates a tree of items that all stand at the top.
  ///
  /// - Parameter items: The items in order.
  public init(_ items: [Handle]) {
    entries = items.map { Entry(item: $0, level: 0) }
  }

  /// Makes room for a number of items.
  ///
  /// - Parameter count: How many items the tree will probably have.
  public mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
  }

  /// Adds an item behind all others.
  ///
  /// - Parameter entry: The item; its level is put right when it is deeper than it could be.
  public mutating func append(_ entry: Entry) {
    let deepest = (entries.last?.level ?? -1) + 1
    entries.append(
      Entry(
        item: entry.item,
        level: min(max(entry.level, 0), deepest),
        isExpanded: entry.isExpanded
      )
    )
  }

  /// The tree without some items; what hangs below one of them takes its place.
  ///
  /// - Parameter stays: Says of each entry whether it stays.
  /// - Returns: The entries that stay.
  /// - Complexity: O(n).
  public func filtered(_ stays: [Bool]) -> SectionSnapshot {
    var filtered = SectionSnapshot()
    // The new level of what comes next on each former level.
    var levels = [0]
    for (entry, stays) in zip(entries, stays) {
      levels.removeSubrange((entry.level + 1)...)
      let level = levels[entry.level]
      if stays {
        filtered.append(Entry(item: entry.item, level: level, isExpanded: entry.isExpanded))
      }
      levels.append(stays ? level + 1 : level)
    }
    return filtered
  }

  /// The items, depth first.
  ///
  /// - Complexity: O(n).
  public var items: [Handle] { entries.map(\.item) }

  /// The items that are shown when the tree stands at the top: those of which every parent is open.
  ///
  /// - Complexity: O(n).
  public var visibleItems: [Handle] {
    var visible: [Handle] = []
    // Nothing deeper than this is shown until an entry stands at most so deep.
    var deepest = 0
    for entry in entries where entry.level <= deepest {
      visible.append(entry.item)
      deepest = entry.isExpanded ? entry.level + 1 : entry.level
    }
    return visible
  }

  /// Whether all items stand at the top and are closed.
  var isFlat: Bool { entries.allSatisfy { $0.level == 0 && !$0.isExpanded } }

  /// The greatest level, -1 when there are no items.
  ///
  /// - Complexity: O(n).
  public var greatestLevel: Int { entries.reduce(-1) { max($0, $1.level) } }
}
