extension Snapshot {
  /// Says what is wrong with the snapshot's redundancy; empty when nothing is.
  ///
  /// - Complexity: O(n); for tests.
  package func checkInvariants() -> [String] {
    var violations = items.checkInvariants() + sections.checkInvariants()
    if sections.itemCount != items.count {
      violations.append("\(items.count) items in sections that count \(sections.itemCount)")
    }
    return violations
  }

  /// Says where the trees disagree with themselves or with the rows; empty when they do not.
  ///
  /// Only of a snapshot that no plain edit has changed since its trees were put right.
  ///
  /// - Complexity: O(n · level · log n); for tests.
  package func checkOutline() -> [String] {
    var violations = outline.checkInvariants()
    var counted = 0
    for index in 0..<numberOfSections {
      let rows = itemHandles(at: positions(inSectionAt: index))
      let tree = sectionSnapshot(ofSectionAt: index)
      if rows != tree.visibleItems {
        violations.append("rows \(rows), but \(tree.visibleItems) are visible")
      }
      guard let range = outlineRange(ofSectionAt: index) else { continue }
      counted += range.count
      if tree.items.contains(where: { !holds($0) }) {
        violations.append("of \(tree.items) some are neither shown nor hidden")
      }
    }
    if counted != outline.count {
      violations.append("\(outline.count) brackets, of which sections have \(counted)")
    }
    return violations
  }
}
