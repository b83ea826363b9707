extension Snapshot {
  /// Says what is wrong with the snapshot's redundancy; empty when nothing is.
  ///
  /// - Complexity: O(n); for tests.
  package func checkInvariants() -> [String] {
    var violations = items.checkInvariants() + sections.checkInvariants()
    if Int(sections.starts.last ?? 0) != items.count {
      violations.append("\(items.count) items in sections that count \(sections.starts)")
    }
    return violations
  }

  /// The items that may differ in place from the base, for tests of the record's invariant.
  package var touchedItems: [Handle] { touched.items.unique() }

  /// The sections that may differ in place from the base, likewise.
  package var touchedSections: [Handle] { touched.sections.unique() }
}
