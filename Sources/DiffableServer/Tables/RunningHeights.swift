import DataSources
import DiffableProtocol
import Snapshots

/// The running sums of a data source's heights, made when they are first asked for.
struct RunningHeights {
  /// The sums when rows have heights of their own.
  private var rows: RowHeights?
  /// The sums when all rows of a section are alike.
  private var sections: SectionHeights?
  /// The revision that the sums are true of.
  private var revision = -1

  /// Notes an apply.
  mutating func note(_ applied: Applied) {
    rows?.note(applied.touchedItems)
    rows?.note(applied.itemsWithOtherContent)
    sections?.note(applied.touchedSections)
  }

  /// Makes the sums those of a revision.
  ///
  /// - Throws: `requestCancelled`; the next question begins anew or where this one began.
  mutating func update(
    to snapshot: Snapshot,
    revision: Int,
    _ rules: HeightRules,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) {
    guard revision != self.revision else { return }
    let height = { (item: Handle, section: Handle) throws(DiffableError) -> Int32 in
      try checkpoint.step()
      if snapshot.pool.work.isCalledOff { throw .cancelled }
      return rules.counted(item, inSection: section, in: snapshot)
    }
    if rules.areUniform {
      try updateSections(to: snapshot) { (section) throws(DiffableError) in
        try checkpoint.step()
        return rules.counted(inSection: section, in: snapshot.pool)
      }
    } else if rows == nil {
      rows = try RowHeights(of: snapshot, height: height)
    } else {
      try rows?.update(to: snapshot, height: height)
    }
    self.revision = revision
  }

  private mutating func updateSections(
    to snapshot: Snapshot,
    height: (Handle) throws(DiffableError) -> Int32
  ) throws(DiffableError) {
    if sections == nil {
      sections = try SectionHeights(of: snapshot, height: height)
    } else {
      try sections?.update(to: snapshot, height: height)
    }
  }

  /// The height of all rows together.
  var total: Int { rows?.total ?? sections?.total ?? 0 }

  /// The height that counts for the row at an index path, nil when there is none.
  func height(at path: IndexPath) -> Int? {
    if let rows { rows.height(at: path) } else { sections?.height(at: path) }
  }

  /// Where the row at an index path begins, nil when there is none.
  func top(of path: IndexPath) -> Int? {
    if let rows { rows.top(of: path) } else { sections?.top(of: path) }
  }

  /// The row that covers a distance from the top of the first, nil when there is none.
  func indexPath(at offset: Int) -> IndexPath? {
    if let rows { rows.indexPath(at: offset) } else { sections?.indexPath(at: offset) }
  }
}
