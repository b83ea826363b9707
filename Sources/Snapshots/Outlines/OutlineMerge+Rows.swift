extension OutlineMerge {
  /// Places the rows of a part, as long as looking at each alone is enough.
  mutating func placeRows(of part: Part) throws(SnapshotError) -> Bool {
    let rows = origin.rows
    let section = rows.positions(inSectionAt: part.index)
    if part.wasFlat {
      let untouched = rows.items.handles(in: section).filter { !origin.isTouched($0) }
      outline.insert(Bracket.leaves(untouched), at: outline.count)
    }
    for run in runs(of: part.positions) {
      var last = run.lowerBound > section.lowerBound ? rows.items[run.lowerBound - 1] : nil
      let next = run.upperBound < section.upperBound ? rows.items[run.upperBound] : nil
      for row in rows.items.handles(in: run) {
        place(row, behind: &last, before: next, inSection: rows.sectionHandle(at: part.index))
        if isBelowFormerDescendant(row) { return false }
        try rowIsPlaced()
      }
    }
    return true
  }

  /// Whether a row hangs below one that was touched too and hung below the row before.
  ///
  /// Then rows that nobody touched, and that hung below both, may hang above where they would
  /// without that row.
  private func isBelowFormerDescendant(_ row: Handle) -> Bool {
    let former = origin.outline
    guard former.isExpanded(row), former.hasChildren(row) else { return false }
    var levels = 0
    defer { work.wentPast(levels) }
    var next = outline.parent(of: row)
    while let parent = next {
      levels += 1
      if origin.isTouched(parent), former.isSame(row, orAbove: parent) { return true }
      next = outline.parent(of: parent)
    }
    return false
  }

  /// Places a row behind the last one of the path, and in front of the next that nobody touched.
  private mutating func place(
    _ row: Handle,
    behind last: inout Handle?,
    before next: Handle?,
    inSection section: Handle
  ) {
    placed.append(row)
    let floor = next.map { outline.level(of: $0) } ?? 0
    let lastLevel = last.map { outline.level(of: $0) } ?? -1
    let level: Int
    if origin.wasShown(row, inSection: section),
      let former = levelBelowParent(of: row, onPathTo: last), former >= floor
    {
      level = former
    } else if lastLevel >= floor {
      level = lastLevel
    } else if let last, !origin.wasShown(row) {
      late.append(LateRow(row: row, predecessor: last))
      return
    } else {
      level = lastLevel + 1
    }
    move(row, to: position(onLevel: level, behind: last, before: next))
    last = row
    if let next, origin.outline.isSame(row, orAbove: next) { rehang(next, below: row) }
  }

  /// The level on which a row would stay below its parent, nil when that is not on the path.
  private func levelBelowParent(of row: Handle, onPathTo last: Handle?) -> Int? {
    guard let parent = origin.survivingParent(of: row) else { return 0 }
    guard let last, outline.isSame(parent, orAbove: last) else { return nil }
    return outline.level(of: parent) + 1
  }

  /// The position on a level behind a row, nil behind everything.
  private func position(onLevel level: Int, behind last: Handle?, before next: Handle?) -> Int? {
    guard let last else { return next.flatMap { outline.start(of: $0) } }
    guard let sibling = outline.ancestor(of: last, onLevel: level) else {
      return outline.start(of: last).map { $0 + 1 }
    }
    return outline.end(of: sibling)
  }

  /// Puts a row, with what it hides, at a position, or with nil behind everything.
  mutating func move(_ row: Handle, to position: Int?) {
    let position = position ?? outline.count
    if let range = outline.range(of: row) {
      let target = position > range.lowerBound ? position - range.count : position
      outline.edit { $0.moveSubrange(range, to: target) }
    } else {
      outline.insert(Bracket.leaf(row, isExpanded: origin.outline.isExpanded(row)), at: position)
    }
  }

  /// Lets the next rows hang below those again that are on the path now and that they hung below.
  ///
  /// What ended in front of such rows, that parent and others of the path, then ends behind them. So
  /// rows that come after them may find others on the path than they did.
  private mutating func rehang(_ first: Handle, below last: Handle) {
    var (next, deepest) = (first, last)
    while let parent = nearestFormerParent(of: next, from: deepest),
      let from = outline.end(of: parent).map({ $0 - 1 }),
      let to = outline.start(of: next),
      let end = endOfRows(from: next, formerlyBelow: parent)
    {
      outline.edit { $0.moveSubrange(from..<to, to: end - (to - from)) }
      guard let follower = outline.firstItem(from: end), isInSameSection(follower, as: next) else {
        return
      }
      (next, deepest) = (follower, parent)
    }
  }

  /// Where those rows end that begin with one, hang below the same row as that one, and hung below
  /// another before.
  private func endOfRows(from first: Handle, formerlyBelow parent: Handle) -> Int? {
    let former = origin.outline
    guard let range = former.range(of: parent) else { return nil }
    // From behind, past what was touched and what that hides.
    var position = range.upperBound - 1
    var steps = 0
    defer { work.wentPast(steps) }
    while position > range.lowerBound + 1 {
      position -= 1
      steps += 1
      let item = Bracket.item(of: former.brackets[position])
      if !origin.isTouched(item) {
        let limit = outline.parent(of: first).flatMap { outline.end(of: $0) }.map { $0 - 1 }
        return outline.end(of: item).map { min($0, limit ?? $0) }
      }
      if !former.isExpanded(item), let start = former.start(of: item) { position = start }
    }
    return nil
  }

  private func isInSameSection(_ row: Handle, as other: Handle) -> Bool {
    !origin.isTouched(row)
      && origin.rows.sectionHandle(containingItem: row)
        == origin.rows.sectionHandle(containingItem: other)
  }

  /// The nearest of the former parents of a row that is on the path which leads to another row, and
  /// deeper than where the row hangs now; nil when it hangs right.
  private func nearestFormerParent(of row: Handle, from last: Handle) -> Handle? {
    let level = outline.level(of: row)
    var nearest = outline.parent(of: row).flatMap { origin.outline.start(of: $0) } ?? -1
    var found: Handle?
    var levels = 0
    defer { work.wentPast(levels) }
    var next: Handle? = last
    while let candidate = next, outline.level(of: candidate) >= level {
      if let start = origin.outline.start(of: candidate), start > nearest,
        origin.outline.isSame(candidate, orAbove: row)
      {
        (found, nearest) = (candidate, start)
      }
      levels += 1
      next = outline.parent(of: candidate)
    }
    return found
  }

  /// Positions that follow one another, as ranges.
  private func runs(of positions: [Int]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for position in positions {
      if let last = runs.last, last.upperBound == position {
        runs[runs.count - 1] = last.lowerBound..<position + 1
      } else {
        runs.append(position..<position + 1)
      }
    }
    return runs
  }
}
