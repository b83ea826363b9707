import DataSources
import Snapshots

/// The items of a list whether shown or hidden: each section depth first, as a list of its own.
struct UnfoldedRows {
  private(set) var list: Snapshot

  /// Takes the items of a snapshot.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(items, shown or hidden).
  init(of rows: Snapshot, _ checkpoint: ViewCheckpoint) throws(ViewError) {
    list = rows.emptied
    try list.arrange(try Self.unfolded(rows, checkpoint), checkpoint)
    list = list.asBase()
  }

  private static func unfolded(
    _ rows: Snapshot,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> ArrangedRows {
    var all = ArrangedRows()
    for index in 0..<rows.numberOfSections {
      all.append(rows.sectionHandle(at: index), rows.sectionSnapshot(ofSectionAt: index).items)
      try checkpoint.step(1)
    }
    return all
  }

  /// Follows a step of the base.
  ///
  /// - Parameters:
  ///   - step: What happened to the rows.
  ///   - checkpoint: Is asked whether to go on.
  /// - Returns: What happened to the items.
  /// - Throws: `interrupted`.
  /// - Complexity: As ``Snapshots/Snapshot/itemsWithOtherPlaceInTrees(than:)``; O(items, shown or
  ///   hidden) when those are many.
  mutating func follow(
    _ step: BaseStep,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> BaseStep {
    guard let applied = step.applied else { return step }
    let before = list
    let rows = applied.after
    let concerned = try checkpoint.model { () throws(SnapshotError) in
      try rows.itemsWithOtherPlaceInTrees(than: applied.before)
    }
    if concerned.count < 64 + (list.numberOfItems + rows.numberOfSections) / 16 {
      try place(concerned, applied.touchedSections, as: rows, checkpoint)
    } else {
      try list.arrange(try Self.unfolded(rows, checkpoint), checkpoint)
    }
    // Only the data source at the bottom has trees.
    let own = BaseStep(applied, isPublished: true, step.reading.step, of: before, to: list)
    list = list.asBase()
    return own
  }

  /// Puts items and sections to the places that they have in the base; all others have theirs.
  private mutating func place(
    _ items: [Handle],
    _ sections: [Handle],
    as rows: Snapshot,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    try list.arrangeSections(sections, as: rows, inserting: true, checkpoint)
    let gone = sections.filter { rows.index(ofSection: $0) == nil }
    try checkpoint.model { () throws(SnapshotError) in
      // What is left of these has other places.
      try list.deleteItems(items)
      try list.deleteSections(gone)
      try list.placeNewItems(items, asInTreesOf: rows)
    }
  }
}
