import DataSources
import Snapshots

/// What happened to the rows that a view is made from.
///
/// An object that nobody changes, but for what it keeps to answer again: all views of one base look
/// at the same.
final class BaseStep {
  /// The apply that did it, nil when the base has no new revision.
  let applied: Applied?
  /// The rows before; contents are not read here.
  let before: Snapshot
  /// The rows and contents after, as they are asked for.
  let reading: RowReading
  /// What was asked to be shown anew, and is in both states.
  let marks: RequestedMarks

  /// The rows after; contents are not read here.
  var after: Snapshot { reading.rows }
  /// What has the contents after.
  var contentsAfter: Snapshot { reading.contents }

  /// Items that were placed, moved or deleted.
  var items: [Handle] { after.touchedItems }
  /// Sections that were placed, moved or deleted.
  var sections: [Handle] { contentsAfter.touchedSections }
  /// Items whose content was set or dropped.
  var contents: [Handle] { contentsAfter.itemsWithOtherContent }
  /// Sections whose content was set or dropped.
  var sectionContents: [Handle] { contentsAfter.sectionsWithOtherContent }

  /// How many bytes a view takes more that passes it over, but for contents that went: what takes
  /// away is not to be refused.
  private(set) lazy var unseenBytes: Int = {
    let items = contents.count { contentsAfter.content(ofItem: $0) != nil }
    let sections = sectionContents.count { contentsAfter.content(ofSection: $0) != nil }
    return (items + sections) * MemoryLayout<Handle>.stride
  }()
  /// What the last view had that passed it over, and what it has now.
  private var passing: (before: UnseenContents, after: UnseenContents)?

  /// What a view has not shown once it passes this over; views that had the same share the list.
  func passed(over unseen: UnseenContents) -> UnseenContents {
    if let passing, passing.before.isShared(with: unseen) { return passing.after }
    var after = unseen
    after.insert(self)
    passing = (unseen, after)
    return after
  }

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
    self.before = before ?? applied.before
    reading = RowReading(
      of: after ?? applied.after,
      contents: applied.after,
      isPublished: isPublished,
      step: columnStep
    )
    let requested = applied.requestedMarks
    marks =
      requested.isEmpty
      ? RequestedMarks() : requested.kept(in: applied.before).kept(in: applied.after)
  }

  /// A step that gave rows equal contents in other bytes.
  ///
  /// - Parameters:
  ///   - contents: The rows with them, and with what was touched.
  ///   - rows: The rows, untouched.
  ///   - isPublished: Whether these are the contents of the data source at the bottom.
  ///   - columnStep: What the apply at the bottom gives other values in columns.
  init(
    _ contents: Snapshot,
    of rows: Snapshot,
    isPublished: Bool,
    _ columnStep: ColumnStep?
  ) {
    applied = nil
    before = rows
    reading = RowReading(of: rows, contents: contents, isPublished: isPublished, step: columnStep)
    marks = RequestedMarks()
  }
}

extension RequestedMarks {
  /// The marks of what a list has.
  func kept(in list: Snapshot) -> RequestedMarks {
    guard !isEmpty else { return self }
    var kept = self
    kept.reloadedItems.removeAll { !list.containsItem($0) }
    kept.reconfiguredItems.removeAll { !list.containsItem($0) }
    kept.reloadedSections.removeAll { !list.containsSection($0) }
    return kept
  }
}
