/// Puts places that follow one another together: ascending, each run as long as it can be.
package func runs(
  of places: [IndexPath],
  _ work: Work = Work()
) throws(SnapshotError) -> [Changes.Run] {
  guard places.count > 1 else { return places.map { Changes.Run(at: $0, count: 1) } }
  var runs: [Changes.Run] = []
  try places.sorted(work, by: <).forEach(work) { appendRun(at: $0, to: &runs) }
  return runs
}

/// Adds a place behind all others, to the last run if it follows on that.
func appendRun(at place: IndexPath, to runs: inout [Changes.Run]) {
  if let last = runs.last, follows(place, last.at, last.count) {
    runs[runs.count - 1].count += 1
  } else {
    runs.append(Changes.Run(at: place, count: 1))
  }
}

/// Adds the outline of a row behind all others, to the last run if it follows on that and is the same.
func appendRun(
  of outline: RowOutline,
  at place: IndexPath,
  to runs: inout [Changes.OutlineRun]
) {
  if let last = runs.last, last.outline == outline, follows(place, last.at, last.count) {
    runs[runs.count - 1].count += 1
  } else {
    runs.append(Changes.OutlineRun(at: place, count: 1, outline: outline))
  }
}

/// Puts moves together whose places follow one another on both sides, ascending by `to`.
package func runs(
  of moves: [(from: IndexPath, to: IndexPath)],
  _ work: Work = Work()
) throws(SnapshotError) -> [Changes.Move] {
  guard moves.count > 1 else {
    return moves.map { Changes.Move(from: $0.from, to: $0.to, count: 1) }
  }
  var runs: [Changes.Move] = []
  try moves.sorted(work) { $0.to < $1.to }.forEach(work) { move in
    appendRun(from: move.from, to: move.to, to: &runs)
  }
  return runs
}

/// Adds a move behind all others, to the last run if it follows on that on both sides.
func appendRun(from: IndexPath, to: IndexPath, to runs: inout [Changes.Move]) {
  if let last = runs.last, follows(to, last.to, last.count), follows(from, last.from, last.count) {
    runs[runs.count - 1].count += 1
  } else {
    runs.append(Changes.Move(from: from, to: to, count: 1))
  }
}

/// Each section of a snapshot that has items, as one run.
func wholeSections(of snapshot: Snapshot) -> [Changes.Run] {
  var runs: [Changes.Run] = []
  snapshot.sections.forEachFilled { index, _, positions in
    runs.append(Changes.Run(at: IndexPath(section: index, item: 0), count: positions.count))
  }
  return runs
}

private func follows(_ place: IndexPath, _ start: IndexPath, _ count: Int) -> Bool {
  place.section == start.section && place.item == start.item + count
}
