extension OutlineMerge {
  /// Goes through all rows of a section, and gives it another tree.
  ///
  /// - Parameters:
  ///   - part: What is concerned of the section.
  ///   - before: How many rows had been placed, and how many of them late, before any of this section.
  /// - Throws: `interrupted`.
  mutating func walk(
    _ part: Part,
    since before: (placed: Int, late: Int)
  ) throws(SnapshotError) {
    let positions = origin.rows.positions(inSectionAt: part.index)
    let section = origin.rows.sectionHandle(at: part.index)
    let rows = origin.rows.items.handles(in: positions)
    try removeTree(of: rows, since: before)
    var walk = OutlineWalk(over: rows, of: section, origin)
    let result = try walk.finish(work)
    placed += result.rows.filter { origin.isTouched($0) }
    if result.isReordered { reordered.append((section, result.rows)) }
    outline.insert(try brackets(of: result), at: outline.count)
    try work.pass(all: result.rows.count)
  }

  /// Takes out all rows of a section, of which some may have been placed and some may be parked.
  private mutating func removeTree(
    of rows: [Handle],
    since before: (placed: Int, late: Int)
  ) throws(SnapshotError) {
    let isPlaced = HandleSet(Array(placed[before.placed...]))
    let isLate = HandleSet(late[before.late...].map(\.row))
    let settled = try rows.filter(work) {
      !origin.isTouched($0) || isPlaced.contains($0) && !isLate.contains($0)
    }
    if let first = settled.first, let last = settled.last,
      let range = outline.range(from: first, throughTreeOf: last)
    {
      outline.removeSubrange(range)
    }
    try rows.forEach(work) { row in
      if let range = outline.range(of: row) { outline.removeSubrange(range) }
    }
    placed.removeSubrange(before.placed...)
    late.removeSubrange(before.late...)
  }

  /// The brackets of rows and of what they hide; none when all of it is flat.
  private func brackets(of found: OutlineWalk.Result) throws(SnapshotError) -> [Int32] {
    let former = origin.outline
    var brackets: [Int32] = []
    var isFlat = true
    // The rows that have not ended yet.
    var path: [Handle] = []
    for (row, level) in zip(found.rows, found.levels) {
      try work.pass()
      while path.count > level, let done = path.popLast() {
        brackets.append(Bracket.end(of: done))
      }
      let isExpanded = former.isExpanded(row)
      brackets.append(Bracket.start(of: row, isExpanded: isExpanded))
      path.append(row)
      if isExpanded || level > 0 { isFlat = false }
      if origin.hidesItems(row), let range = former.range(of: row) {
        try work.pass(all: range.count / 2)
        brackets += former.brackets.handles(in: range.lowerBound + 1..<range.upperBound - 1)
        isFlat = false
      }
    }
    while let done = path.popLast() { brackets.append(Bracket.end(of: done)) }
    return isFlat ? [] : brackets
  }
}
