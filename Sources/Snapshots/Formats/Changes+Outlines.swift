extension Changes {
  /// The outlines of rows that are new.
  var outlinesOfNewRows: [OutlineRun] { outlines.flatMap { parts(of: $0).new } }

  /// The outlines of rows that were there before.
  var outlinesOfFormerRows: [OutlineRun] { outlines.flatMap { parts(of: $0).former } }

  /// Divides a run where rows that are new meet such as were there before.
  ///
  /// - Complexity: O(log k + parts) for k runs of inserts.
  private func parts(of run: OutlineRun) -> (new: [OutlineRun], former: [OutlineRun]) {
    var parts: (new: [OutlineRun], former: [OutlineRun]) = ([], [])
    var (place, end) = (run.at, run.at.item + run.count)
    let first = items.inserts.indices.partitioningIndex { items.inserts[$0].end > run.at }
    var inserts = items.inserts[first...]
    while place.item < end {
      let insert = inserts.first.flatMap { $0.at.section == place.section ? $0 : nil }
      let isNew = insert.map { $0.at <= place } ?? false
      let next = isNew ? insert?.end.item : insert?.at.item
      let count = min(next ?? end, end) - place.item
      let part = OutlineRun(at: place, count: count, outline: run.outline)
      if isNew { parts.new.append(part) } else { parts.former.append(part) }
      if isNew { inserts.removeFirst() }
      place.item += count
    }
    return parts
  }
}

extension Changes.Run {
  /// The place behind the last.
  fileprivate var end: IndexPath { IndexPath(section: at.section, item: at.item + count) }
}
