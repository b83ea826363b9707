extension Snapshot {
  /// Gives an item its content.
  ///
  /// The item need not be here: content that belongs to no item goes with the next
  /// ``dropStrayContents(unlessIn:treesAgree:)``.
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
  /// - Parameters:
  ///   - base: Another snapshot of the same pool whose items keep their content and whose trees agree
  ///     with its rows, or nil.
  ///   - treesAgree: Whether this one's trees agree with its rows.
  /// - Throws: `interrupted`.
  /// - Complexity: O(touched), and where the trees may not agree a walk up them for items that have
  ///   content and no row.
  public mutating func dropStrayContents(
    unlessIn base: Snapshot?,
    treesAgree: Bool = false
  ) throws(SnapshotError) {
    let work = pool.work
    if !itemContents.isEmpty {
      let touchedItems = touched.items.unique() + touched.itemContents.unique()
      var held = HeldItems()
      let gone = try touchedItems.filter(work) {
        itemContents[$0] != nil && base?.hasInTreesOrRows($0) != true
          && !(treesAgree ? hasInTreesOrRows($0) : held.contains($0, in: self))
      }
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
