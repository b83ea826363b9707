extension Snapshot {
  /// Adds items at the end of a section, in the order given; items that are here already move.
  ///
  /// - Parameters:
  ///   - newItems: The items.
  ///   - section: The section, or nil for the last one.
  /// - Returns: The items that were here before, and were moved.
  /// - Throws: `noSection`, `unknownSections` or `repeatedItems`; the snapshot is as it was.
  /// - Complexity: O(items placed · block).
  @discardableResult
  public mutating func appendItems(
    _ newItems: [Handle],
    toSection section: Handle? = nil
  ) throws(SnapshotError) -> [Handle] {
    guard let target = section ?? sections.last else { throw .noSection }
    guard let index = sections.index(of: target) else { throw .unknownSections([target]) }
    try checkDistinct(items: newItems)

    let existing = try takeOutWherever(newItems)
    place(newItems, at: sections.positions(inSectionAt: index).upperBound, inSectionAt: index)
    return existing
  }

  /// Puts items into sections that follow one another and are empty; items that are here already
  /// move.
  ///
  /// - Parameters:
  ///   - section: The first of the sections.
  ///   - lists: The items of each section, all of them distinct.
  /// - Returns: The items that were here before, and were moved.
  /// - Throws: `unknownSections` or `repeatedItems`; the snapshot is as it was.
  /// - Complexity: O(items placed · block).
  @discardableResult
  public mutating func fillSections(
    from section: Handle,
    with lists: [[Handle]]
  ) throws(SnapshotError) -> [Handle] {
    guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
    let work = pool.work
    let newItems = Array(lists.joined())
    try work.pass(all: newItems.count + lists.count)
    try checkDistinct(items: newItems)
    let existing = try takeOutWherever(newItems)
    items.insert(contentsOf: newItems, at: sections.positions(inSectionAt: index).lowerBound)
    try work.pass(all: newItems.count)
    sections.addItems(
      lists.enumerated().map { (section: index + $0.offset, items: $0.element.count) }
    )
    try work.pass(all: lists.count)
    touched.touchItems(newItems)
    return existing
  }

  /// Adds items beside another, in its section and in the order given; items that are here
  /// already move.
  ///
  /// - Parameters:
  ///   - newItems: The items.
  ///   - place: The side of an item that is here and not among them.
  /// - Returns: The items that were here before, and were moved.
  /// - Throws: `unknownItems`, `itemRelativeToItself` or `repeatedItems`; the snapshot is as it
  ///   was.
  /// - Complexity: O(items placed · block).
  @discardableResult
  public mutating func insertItems(
    _ newItems: [Handle],
    _ place: Place
  ) throws(SnapshotError) -> [Handle] {
    guard !newItems.contains(place.anchor) else { throw .itemRelativeToItself(place.anchor) }
    guard items.contains(place.anchor) else { throw .unknownItems([place.anchor]) }
    try checkDistinct(items: newItems)

    let existing = try takeOutWherever(newItems)
    put(newItems, place)
    return existing
  }

  /// Takes out items; items that are not here are passed over.
  ///
  /// - Parameter gone: The items; one that stands twice counts once.
  /// - Throws: `interrupted`; the snapshot is of no use then.
  /// - Complexity: O(items that go · block).
  public mutating func deleteItems(_ gone: [Handle]) throws(SnapshotError) {
    let taken = try takeOutItems(gone)
    if !marks.isEmpty { try taken.forEach(pool.work) { marks.forgetItem($0) } }
  }

  /// Takes out every item and every section.
  ///
  /// - Throws: `interrupted`; the snapshot is of no use then.
  /// - Complexity: O(items + sections).
  public mutating func deleteAllItems() throws(SnapshotError) {
    let work = pool.work
    touched.touchItems(itemHandles)
    try work.pass(all: items.count)
    try sections.allHandles.forEach(work) { touched.touchSection($0) }
    items = Rope(geometry: items.geometry)
    try work.pass(all: sections.count)
    sections.removeAll()
    marks = Marks()
  }

  /// Moves an item beside another, also into that one's section.
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - place: The side of another item.
  /// - Throws: `unknownItems` or `itemRelativeToItself`; the snapshot is as it was.
  /// - Complexity: O(block).
  public mutating func moveItem(_ item: Handle, _ place: Place) throws(SnapshotError) {
    let needed = item == place.anchor ? [item] : [item, place.anchor]
    let unknown = needed.filter { !items.contains($0) }
    guard unknown.isEmpty else { throw .unknownItems(unknown) }
    guard item != place.anchor else { throw .itemRelativeToItself(item) }
    guard !stands(item, at: place) else { return }
    _ = try takeOutItems([item])
    put([item], place)
  }

  /// Whether an item has the place already, in the section of the place's anchor.
  private func stands(_ item: Handle, at place: Place) -> Bool {
    guard let path = indexPath(ofItem: item), let anchor = indexPath(ofItem: place.anchor),
      path.section == anchor.section
    else { return false }
    return switch place {
    case .before: path.item + 1 == anchor.item
    case .after: path.item == anchor.item + 1
    }
  }
}

// MARK: - The one way in and the one way out

extension Snapshot {
  /// Takes the items out that are here, and says which they were, each once.
  mutating func takeOutItems(_ gone: [Handle]) throws(SnapshotError) -> [Handle] {
    var present: [Handle] = []
    var departures: [Int: Int] = [:]
    var left: [Int] = []
    var seen = HandleSet()
    let work = pool.work
    for item in gone {
      try work.pass()
      guard items.contains(item) else { continue }
      // For a handful a look through the list is quicker than a set.
      guard gone.count <= 8 ? !present.contains(item) : seen.insert(item) else { continue }
      guard let path = indexPath(ofItem: item) else { continue }
      if departures[path.section] == nil { left.append(path.section) }
      departures[path.section, default: 0] += 1
      present.append(item)
    }
    guard !present.isEmpty else { return [] }
    try items.removeAll(present, work)
    try left.sort(work, by: <)
    sections.addItems(try left.map(work) { ($0, -departures[$0, default: 0]) })
    try work.pass(all: left.count)
    touched.touchItems(present)
    try work.pass(all: present.count)
    return present
  }

  /// Takes the items out that are here, also those that a closed item hides, and says which they
  /// were; the items are distinct.
  mutating func takeOutWherever(_ placed: [Handle]) throws(SnapshotError) -> [Handle] {
    guard !outline.isEmpty else { return try takeOutItems(placed) }
    var held = HeldItems()
    let existing = try placed.filter(pool.work) { held.contains($0, in: self) }
    try releaseHidden(existing.filter { !items.contains($0) })
    _ = try takeOutItems(existing)
    return existing
  }

  private mutating func put(_ newItems: [Handle], _ place: Place) {
    guard let anchor = items.rank(of: place.anchor) else { return }
    let section = sections.sectionIndex(ofPosition: anchor)
    switch place {
    case .before: self.place(newItems, at: anchor, inSectionAt: section)
    case .after: self.place(newItems, at: anchor + 1, inSectionAt: section)
    }
  }

  /// Puts items at a position, which lies in the section at an index or at its end.
  mutating func place(_ newItems: [Handle], at position: Int, inSectionAt section: Int) {
    items.insert(contentsOf: newItems, at: position)
    sections.addItems(newItems.count, toSectionAt: section)
    touched.touchItems(newItems)
  }

  /// Records that the items of some sections go, and drops their marks.
  ///
  /// - Parameter indexes: The indexes of the sections, as ranges that ascend.
  /// - Returns: The positions of the items, for the caller to take them out.
  /// - Throws: `interrupted`.
  mutating func forgetItems(
    inSectionsAt indexes: [Range<Int>]
  ) throws(SnapshotError) -> [Range<Int>] {
    let positions = try indexes.map(pool.work) { range in
      let start = sections.positions(inSectionAt: range.lowerBound).lowerBound
      return start..<sections.positions(inSectionAt: range.upperBound - 1).upperBound
    }
    try forgetItems(at: positions)
    return positions
  }

  /// Records that the items at some positions go, and drops their marks.
  mutating func forgetItems(at positions: [Range<Int>]) throws(SnapshotError) {
    let work = pool.work
    var gone: [Handle] = []
    try positions.forEach(work) { range in
      items.forEachRun(in: range) { gone.append(contentsOf: $0) }
    }
    touched.touchItems(gone)
    try work.pass(all: gone.count)
    guard !marks.isEmpty else { return }
    try gone.forEach(work) { marks.forgetItem($0) }
  }
}

extension Snapshot {
  /// Checks that items which are to be placed are distinct.
  ///
  /// - Parameter items: The items.
  /// - Throws: `repeatedItems`, or `interrupted`.
  /// - Complexity: O(k) for k items, and a bitmap of all handles up to theirs when they are many.
  func checkDistinct(items: [Handle]) throws(SnapshotError) {
    let repeated = try repeats(in: items, pool.work)
    guard repeated.isEmpty else { throw .repeatedItems(repeated) }
  }
}
