/// Finds the tree of a section from its rows and from where they hung before, by going through all
/// of them: for edits that touched a good part of the section.
///
/// The rows are gone through once, with the path that leads to the last one. Rows that nobody
/// touched keep their order, so the nearest former parent of the next of them that is on the path
/// says how much of the path is still needed: its floor. A touched row may close what is above the
/// floor and nothing below it.
struct OutlineWalk {
  /// The rows of the section and how deep they stand.
  struct Result {
    var rows: [Handle] = []
    var levels: [Int] = []
    /// Whether the rows are not in the order in which they came.
    var isReordered = false
  }

  private let rows: [Handle]
  private let section: Handle
  private let origin: OutlineOrigin
  private let parents: FormerParents

  /// The last row and those that it hangs below, from the top.
  private var path: [Handle] = []
  /// Rows that come behind what hangs below a row of the path.
  private var late: [Handle: [Handle]] = [:]
  private var result = Result()
  /// The index of the next row that nobody touched.
  private var nextUntouched = 0

  /// Starts a walk over the rows of a section.
  init(over rows: [Handle], of section: Handle, _ origin: OutlineOrigin) {
    self.rows = rows
    self.section = section
    self.origin = origin
    parents = FormerParents(inSection: section, origin)
  }

  /// Goes through the rows.
  mutating func finish(_ work: Work) throws(SnapshotError) -> Result {
    result.rows.reserveCapacity(rows.count)
    result.levels.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      try work.pass()
      if origin.isTouched(row) {
        placeTouched(row, at: index)
      } else {
        place(row, at: pathCount(above: row))
      }
    }
    close(to: 0)
    return result
  }

  private mutating func placeTouched(_ row: Handle, at index: Int) {
    let floor = floor(behind: index)
    if origin.wasShown(row, inSection: section),
      let depth = depth(below: survivingParent(of: row)), depth >= floor
    {
      place(row, at: depth)
    } else if path.count > floor {
      place(row, at: path.count - 1)
    } else if let last = path.last, !origin.wasShown(row) {
      late[last, default: []].append(row)
      result.isReordered = true
    } else {
      place(row, at: path.count)
    }
  }

  /// Puts a row below the last of so many rows of the path.
  private mutating func place(_ row: Handle, at depth: Int) {
    close(to: depth)
    add(row)
    path.append(row)
  }

  /// Leaves the path down to so many rows.
  private mutating func close(to depth: Int) {
    while path.count > depth, let closed = path.popLast() {
      guard let rows = late.removeValue(forKey: closed) else { continue }
      for row in rows { add(row) }
    }
  }

  private mutating func add(_ row: Handle) {
    result.rows.append(row)
    result.levels.append(path.count)
  }

  /// How much of the path the rows behind an index still need.
  private mutating func floor(behind index: Int) -> Int {
    nextUntouched = max(nextUntouched, index + 1)
    while nextUntouched < rows.count, origin.isTouched(rows[nextUntouched]) { nextUntouched += 1 }
    return nextUntouched < rows.count ? pathCount(above: rows[nextUntouched]) : 0
  }

  /// How much of the path leads to the nearest former parent of a row that is on it.
  private func pathCount(above row: Handle) -> Int {
    guard !path.isEmpty else { return 0 }
    var levels = 0
    // The path is looked through for each, some handles in the time that an element takes.
    defer { origin.base.pool.work.wentPast(levels * path.count / 16) }
    var next = parents[row]
    while let parent = next {
      levels += 1
      if let index = path.lastIndex(of: parent) { return index + 1 }
      next = parents[parent]
    }
    return 0
  }

  /// How much of the path leads to a parent, nil when it is not on the path.
  private func depth(below parent: Handle?) -> Int? {
    guard let parent else { return 0 }
    return path.lastIndex(of: parent).map { $0 + 1 }
  }

  /// The nearest former parent of a row that is still shown, nil for the top.
  private func survivingParent(of row: Handle) -> Handle? {
    var next = parents[row]
    while let parent = next, !origin.isShown(parent) { next = parents[parent] }
    return next
  }
}

/// What the items of a section hung below before, all of them at a look each.
private struct FormerParents {
  private var positions = Positions(of: [])
  private var parents: [Handle?] = []

  init(inSection section: Handle, _ origin: OutlineOrigin) {
    var items: [Handle] = []
    var path: [Handle] = []
    origin.forEachItem(ofSection: section) { item, level in
      path.removeSubrange(level...)
      items.append(item)
      parents.append(path.last)
      path.append(item)
    }
    positions = Positions(of: items)
  }

  subscript(item: Handle) -> Handle? {
    let position = Int(positions[item])
    return position < 0 ? nil : parents[position]
  }
}
