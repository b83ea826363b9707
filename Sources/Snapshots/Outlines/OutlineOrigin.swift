/// What trees and rows were before edits that knew nothing of trees, and which rows there are now.
struct OutlineOrigin {
  /// The rows now.
  let rows: Snapshot
  /// The snapshot that was edited, whose trees agree with its rows.
  let base: Snapshot
  /// Its trees, but for the hidden items that were placed as rows.
  let outline: Outline
  private let touched: HandleSet

  /// Creates what is known before the first row is placed.
  init(of rows: Snapshot, base: Snapshot, touched: [Handle]) {
    self.rows = rows
    self.base = base
    outline = rows.outline
    self.touched = HandleSet(touched)
  }

  /// Whether an item was placed, moved or deleted.
  func isTouched(_ item: Handle) -> Bool { touched.contains(item) }

  /// Whether an item is a row now.
  func isShown(_ item: Handle) -> Bool { rows.items.contains(item) }

  /// Whether an item was a row before.
  func wasShown(_ item: Handle) -> Bool { base.items.contains(item) }

  /// Whether an item was a row of a section before.
  func wasShown(_ item: Handle, inSection section: Handle) -> Bool {
    base.sectionHandle(containingItem: item) == section
  }

  /// Whether an item hides others.
  func hidesItems(_ item: Handle) -> Bool {
    !outline.isExpanded(item) && outline.hasChildren(item)
  }

  /// The nearest item above another that is still shown, nil for the top.
  func survivingParent(of item: Handle) -> Handle? {
    var levels = 0
    var next = outline.parent(of: item)
    while let parent = next, !isShown(parent) {
      next = outline.parent(of: parent)
      levels += 1
    }
    base.pool.work.wentPast(levels)
    return next
  }

  /// Calls a closure with all items that a section had, and their levels.
  func forEachItem(ofSection section: Handle, _ body: (Handle, Int) -> Void) {
    guard let index = base.index(ofSection: section) else { return }
    let positions = base.positions(inSectionAt: index)
    guard !positions.isEmpty,
      let range = outline.range(
        from: base.items[positions.lowerBound],
        throughTreeOf: base.items[positions.upperBound - 1]
      )
    else { return }
    outline.forEachItem(in: range) { item, level, _ in body(item, level) }
  }
}
