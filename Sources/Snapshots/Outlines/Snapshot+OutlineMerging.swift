extension Snapshot {
  /// Puts the trees right after edits that knew nothing of them.
  ///
  /// Such edits place, move and delete rows one by one. The rows keep the order that they were
  /// given, with the one exception below, and the trees change as little as that allows:
  /// - What is gone leaves its tree. What it hid goes with it; rows that hung below it stay, below
  ///   what it hung below itself.
  /// - A row that moved stays below its parent where the rows around it allow that. Otherwise it
  ///   comes on the level of the row before it, or below that one when the row behind it hangs
  ///   there. What it hides goes with it; rows that hung below it stay where they are.
  /// - A row that is new comes on the level of the row before it; when others hang below that one,
  ///   behind them, and that is the exception.
  /// - A row that was hidden leaves its tree alone and is new.
  ///
  /// - Parameters:
  ///   - base: The snapshot that was edited, whose trees agree with its rows.
  ///   - greatestLevel: The level below which nothing may come.
  /// - Throws: `outlineTooDeep` when something would come below that level, or `interrupted`; the
  ///   snapshot is of no use then.
  /// - Complexity: O(k log n + k · block) for k touched items, and O(level) for those that hang
  ///   elsewhere; O(rows) for a section of which a good part was touched.
  public mutating func mergeOutline(
    from base: Snapshot,
    greatestLevel: Int
  ) throws(SnapshotError) {
    // Row by row costs some twenty times as much a row.
    try mergeOutline(from: base, greatestLevel: greatestLevel) { $0 > 32 && $0 * 16 > $1 }
  }

  package mutating func mergeOutline(
    from base: Snapshot,
    greatestLevel: Int,
    walkingWhere isWalked: (_ touched: Int, _ items: Int) -> Bool
  ) throws(SnapshotError) {
    guard !outline.isEmpty, !touched.items.isEmpty else { return }
    let touchedItems = touched.items.unique()
    try releaseHidden(
      touchedItems.filter(pool.work) {
        outline.contains($0) && items.contains($0) && !base.items.contains($0)
      }
    )
    let merge = try OutlineMerge(
      of: self,
      base: base,
      touched: touchedItems,
      walkingWhere: isWalked
    )
    outline = merge.outline
    touched.touchItems(merge.hiddenGone)
    try moveToPlacesInTrees(merge.late.map(\.row))
    for part in merge.reordered { _ = try replaceItems(inSection: part.section, with: part.rows) }
    guard outline.greatestLevel > greatestLevel else { return }
    let work = pool.work
    for row in merge.placed {
      try work.pass()
      guard parent(ofItem: row) != merge.origin.outline.parent(of: row) else { continue }
      let level = outline.level(of: row) + outline.height(of: row)
      guard level <= greatestLevel else { throw .outlineTooDeep(level: level) }
    }
  }

  /// Puts rows that are not where their trees have them in front of what comes next there.
  private mutating func moveToPlacesInTrees(_ rows: [Handle]) throws(SnapshotError) {
    let ends = try rows.compactMap(pool.work) { row in
      outline.end(of: row).map { (end: $0, row: row) }
    }
    // From behind, so that what comes next is in its place already.
    let fromBehind = try ends.sorted(pool.work) { $0.end > $1.end }
    let work = pool.work
    for (end, row) in fromBehind {
      try work.pass()
      guard let section = indexPath(ofItem: row)?.section else { continue }
      _ = try takeOutItems([row])
      place([row], at: position(ofRowFrom: end, inSectionAt: section), inSectionAt: section)
    }
  }
}
