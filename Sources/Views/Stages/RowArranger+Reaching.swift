import DataSources
import Snapshots

extension RowArranger {
  /// Puts in order what a window reaches of a list whose rows are only in parts.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - former: Its offset before.
  ///   - list: The list.
  ///   - parts: The sections whose rows are not all in order.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Throws: `interrupted`.
  /// - Complexity: O(m log m) for m rows of the parts that are reached for the first time.
  func reach(
    _ window: ViewWindow,
    from former: Int,
    in list: inout Snapshot,
    _ parts: inout PartedSections,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    guard !parts.isEmpty else { return }
    if case .around(let item, _, _) = window, let path = list.indexPath(ofItem: item) {
      // Where the window is depends on where the item is.
      try order(path.item..<path.item + 1, inSectionAt: path.section, of: &list, &parts, checkpoint)
    }
    let positions = window.positions(in: list, from: former)
    var position = positions.lowerBound
    while position < positions.upperBound {
      let section = list.indexPath(ofPosition: position).section
      let all = list.positions(inSectionAt: section)
      let end = min(all.upperBound, positions.upperBound)
      let offsets = position - all.lowerBound..<end - all.lowerBound
      try order(offsets, inSectionAt: section, of: &list, &parts, checkpoint)
      position = end
      try checkpoint.step(1)
    }
  }

  /// The part that has a row.
  func part(of row: Handle, in parts: RowParts) -> Int {
    parts.index(of: beginning(of: row, rules.ranks ? score(row) : nil).first)
  }

  /// Puts the parts in order that have the rows at some offsets of a section.
  private func order(
    _ offsets: Range<Int>,
    inSectionAt index: Int,
    of list: inout Snapshot,
    _ parts: inout PartedSections,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    let section = list.sectionHandle(at: index)
    guard var own = parts[section], !offsets.isEmpty else { return }
    let rows = list.positions(inSectionAt: index)
    // Nothing may hold the list when it is changed, or each section would copy its blocks.
    func part(_ offset: Int) -> Int {
      self.part(of: list.itemHandle(atPosition: rows.lowerBound + offset), in: own)
    }
    let reached = part(offsets.lowerBound)..<part(offsets.upperBound - 1) + 1
    let waiting = reached.filter { !own.isOrdered($0) }
    guard let first = waiting.first, let last = waiting.last else { return }
    let start = (0..<rows.count).partitioningIndex { part($0) >= first }
    let end = (start..<rows.count).partitioningIndex { part($0) > last }
    let unordered = list.itemHandles(at: rows.lowerBound + start..<rows.lowerBound + end)
    let ordered = try order(unordered[...], self.rows, checkpoint)
    try checkpoint.model { () throws(SnapshotError) in
      try list.placeItems(ordered, inSectionAt: index, at: start)
    }
    own.setOrdered(first..<last + 1)
    parts[section] = own.areOrdered ? nil : own
  }
}
