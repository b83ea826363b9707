extension Snapshot {
  /// What a front end draws of a row of a tree.
  ///
  /// - Complexity: O(log n) and a scan of a few blocks.
  public func rowOutline(ofItem item: Handle) -> RowOutline { outline.rowOutline(of: item) }

  /// The rows that are not plain, in runs as long as they can be.
  ///
  /// - Complexity: O(1) without trees, O(items in trees) otherwise.
  public var rowOutlines: [Changes.OutlineRun] {
    get throws(SnapshotError) {
      try rowOutlines(since: Snapshot(pool: pool, geometry: items.geometry), inserted: [])
    }
  }

  /// The rows whose outline is not what it was, in runs as long as they can be; what was no row was
  /// plain.
  ///
  /// - Parameters:
  ///   - base: The snapshot before.
  ///   - inserted: Rows that were none before; those that came into a tree need not be among them.
  /// - Returns: The runs, in the order of the rows.
  /// - Throws: `interrupted`.
  /// - Complexity: O(1) when no tree was changed, O(k log n + k · block) for k rows that it lists or
  ///   that are right above, right below or next to what came, went or moved in a tree; what is
  ///   hidden does not count.
  func rowOutlines(
    since base: Snapshot,
    inserted: [Changes.Run]
  ) throws(SnapshotError) -> [Changes.OutlineRun] {
    let work = pool.work
    guard let difference = try OutlineDifference(from: base.outline, to: outline, work) else {
      return []
    }
    let positions = try positions(concernedBy: difference, inserted)
    let before = try RowOutlines(base.outline, askedFor: positions.count, work)
    let after = try RowOutlines(outline, askedFor: positions.count, work)
    var runs: [Changes.OutlineRun] = []
    for position in positions {
      try work.pass()
      let item = items[position]
      let outline = after[item]
      guard outline != (base.items.contains(item) ? before[item] : .plain) else { continue }
      appendRun(of: outline, at: indexPath(ofPosition: position), to: &runs)
    }
    return runs
  }

  /// The positions of the rows that may have another outline, ascending.
  private func positions(
    concernedBy difference: OutlineDifference,
    _ inserted: [Changes.Run]
  ) throws(SnapshotError) -> [Int] {
    let numberOfInserted = inserted.reduce(0) { $0 + $1.count }
    // Above this share, going through all rows costs less.
    guard (difference.numberOfReplacedBrackets + numberOfInserted) * 16 < items.count else {
      return Array(0..<items.count)
    }
    let work = pool.work
    // Of those that hang below one item, all are rows or none is.
    let rows = try difference.itemsWithOtherOutline { items.contains($0) }
      .filter(work) { items.contains($0) }
    let below = try difference.rows(
      ofAndBelow: rows.filter(work) { difference.changesLevel(of: $0) }
    )
    var concerned = try (rows + below).compactMap(work) { items.rank(of: $0) }
    for run in inserted { concerned += positions(of: run) }
    try concerned.sort(work, by: <)
    return zip([-1] + concerned, concerned).compactMap { $0 == $1 ? nil : $1 }
  }

  private func positions(of run: Changes.Run) -> Range<Int> {
    let start = positions(inSectionAt: run.at.section).lowerBound + run.at.item
    return start..<start + run.count
  }

  /// The same rows with trees that fit them.
  ///
  /// Plain edits leave the trees as they are. An apply puts them right, and where it has to, the rows
  /// as well; here the rows stay where they are.
  ///
  /// - Parameter base: The snapshot that was edited, whose trees agree with its rows.
  /// - Returns: A snapshot with the same base, to read from.
  /// - Throws: `interrupted`.
  /// - Complexity: As ``mergeOutline(from:greatestLevel:)``.
  public func withMergedOutline(from base: Snapshot) throws(SnapshotError) -> Snapshot {
    var merged = self
    try merged.mergeOutline(from: base, greatestLevel: .max)
    var result = self
    result.outline = merged.outline
    return result
  }
}
