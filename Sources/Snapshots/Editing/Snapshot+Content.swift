extension Snapshot {
  /// Gives an item its content.
  ///
  /// The item need not be here: content that belongs to no item goes with the next
  /// ``dropStrayContents(unlessIn:)``.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - item: The item.
  public mutating func setContent(_ content: Content, ofItem item: Handle) {
    itemContents.set(content, of: item, noting: &touched.itemContents)
  }

  /// Gives a section its content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - section: The section.
  public mutating func setContent(_ content: Content, ofSection section: Handle) {
    sectionContents.set(content, of: section, noting: &touched.sectionContents)
  }

  /// Drops the contents of touched items and sections that are in neither snapshot.
  ///
  /// - Parameter base: Another snapshot of the same pool whose items keep their content, or nil.
  /// - Complexity: O(touched).
  public mutating func dropStrayContents(unlessIn base: Snapshot?) {
    if !itemContents.isEmpty {
      let touchedItems = touched.items.unique() + touched.itemContents.unique()
      let gone = touchedItems.filter { !holds($0) && base?.holds($0) != true }
      itemContents.drop(gone, noting: &touched.itemContents)
    }
    if !sectionContents.isEmpty {
      let touchedSections = touched.sections.unique() + touched.sectionContents.unique()
      let gone = touchedSections.filter {
        !sections.contains($0) && base?.sections.contains($0) != true
      }
      sectionContents.drop(gone, noting: &touched.sectionContents)
    }
  }
}

extension Snapshot {
  /// Forgets that something was touched which is neither here nor in the base: it came and went
  /// again, and its identifier is free to go too.
  ///
  /// - Parameter base: The base, nil when it was empty.
  /// - Complexity: O(k log k) for k touched elements.
  public mutating func forgetPassingTouches(base: Snapshot?) {
    let here = self
    touched.forget(
      items: { !here.holds($0) && base?.holds($0) != true },
      sections: { !here.sections.contains($0) && base?.sections.contains($0) != true }
    )
  }
}

extension Snapshot {
  /// Runs edits as one step: when one of them is refused, none has happened.
  ///
  /// Only what the step touched is looked at afterwards, so that a step costs the same however much
  /// was touched before it.
  ///
  /// - Parameters:
  ///   - base: The base, whose items and sections keep their contents; nil when it was empty.
  ///   - edits: Changes the snapshot.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; the snapshot is as it was.
  public mutating func edit<Result, Failure: Error>(
    keepingContentsOf base: Snapshot?,
    _ edits: (inout Snapshot) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var edited = self
    edited.touched = Touched()
    let result = try edits(&edited)
    edited.dropStrayContents(unlessIn: base)
    if !touched.isEmpty {
      var united = touched
      united.formUnion(edited.touched)
      edited.touched = united
    }
    self = edited
    return result
  }
}
