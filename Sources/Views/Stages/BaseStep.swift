import DataSources
import Snapshots

/// What happened to the rows that a view is made from.
struct BaseStep {
  /// The rows before and after; contents are not read here.
  let before: Snapshot
  let after: Snapshot
  /// Items that were placed, moved or deleted.
  let items: [Handle]
  /// Sections that were placed, moved or deleted.
  let sections: [Handle]
  /// Items whose content was set or dropped.
  let contents: [Handle]
  /// Sections whose content was set or dropped.
  let sectionContents: [Handle]
  /// What was asked to be shown anew, and is in both states.
  let marks: RequestedMarks
}

extension BaseStep {
  /// What an apply did.
  ///
  /// - Parameters:
  ///   - applied: The apply.
  ///   - before: The items before when they are others than the rows, and likewise `after`.
  ///   - after: The items after, with what was touched.
  init(_ applied: Applied, of before: Snapshot? = nil, to after: Snapshot? = nil) {
    self.before = before ?? applied.before
    self.after = after ?? applied.after
    items = after?.touchedItems ?? applied.touchedItems
    sections = applied.touchedSections
    contents = applied.itemsWithOtherContent
    sectionContents = applied.sectionsWithOtherContent
    marks = applied.requestedMarks.kept(in: applied.before).kept(in: applied.after)
  }

  /// A step that gave rows equal contents in other bytes.
  init(_ equal: EqualContents, of rows: Snapshot) {
    before = rows
    after = rows
    items = []
    sections = []
    contents = equal.items
    sectionContents = equal.sections
    marks = RequestedMarks()
  }
}

/// Contents that gave way to equal ones in other bytes, and what the list has then.
struct EqualContents {
  let items: [Handle]
  let sections: [Handle]
  let snapshot: Snapshot
}

extension RequestedMarks {
  /// The marks of what a list has.
  func kept(in list: Snapshot) -> RequestedMarks {
    guard !isEmpty else { return self }
    var kept = self
    kept.reloadedItems.removeAll { !list.containsItem($0) }
    kept.reconfiguredItems.removeAll { !list.containsItem($0) }
    kept.reloadedSections.removeAll { list.index(ofSection: $0) == nil }
    return kept
  }
}
