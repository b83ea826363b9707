/// Finds which of many items are in a snapshot, shown or hidden.
///
/// Of one item that is a walk up its tree to the nearest row. What was found on the way counts for
/// everything else that hangs below there, so that many items take no more steps than their trees
/// have items.
struct HeldItems {
  /// Whether what hangs below an item is hidden, of items on the way that are no rows.
  private var hides: [Handle: Bool] = [:]

  /// Whether an item is in a snapshot, as ``Snapshot/holds(_:)``.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - snapshot: The snapshot, the same each time.
  /// - Returns: Whether it is.
  mutating func contains(_ item: Handle, in snapshot: Snapshot) -> Bool {
    snapshot.items.contains(item) || containsHidden(item, in: snapshot)
  }

  /// Whether an item is hidden in a snapshot, as ``Snapshot/isHidden(_:)``.
  mutating func containsHidden(_ item: Handle, in snapshot: Snapshot) -> Bool {
    snapshot.outline.contains(item) && !snapshot.items.contains(item)
      && isBelowClosedRow(item, in: snapshot)
  }

  /// Whether the nearest row above an item in its tree is closed.
  mutating func isBelowClosedRow(_ item: Handle, in snapshot: Snapshot) -> Bool {
    var isHidden = false
    var passed: [Handle] = []
    var next = snapshot.parent(ofItem: item)
    while let parent = next {
      if snapshot.items.contains(parent) {
        isHidden = !snapshot.isExpanded(parent)
        break
      }
      if let known = hides[parent] {
        isHidden = known
        break
      }
      passed.append(parent)
      next = snapshot.parent(ofItem: parent)
    }
    for parent in passed { hides[parent] = isHidden }
    snapshot.pool.work.wentUp(passed.count)
    return isHidden
  }
}
