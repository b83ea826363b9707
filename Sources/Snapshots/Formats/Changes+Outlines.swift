extension Changes {
  /// The outlines of rows, where rows that are new are kept apart from such as were there before.
  typealias DividedOutlines = (new: [OutlineRun], former: [OutlineRun])

  /// Divides the runs of outlines where rows that are new meet such as were there before.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(r log k + parts) for r runs of outlines and k runs of inserts.
  func dividedOutlines(_ work: Work) throws(SnapshotError) -> DividedOutlines {
    var divided: DividedOutlines = ([], [])
    for run in outlines { try divide(run, into: &divided, work) }
    return divided
  }

  private func divide(
    _ run: OutlineRun,
    into divided: inout DividedOutlines,
    _ work: Work
  ) throws(SnapshotError) {
    var (place, end) = (run.at, run.at.item + run.count)
    let first = items.inserts.indices.partitioningIndex { items.inserts[$0].end > run.at }
    var inserts = items.inserts[first...]
    while place.item < end {
      try work.pass()
      let insert = inserts.first.flatMap { $0.at.section == place.section ? $0 : nil }
      let isNew = insert.map { $0.at <= place } ?? false
      let next = isNew ? insert?.end.item : insert?.at.item
      let count = min(next ?? end, end) - place.item
      let part = OutlineRun(at: place, count: count, outline: run.outline)
      if isNew { divided.new.append(part) } else { divided.former.append(part) }
      if isNew { inserts.removeFirst() }
      place.item += count
    }
  }
}

extension Changes.Run {
  /// The place behind the last.
  fileprivate var end: IndexPath { IndexPath(section: at.section, item: at.item + count) }
}
