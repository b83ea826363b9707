extension Snapshot {
  /// Gives a section other items, in the order given; items that are elsewhere are pulled in.
  ///
  /// Those that stay in their order are not touched.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - newItems: What it is to hold.
  /// - Returns: The items that other sections lost to it.
  /// - Throws: `unknownSections` or `repeatedItems`; the snapshot is as it was.
  /// - Complexity: O(m log m + items pulled in · block) for m items of the section
  ///   before and after.
  @discardableResult
  public mutating func replaceItems(
    inSection section: Handle,
    with newItems: [Handle]
  ) throws(SnapshotError) -> [Handle] {
    guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
    try checkDistinct(items: newItems)
    var held = HeldItems()
    let hidden =
      outline.isEmpty ? [] : try newItems.filter(pool.work) { held.containsHidden($0, in: self) }
    try releaseHidden(hidden)
    let old = sections.positions(inSectionAt: index)
    let changed = try touchedHandles(
      from: items.handles(in: old)[...],
      to: newItems[...],
      pool.work
    )
    let pulled = try changed.filter(pool.work) { item in
      items.rank(of: item).map { !old.contains($0) } ?? false
    }

    _ = try takeOutItems(pulled)
    let positions = sections.positions(inSectionAt: index)
    try putItems(newItems, inPlaceOf: positions, changed)
    sections.addItems(newItems.count - positions.count, toSectionAt: index)
    if !marks.isEmpty {
      try changed.forEach(pool.work) { if !items.contains($0) { marks.forgetItem($0) } }
    }
    return hidden + pulled
  }

  /// Takes the items out of sections, which stay.
  ///
  /// - Parameter cleared: The sections, or nil for all; one that stands twice counts once.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(sections cleared · block + items that go).
  public mutating func clearSections(_ cleared: [Handle]?) throws(SnapshotError) {
    guard let cleared else { return try clearAllSections() }
    try checkPresent(sections: cleared)
    let indexes = try indexes(ofSections: cleared)
    items.removeSubranges(try forgetItems(inSectionsAt: indexes))
    try pool.work.pass(all: indexes.count)
    sections.addItems(
      try Array(indexes.joined()).map(pool.work) {
        (section: $0, items: -numberOfItems(inSectionAt: $0))
      }
    )
  }

  /// Turns the order of a section's items around.
  ///
  /// - Parameter section: The section, or nil for each in itself.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(n log n) for n items of the sections.
  public mutating func reverseItems(inSection section: Handle? = nil) throws(SnapshotError) {
    try permuteItems(inSection: section) { $0.reversed() }
  }

  /// Puts a section's items into a random order that depends on nothing but the seed and the order
  /// that they have.
  ///
  /// - Parameters:
  ///   - section: The section, or nil for each in itself, as if it were the only one.
  ///   - seed: Where the random numbers start.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(n log n) for n items of the sections.
  public mutating func shuffleItems(
    inSection section: Handle? = nil,
    seed: UInt64
  ) throws(SnapshotError) {
    try permuteItems(inSection: section) { items in
      var generator = SplitMix64(seed: seed)
      var shuffled = items
      generator.shuffle(&shuffled)
      return shuffled
    }
  }

  /// Puts a section's items into an order that the caller finds.
  ///
  /// - Parameters:
  ///   - section: The section, or nil for each in itself.
  ///   - sorted: Puts the items of one section into order. It must return the same items.
  /// - Throws: `unknownSections`; the snapshot is as it was.
  /// - Complexity: O(n log n) for n items of the sections, and what the caller takes.
  public mutating func sortItems(
    inSection section: Handle? = nil,
    by sorted: ([Handle]) throws(SnapshotError) -> [Handle]
  ) throws(SnapshotError) {
    try permuteItems(inSection: section, sorted)
  }
}

// MARK: - The one way to another order

extension Snapshot {
  private mutating func permuteItems(
    inSection section: Handle?,
    _ permuted: ([Handle]) throws(SnapshotError) -> [Handle]
  ) throws(SnapshotError) {
    var indexes = 0..<sections.count
    if let section {
      guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
      indexes = index..<index + 1
    }
    guard let first = indexes.first, let last = indexes.last else { return }
    let start = sections.positions(inSectionAt: first).lowerBound
    let span = start..<sections.positions(inSectionAt: last).upperBound
    // All sections are exchanged as one stretch: one by one, many short ones would cost much more.
    var arranged: [Handle] = []
    var changed: [Handle] = []
    arranged.reserveCapacity(span.count)
    let work = pool.work
    for index in indexes {
      let before = items.handles(in: sections.positions(inSectionAt: index))
      let after = before.count < 2 ? before : try permuted(before)
      changed += try touchedHandles(from: before[...], to: after[...], pool.work)
      arranged += after
      try work.pass()
    }
    try putItems(arranged, inPlaceOf: span, changed)
  }

  /// Puts items where others are, without counting them in their sections.
  ///
  /// - Parameters:
  ///   - newItems: The items, which must not stand elsewhere.
  ///   - positions: Where the others are.
  ///   - changed: Those of both that go, come or break the order that the rest keeps.
  /// - Throws: `interrupted`.
  private mutating func putItems(
    _ newItems: [Handle],
    inPlaceOf positions: Range<Int>,
    _ changed: [Handle]
  ) throws(SnapshotError) {
    guard !changed.isEmpty else { return }
    touched.touchItems(changed)
    // Above this share, exchanging all costs less than editing the rope item by item.
    guard changed.count * 256 <= newItems.count else {
      items.removeSubrange(positions)
      items.insert(contentsOf: newItems, at: positions.lowerBound)
      return try pool.work.pass(all: positions.count + newItems.count)
    }
    for item in changed where items.contains(item) { items.remove(item) }
    let changed = HandleSet(changed)
    let work = pool.work
    for (offset, item) in newItems.enumerated() {
      try work.pass()
      if changed.contains(item) { items.insert(item, at: positions.lowerBound + offset) }
    }
  }

  private mutating func clearAllSections() throws(SnapshotError) {
    try forgetItems(at: [0..<items.count])
    items = Rope(geometry: items.geometry)
    sections.removeAllItems()
  }
}
