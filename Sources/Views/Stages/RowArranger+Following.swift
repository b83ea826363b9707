import DataSources
import Snapshots

extension RowArranger {
  /// How far in front of a row its neighbours in the base are looked at before the view is searched.
  private static let neighbourhood = 32

  /// Whether the sections are the base's.
  var keepsSections: Bool {
    if case .base = rules.sections { true } else { false }
  }

  /// Whether nothing that a step did can be seen in a list, now or before.
  ///
  /// It is asked of every step, so little is made for it.
  func isSilent(
    _ step: BaseStep,
    in list: Snapshot,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> Bool {
    var steps = 0
    for item in step.items {
      guard !list.containsItem(item), !isShown(item) else { return false }
      try pass(&steps, checkpoint)
    }
    for item in step.contents {
      guard !list.containsItem(item) else { return false }
      guard !rules.isAffected(item, reading) || !isShown(item) else { return false }
      try pass(&steps, checkpoint)
    }
    let marks = step.marks
    guard !marks.reloadedItems.contains(where: list.containsItem),
      !marks.reconfiguredItems.contains(where: list.containsItem)
    else { return false }
    guard keepsSections else {
      for row in try rowsOfMovedSections(step, checkpoint) {
        guard !list.containsItem(row), !isShown(row) else { return false }
        try pass(&steps, checkpoint)
      }
      return true
    }
    func isSeen(_ section: Handle) -> Bool {
      list.containsSection(section) || (keepsEmptySections && rows.containsSection(section))
    }
    return !step.sections.contains(where: isSeen) && !step.sectionContents.contains(where: isSeen)
      && !marks.reloadedSections.contains(where: isSeen)
  }

  /// Counts a row that was looked at.
  private func pass(_ steps: inout Int, _ checkpoint: ViewCheckpoint) throws(ViewError) {
    steps += rules.stepsPerRow
    if steps >= 1024 || reading.isCalledOff {
      try look(after: steps, checkpoint)
      steps = 0
    }
  }

  /// Looks around after some rows, unless reading one of them was called off.
  func look(after steps: Int, _ checkpoint: ViewCheckpoint) throws(ViewError) {
    if reading.isCalledOff { throw .interrupted }
    try checkpoint.step(steps)
  }

  private func isShown(_ row: Handle) -> Bool { rows.containsItem(row) && score(row) != nil }

  /// The rows of the base's sections that a step moved: they have another place among those of
  /// other sections.
  private func rowsOfMovedSections(
    _ step: BaseStep,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> [Handle] {
    var moved: [Handle] = []
    for section in step.sections {
      try checkpoint.step(1)
      guard step.before.containsSection(section), let index = rows.index(ofSection: section) else {
        continue
      }
      moved += rows.itemHandles(at: rows.positions(inSectionAt: index))
    }
    return moved
  }

  /// The rows that a step may have given another place, or brought in or out.
  ///
  /// All others have the answers that they had, and the order that they had among themselves.
  private func concerned(
    by step: BaseStep,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> [Handle] {
    var all = step.items
    let placed = all.count
    var steps = 0
    for item in step.contents {
      if rules.isAffected(item, reading) { all.append(item) }
      try pass(&steps, checkpoint)
    }
    if !keepsSections { all += try rowsOfMovedSections(step, checkpoint) }
    return all.count > placed ? HandleSet.ascending(all) : all
  }

  /// Brings a list from what it was before a step to what it is after.
  ///
  /// - Complexity: O(k (block + log n)) for k rows concerned; O(n log n) when they are many.
  func follow(
    _ step: BaseStep,
    in list: inout Snapshot,
    _ parts: inout PartedSections,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    let concerned = try concerned(by: step, checkpoint)
    guard concerned.count < 64 + (rows.numberOfItems + rows.numberOfSections) / 16 else {
      let arranged = try arrange(checkpoint)
      try list.arrange(arranged, checkpoint)
      parts = arranged.parts
      return
    }
    var left = concerned.compactMap { list.sectionHandle(containingItem: $0) }
    try checkpoint.model { () throws(SnapshotError) in try list.deleteItems(concerned) }
    if keepsSections {
      left += step.sections
      // Those that the base has no more have no place, so they may not be in the way.
      let gone = step.sections.filter { rows.index(ofSection: $0) == nil }
      try drop(gone, from: &list, &parts, checkpoint)
      try list.arrangeSections(step.sections, as: rows, inserting: keepsEmptySections, checkpoint)
    }
    for row in concerned {
      // Its place is searched for, and the lists are changed there.
      try look(after: rules.stepsPerRow + 8, checkpoint)
      guard rows.containsItem(row), let score = score(row), let section = section(of: row) else {
        continue
      }
      if list.index(ofSection: section) == nil { try insert(section, into: &list, checkpoint) }
      insert(row, score, inSection: section, of: &list, parts)
    }
    let empty = HandleSet.ascending(left).filter { section in
      guard let index = list.index(ofSection: section) else { return false }
      return list.numberOfItems(inSectionAt: index) == 0 && !keeps(section)
    }
    if !empty.isEmpty { try drop(empty, from: &list, &parts, checkpoint) }
  }

  /// Drops sections; one that comes again later, or another one under the same handle, is in order.
  private func drop(
    _ sections: [Handle],
    from list: inout Snapshot,
    _ parts: inout PartedSections,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    try checkpoint.model { () throws(SnapshotError) in try list.deleteSections(sections) }
    for section in sections { parts[section] = nil }
  }

  /// Puts a section where it belongs among those that are there.
  private func insert(
    _ section: Handle,
    into list: inout Snapshot,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    let places = 0..<list.numberOfSections
    let index = try places.partitioningIndex { (place) throws(ViewError) in
      let other = list.sectionHandle(at: place)
      try checkpoint.step(1 + length(of: section, other) / 64)
      return areInOrder(section, other)
    }
    let before = index == 0 ? nil : list.sectionHandle(at: index - 1)
    try checkpoint.model { () throws(SnapshotError) in
      try list.placeSection(section, after: before)
    }
  }

  private func insert(
    _ row: Handle,
    _ score: Int32,
    inSection section: Handle,
    of list: inout Snapshot,
    _ parts: PartedSections
  ) {
    guard let index = list.index(ofSection: section) else { return }
    let offset = offset(of: row, score, inSectionAt: index, of: list, parts[section])
    list.placeNewItems([row], inSectionAt: index, at: offset)
  }

  /// The offset at which a row belongs into a section.
  private func offset(
    of row: Handle,
    _ score: Int32,
    inSectionAt index: Int,
    of list: Snapshot,
    _ parts: RowParts?
  ) -> Int {
    let all = list.positions(inSectionAt: index)
    guard !all.isEmpty, let position = rows.index(ofItem: row) else { return 0 }
    if !reorders, let before = neighbour(of: row, at: position, inSectionAt: index, of: list) {
      return before + 1
    }
    let beginning = beginning(of: row, score)
    let isBehind: (Handle) -> Bool
    if let parts, case let part = parts.index(of: beginning.first), !parts.isOrdered(part) {
      // Within a part that is not in order any place is as good.
      isBehind = { self.part(of: $0, in: parts) > part }
    } else {
      isBehind = { self.isInFront(row, beginning, position, of: $0) }
    }
    return all.partitioningIndex { isBehind(list.itemHandle(atPosition: $0)) } - all.lowerBound
  }

  /// The offset in a section of a row that is shown there, right in front of another in base order.
  private func neighbour(
    of row: Handle,
    at position: Int,
    inSectionAt index: Int,
    of list: Snapshot
  ) -> Int? {
    if case .groups = rules.sections { return nil }
    let start = max(0, position - RowArranger.neighbourhood)
    for other in rows.itemHandles(at: start..<position).reversed() {
      guard list.containsItem(other), let path = list.indexPath(ofItem: other) else { continue }
      return path.section == index ? path.item : nil
    }
    return nil
  }

  private func isInFront(
    _ row: Handle,
    _ beginning: KeyBeginning,
    _ position: Int,
    of other: Handle
  ) -> Bool {
    if reorders {
      let otherBeginning = self.beginning(of: other, rules.ranks ? score(other) : nil)
      if beginning != otherBeginning { return beginning < otherBeginning }
    }
    if let order = rules.compare?(row, other, reading), order != 0 { return order < 0 }
    return position < rows.index(ofItem: other) ?? .max
  }
}
