extension Snapshot {
  /// Takes back the step that led here, and records what that touches.
  ///
  /// - Parameter delta: The delta of that step.
  /// - Throws: `interrupted`; the snapshot is of no use then.
  /// - Complexity: O(k · block) for k touched elements, at most O(n).
  public mutating func undo(_ delta: Delta) throws(SnapshotError) {
    let work = pool.work
    try delta.sections.forEach(work) { touched.touchSection($0) }
    let steps = delta.newSections.count + delta.displacedSections.count + delta.displaced.count
    if isCheaperToRebuild(steps) {
      try rebuild(before: delta)
    } else {
      _ = try takeOutItems(delta.placedItems)
      try arrangeSections(before: delta)
      for run in delta.displaced {
        putBack(run)
        try work.pass()
      }
    }
    try editItemContents { (contents, touched) throws(SnapshotError) in
      try contents.restore(delta.itemContents, noting: &touched, work)
    }
    try editSectionContents { (contents, touched) throws(SnapshotError) in
      try contents.restore(delta.sectionContents, noting: &touched, work)
    }
    if let trees = delta.outline { try outline.undo(trees, work) }
  }

  /// The same state over the span since an earlier one: with all that was touched and marked.
  ///
  /// - Parameters:
  ///   - before: An earlier state, as ``undo(_:)`` made it of this one.
  ///   - deltas: The deltas that it undid.
  /// - Returns: A snapshot whose base is the earlier state.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k) for k deltas and marks of theirs.
  public func spanning(
    from before: Snapshot,
    _ deltas: [Delta]
  ) throws(SnapshotError) -> Snapshot {
    var result = asBase()
    result.touched = before.touched
    result.marks = try marks(of: deltas)
    return result
  }

  /// What some steps, the last one first, marked and is still here.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k) for k deltas and marks of theirs.
  public mutating func takeMarks(of deltas: [Delta]) throws(SnapshotError) {
    marks = try marks(of: deltas)
  }

  private func marks(of deltas: [Delta]) throws(SnapshotError) -> Marks {
    var marks = Marks()
    for delta in deltas.reversed() { try marks.formUnion(delta.marks, pool.work) }
    return try marks.kept(in: self, pool.work)
  }

  // MARK: Step by step

  /// Puts the sections into the order before a step; those that go, and those that come, are empty.
  private mutating func arrangeSections(before delta: Delta) throws(SnapshotError) {
    sections.remove(at: try indexes(ofSections: delta.newSections))
    // With these behind all others, each place from the front on gets its section in turn.
    let work = pool.work
    try delta.displacedSections.forEach(work) { rearrange($0.section, to: sections.count - 1) }
    for (target, section) in delta.displacedSections {
      try work.pass()
      if sections.contains(section) {
        rearrange(section, to: Int(target))
      } else {
        sections.insert([section], at: Int(target))
      }
    }
  }

  private mutating func rearrange(_ section: Handle, to target: Int) {
    guard let index = sections.index(of: section) else { return }
    rearrangeSection(at: index, to: target)
  }

  private mutating func putBack(_ run: Delta.Run) {
    guard let index = sections.index(of: run.section) else { return }
    let start = sections.positions(inSectionAt: index).lowerBound
    place(run.items, at: start + Int(run.offset), inSectionAt: index)
  }

  // MARK: All at once

  /// Whether going through the whole list costs less than some steps.
  ///
  /// As measured, to move 40 elements of a block, or the numbers of 32 blocks, takes as long as to go
  /// through one item, and a section takes as long as four of them.
  private func isCheaperToRebuild(_ steps: Int) -> Bool {
    let capacity = items.geometry.chunkCapacity
    let blocks = (items.count + sections.count) / capacity
    return steps * (capacity / 40 + blocks / 32) > items.count + 4 * sections.count
  }

  /// Puts the sections and items that were displaced between those that nobody touched.
  private mutating func rebuild(before delta: Delta) throws(SnapshotError) {
    let work = pool.work
    let (handles, order) = (itemHandles, try sectionPlaces(before: delta))
    let placedItems = delta.placedItems
    let placed = HandleSet(placedItems)
    try work.pass(all: placedItems.count)
    var runs = delta.displaced[...]
    var list = FlatList(sections: [], starts: [], items: [])
    for (section, positions) in order {
      try work.pass()
      let start = list.items.count
      list.sections.append(section)
      list.starts.append(Int32(start))
      for position in positions where !placed.contains(handles[position]) {
        while let run = runs.first, run.section == section,
          start + Int(run.offset) == list.items.count
        {
          list.items += run.items
          runs.removeFirst()
        }
        list.items.append(handles[position])
        try work.pass()
      }
      while let run = runs.first, run.section == section {
        list.items += run.items
        runs.removeFirst()
      }
    }
    list.starts.append(Int32(list.items.count))
    sections = SectionOrder(sections: list.sections, starts: list.starts, geometry: items.geometry)
    try work.pass(all: order.count)
    items = Rope(list.items, geometry: items.geometry)
    try work.pass(all: list.items.count)
    touched.touchItems(placedItems)
    try delta.displaced.forEach(work) { touched.touchItems($0.items) }
  }

  /// The sections before a step in the order that they had, each with the positions of its items now.
  private func sectionPlaces(
    before delta: Delta
  ) throws(SnapshotError) -> [(section: Handle, positions: Range<Int>)] {
    let (work, isMoved) = (pool.work, HandleSet(delta.sections))
    var stayed: [(section: Handle, positions: Range<Int>)] = []
    try sections.forEach { (_, section, positions) throws(SnapshotError) in
      try work.pass()
      if !isMoved.contains(section) { stayed.append((section, positions)) }
    }
    var untouched = stayed[...]
    var order: [(section: Handle, positions: Range<Int>)] = []
    for (target, section) in delta.displacedSections {
      try work.pass()
      let between = untouched.prefix(Int(target) - order.count)
      let index = sections.index(of: section)
      order += between
      order.append((section, index.map { sections.positions(inSectionAt: $0) } ?? 0..<0))
      untouched = untouched[between.endIndex...]
    }
    return order + untouched
  }
}
