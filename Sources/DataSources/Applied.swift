public import Snapshots

/// What an apply did, or will have done: all that a follower of a data source may ask.
///
/// An object that nobody changes, since to copy its parts is to count twenty references.
public final class Applied {
  /// The revision after.
  public let revision: Int
  /// The state before.
  public let before: Snapshot
  /// The state after, with its marks and with what was touched since the state before.
  public let after: Snapshot
  /// The difference between the two.
  public let changes: Changes
  /// What became of the content of the list itself.
  public let listContent: ListContentChange
  /// What the draft asked to be shown anew, wherever it is.
  public let requestedMarks: RequestedMarks

  /// The revision before.
  public var fromRevision: Int { revision - 1 }

  init(
    revision: Int,
    before: Snapshot,
    after: Snapshot,
    changes: Changes,
    listContent: ListContentChange,
    requestedMarks: RequestedMarks
  ) {
    self.revision = revision
    self.before = before
    self.after = after
    self.changes = changes
    self.listContent = listContent
    self.requestedMarks = requestedMarks
  }
}

/// What may differ between the two states, from the record that the edits kept: each list ascends,
/// names nothing twice, and may name what is the same all the same, never too little.
///
/// What is in none of them is in both states or in neither, with the same content, in the same
/// section and tree, and in the same order relative to all else of that kind.
///
/// - Complexity: O(k log k) each for k elements that it names, but for trees.
extension Applied {
  /// Items that were placed, moved or deleted; also those that a closed item hid and that are gone.
  public var touchedItems: [Handle] { after.touchedItems }
  /// Sections that were placed, moved or deleted; what became of their items is said of those.
  public var touchedSections: [Handle] { after.touchedSections }
  /// Items whose content was set or dropped.
  public var itemsWithOtherContent: [Handle] { after.itemsWithOtherContent }
  /// Sections whose content was set or dropped.
  public var sectionsWithOtherContent: [Handle] { after.sectionsWithOtherContent }
  /// Items that hang elsewhere, have others below them, or were opened or closed.
  ///
  /// - Complexity: As ``Snapshots/Snapshot/itemsWithOtherOutline(than:)``.
  /// - Throws: `interrupted`.
  public var itemsWithOtherOutline: [Handle] {
    get throws(SnapshotError) { try after.itemsWithOtherOutline(than: before) }
  }
}

/// An apply that was found out and not committed: nothing has happened yet.
///
/// Whoever follows may look at what it will have done, and refuse; see ``DataSource/commit(_:)``.
public struct PreparedApply {
  /// What it will have done.
  public let applied: Applied
  /// What will lead back over it, nil when no step is kept.
  let step: RevisionHistory.Step?
  /// What comes and goes with it.
  public let bytes: StepBytes
  /// What it will give other values in columns, nil when there are none.
  public let columnStep: ColumnStep?

  /// About how many handles it touches.
  var numberOfHandlesTouched: Int {
    step?.delta.handleCount ?? applied.after.numberOfTouchedItems
  }
}
