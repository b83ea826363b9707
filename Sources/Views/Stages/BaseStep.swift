import DataSources
import Snapshots

/// What happened to the rows that a view is made from.
///
/// An object that nobody changes: all views of one base look at the same.
final class BaseStep {
  /// The apply that did it, nil when the base has no new revision.
  let applied: Applied?
  /// The rows before and after; contents are not read here.
  let before: Snapshot
  let after: Snapshot
  /// What has the contents after.
  let contentsAfter: Snapshot
  /// The rows and contents after, as they are asked for.
  let reading: RowReading
  /// What is given other values in columns.
  let columnStep: ColumnStep?
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

  /// What an apply did.
  ///
  /// - Parameters:
  ///   - applied: The apply.
  ///   - isPublished: Whether the rows have the contents of the data source at the bottom.
  ///   - columnStep: What the apply at the bottom gives other values in columns.
  ///   - before: The items before when they are others than the rows, and likewise `after`.
  ///   - after: The items after, with what was touched.
  init(
    _ applied: Applied,
    isPublished: Bool,
    _ columnStep: ColumnStep?,
    of before: Snapshot? = nil,
    to after: Snapshot? = nil
  ) {
    self.applied = applied
    self.columnStep = columnStep
    self.before = before ?? applied.before
    self.after = after ?? applied.after
    contentsAfter = applied.after
    reading = RowReading(
      of: after ?? applied.after,
      contents: applied.after,
      isPublished: isPublished,
      step: columnStep
    )
    items = after?.touchedItems ?? applied.touchedItems
    sections = applied.touchedSections
    contents = applied.itemsWithOtherContent
    sectionContents = applied.sectionsWithOtherContent
    marks = applied.requestedMarks.kept(in: applied.before).kept(in: applied.after)
  }

  /// A step that gave rows equal contents in other bytes.
  init(
    _ equal: EqualContents,
    of rows: Snapshot,
    isPublished: Bool,
    _ columnStep: ColumnStep?
  ) {
    applied = nil
    self.columnStep = columnStep
    before = rows
    after = rows
    contentsAfter = equal.snapshot
    reading = RowReading(
      of: rows,
      contents: equal.snapshot,
      isPublished: isPublished,
      step: columnStep
    )
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
