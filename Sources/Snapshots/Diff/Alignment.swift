/// What two lists do not have in common, found by going through both.
///
/// For when nobody recorded what was edited: a whole list came, or the base is another one. As many
/// elements as possible are left out, so what is named is exactly what must be deleted, inserted
/// or moved.
package struct Alignment {
  /// Sections and items that are gone, new, or not in an order that both lists share.
  package private(set) var touchedSections: [Handle] = []
  package private(set) var touchedItems: [Handle] = []

  /// Compares two lists of the same pool.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(n log n) for n items of both; a comparison of bytes when they are the same.
  package init(
    from old: FlatList,
    to new: FlatList,
    _ work: Work = Work()
  ) throws(SnapshotError) {
    if old.sections != new.sections {
      touchedSections = try touchedHandles(from: old.sections[...], to: new.sections[...], work)
    }
    if old.sections != new.sections || old.starts != new.starts || old.items != new.items {
      try alignItems(from: old, to: new, work)
    }
  }

  private mutating func alignItems(
    from old: FlatList,
    to new: FlatList,
    _ work: Work
  ) throws(SnapshotError) {
    guard !old.items.isEmpty else {
      touchedItems = new.items
      return
    }
    if old.sections.count == 1, new.sections == old.sections {
      touchedItems = try touchedHandles(from: old.items[...], to: new.items[...], work)
      return
    }
    let oldPositions = Positions(of: old.items)
    let oldSections = Positions(of: old.sections)
    var stays = Array(repeating: false, count: old.items.count)
    for (index, section) in new.sections.enumerated() {
      let oldIndex = Int(oldSections[section])
      let within = oldIndex < 0 ? 0..<0 : old.positions(inSectionAt: oldIndex)
      let items = new.items[new.positions(inSectionAt: index)]
      try alignSection(items, with: old.items[within], oldPositions, &stays, work)
      try work.pass()
    }
    for (position, item) in old.items.enumerated() where !stays[position] {
      touchedItems.append(item)
      try work.pass()
    }
  }

  /// Finds the items of a section that stay, and names those that are new to the whole list.
  private mutating func alignSection(
    _ items: ArraySlice<Handle>,
    with oldItems: ArraySlice<Handle>,
    _ oldPositions: Positions,
    _ stays: inout [Bool],
    _ work: Work
  ) throws(SnapshotError) {
    var candidates: [Int32] = []
    candidates.reserveCapacity(min(items.count, oldItems.count))
    for item in items {
      let position = oldPositions[item]
      try work.pass()
      if position < 0 {
        touchedItems.append(item)
      } else if oldItems.indices.contains(Int(position)) {
        candidates.append(position)
      }
    }
    try longestIncreasingSubsequence(candidates, work) { stays[Int(candidates[$0])] = true }
  }
}

/// What is gone, new or out of order between two lists of distinct handles.
func touchedHandles(
  from old: ArraySlice<Handle>,
  to new: ArraySlice<Handle>,
  _ work: Work
) throws(SnapshotError) -> [Handle] {
  let (old, new) = withoutCommonEnds(old, new)
  let oldPositions = Positions(of: Array(old))
  var touched: [Handle] = []
  var candidates: [Int32] = []
  for handle in new {
    let position = oldPositions[handle]
    try work.pass()
    if position < 0 { touched.append(handle) } else { candidates.append(position) }
  }
  var stays = Array(repeating: false, count: old.count)
  try longestIncreasingSubsequence(candidates, work) { stays[Int(candidates[$0])] = true }
  for (position, handle) in old.enumerated() where !stays[position] { touched.append(handle) }
  return touched
}

private func withoutCommonEnds(
  _ old: ArraySlice<Handle>,
  _ new: ArraySlice<Handle>
) -> (ArraySlice<Handle>, ArraySlice<Handle>) {
  let front = zip(old, new).prefix { $0 == $1 }.count
  let (old, new) = (old.dropFirst(front), new.dropFirst(front))
  let back = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
  return (old.dropLast(back), new.dropLast(back))
}
