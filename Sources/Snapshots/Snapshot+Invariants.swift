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
  /// - Complexity: O(n · level); for tests.
  package func checkOutline() -> [String] {
    var violations: [String] = []
    outline.forEach { item, node in
      if node.isPlain { violations.append("\(item) has an empty node") }
      if !holds(item) { violations.append("\(item) has a node and is nowhere") }
      if let parent = node.parent, outline[parent]?.children.count(where: { $0 == item }) != 1 {
        violations.append("\(item) is not once below \(parent)")
      }
      for child in node.children where outline[child]?.parent != item {
        violations.append("\(child) does not hang below \(item)")
      }
    }
    for index in 0..<numberOfSections {
      let rows = itemHandles(at: positions(inSectionAt: index))
      let visible = sectionSnapshot(ofSectionAt: index).visibleItems
      if rows != visible { violations.append("rows \(rows), but \(visible) are visible") }
    }
    return violations
  }
}
