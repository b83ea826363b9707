extension Snapshot {
  /// Gives an item its content.
  ///
  /// The item need not be here: content that belongs to no item goes with the next
  /// ``dropStrayContents(unlessIn:)``.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - item: The item.
  /// - Complexity: O(1), amortised: of what a copy shares, one page is copied.
  public mutating func setContent(_ content: Content, ofItem item: Handle) {
    editItemContents { $0.set(content, of: item, noting: &$1) }
  }

  /// Gives a section its content, or takes it away.
  ///
  /// - Parameters:
  ///   - content: The content, nil for none.
  ///   - section: The section.
  /// - Complexity: O(1), amortised: of what a copy shares, one page is copied.
  public mutating func setContent(_ content: Content?, ofSection section: Handle) {
    editSectionContents { $0.set(content, of: section, noting: &$1) }
  }

  /// Drops the contents of touched items and sections that are in neither snapshot.
  ///
  /// - Parameter base: Another snapshot of the same pool whose items keep their content and whose
  ///   trees agree with its rows, or nil.
  /// - Throws: `interrupted`.
  /// - Complexity: O(touched).
  public mutating func dropStrayContents(unlessIn base: Snapshot?) throws(SnapshotError) {
    let work = pool.work
    if !itemContents.isEmpty {
      let touchedItems = touched.items.unique() + touched.itemContents.unique()
      let gone = try touchedItems.filter(work) { !holds($0) && base?.hasInTreesOrRows($0) != true }
      if !gone.isEmpty {
        try editItemContents { (contents, touched) throws(SnapshotError) in
          try contents.drop(gone, noting: &touched, work)
        }
      }
    }
    if !sectionContents.isEmpty {
      let touchedSections = touched.sections.unique() + touched.sectionContents.unique()
      let gone = try touchedSections.filter(work) {
        !sections.contains($0) && base?.sections.contains($0) != true
      }
      if !gone.isEmpty {
        try editSectionContents { (contents, touched) throws(SnapshotError) in
          try contents.drop(gone, noting: &touched, work)
        }
      }
    }
  }
}
