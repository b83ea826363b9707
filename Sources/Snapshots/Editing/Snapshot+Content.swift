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
    itemContents[item] = content
    touched.touchItemContent(item)
  }

  /// Gives a section its content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - section: The section.
  public mutating func setContent(_ content: Content, ofSection section: Handle) {
    sectionContents[section] = content
    touched.touchSectionContent(section)
  }

  /// Drops the contents of touched items and sections that are in neither snapshot.
  ///
  /// - Parameter base: Another snapshot of the same pool whose items keep their content, or nil.
  /// - Complexity: O(touched).
  public mutating func dropStrayContents(unlessIn base: Snapshot?) {
    if itemContents.count > 0 {
      for item in touched.items.unique() + touched.itemContents.unique()
      where !holds(item) && base?.holds(item) != true {
        dropContent(ofItem: item)
      }
    }
    if sectionContents.count > 0 {
      for section in touched.sections.unique() + touched.sectionContents.unique()
      where !sections.contains(section) && base?.sections.contains(section) != true {
        dropContent(ofSection: section)
      }
    }
  }

  // What comes back later without content differs from what the base has, so dropping counts as
  // touching.

  private mutating func dropContent(ofItem item: Handle) {
    guard itemContents[item] != nil else { return }
    itemContents[item] = nil
    touched.touchItemContent(item)
  }

  private mutating func dropContent(ofSection section: Handle) {
    guard sectionContents[section] != nil else { return }
    sectionContents[section] = nil
    touched.touchSectionContent(section)
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
