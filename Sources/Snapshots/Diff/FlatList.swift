/// The sections and items of a snapshot in plain arrays, for work that goes through all of them.
package struct FlatList {
  /// Sections in display order.
  package var sections: [Handle]
  /// `starts[i]` is the position of section i's first item; the last entry counts all items.
  package var starts: [Int32]
  /// Items of all sections in display order.
  package var items: [Handle]

  package init(sections: [Handle], starts: [Int32], items: [Handle]) {
    self.sections = sections
    self.starts = starts
    self.items = items
  }

  package init(_ snapshot: Snapshot) {
    (sections, starts, items) = ([], [], snapshot.itemHandles)
    sections.reserveCapacity(snapshot.numberOfSections)
    starts.reserveCapacity(snapshot.numberOfSections + 1)
    snapshot.sections.forEach { _, section, positions in
      sections.append(section)
      starts.append(Int32(positions.lowerBound))
    }
    starts.append(Int32(snapshot.numberOfItems))
  }

  func positions(inSectionAt index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }
}

/// The place of each of some distinct handles, by handle.
struct Positions {
  private var positions: [Int32] = []
  /// The places of handles that are few among those up to the greatest, instead of `positions`.
  private var sparse: [Handle: Int32] = [:]

  init(of handles: [Handle]) {
    let bound = handles.max().map { Int($0) + 1 } ?? 0
    guard handles.count * 32 >= bound else {
      sparse = Dictionary(uniqueKeysWithValues: zip(handles, 0...))
      return
    }
    positions = Array(repeating: -1, count: bound)
    for (position, handle) in handles.enumerated() { positions[Int(handle)] = Int32(position) }
  }

  /// The place of a handle, `-1` when it is not among them.
  subscript(handle: Handle) -> Int32 {
    if Int(handle) < positions.count { return positions[Int(handle)] }
    return sparse.isEmpty ? -1 : sparse[handle] ?? -1
  }
}
