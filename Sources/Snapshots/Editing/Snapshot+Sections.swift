extension Snapshot {
  /// Where something is to be placed: on this or that side of what is there.
  public enum Place: Sendable {
    /// Right before the section or item.
    case before(Handle)
    /// Right after the section or item.
    case after(Handle)

    /// The section or item that the place is relative to.
    public var anchor: Handle {
      switch self {
      case .before(let anchor), .after(let anchor): anchor
      }
    }
  }

  /// Adds sections at the end, in the order given.
  ///
  /// - Parameter newSections: Sections that are not here.
  /// - Throws: `repeatedSections` or `existingSections`; the snapshot is as it was.
  /// - Complexity: O(sections placed + block).
  public mutating func appendSections(_ newSections: [Handle]) throws(SnapshotError) {
    try checkNew(newSections)
    try place(newSections, at: sections.count)
  }

  /// Adds sections beside another, in the order given.
  ///
  /// - Parameters:
  ///   - newSections: Sections that are not here.
  ///   - place: The side of a section that is here.
  /// - Throws: `unknownSections`, `repeatedSections`, `sectionRelativeToItself` or
  ///   `existingSections`; the snapshot is as it was.
  /// - Complexity: O(sections placed + block).
  public mutating func insertSections(
    _ newSections: [Handle],
    _ place: Place
  ) throws(SnapshotError) {
    guard !newSections.contains(place.anchor) else {
      throw .sectionRelativeToItself(place.anchor)
    }
    let index = try sectionIndex(for: place)
    try checkNew(newSections)
    try self.place(newSections, at: index)
  }

  /// Takes out sections with their items; sections that are not here are passed over.
  ///
  /// - Parameter gone: The sections; one that stands twice counts once.
  /// - Throws: `interrupted`; the snapshot is of no use then.
  /// - Complexity: O(sections that go · block + items that go).
  public mutating func deleteSections(_ gone: [Handle]) throws(SnapshotError) {
    let indexes = try indexes(ofSections: gone)
    items.removeSubranges(try forgetItems(inSectionsAt: indexes))
    let work = pool.work
    for section in gone {
      try work.pass()
      guard sections.contains(section) else { continue }
      touched.touchSection(section)
      marks.forgetSection(section)
    }
    sections.remove(at: indexes)
  }

  /// Moves a section, with its items, beside another.
  ///
  /// - Parameters:
  ///   - section: The section to move.
  ///   - place: The side of another section.
  /// - Throws: `unknownSections` or `sectionRelativeToItself`; the snapshot is as it was.
  /// - Complexity: O(block): no item is touched.
  public mutating func moveSection(_ section: Handle, _ place: Place) throws(SnapshotError) {
    guard let index = sections.index(of: section) else { throw .unknownSections([section]) }
    guard section != place.anchor else { throw .sectionRelativeToItself(section) }
    let gap = try sectionIndex(for: place)
    let target = gap > index ? gap - 1 : gap
    moveSection(at: index, to: target)
  }

  /// Moves the section at an index, with its items; `target` counts after it was taken out.
  private mutating func moveSection(at index: Int, to target: Int) {
    guard target != index else { return }
    touched.touchSection(sections[index])
    rearrangeSection(at: index, to: target)
  }

  /// Moves the section at an index, likewise, without a record of it.
  mutating func rearrangeSection(at index: Int, to target: Int) {
    let positions = sections.positions(inSectionAt: index)
    sections.move(from: index, to: target)
    items.moveSubrange(positions, to: sections.positions(inSectionAt: target).lowerBound)
  }

  /// The indexes of those sections that are here, as ranges that ascend.
  func indexes(ofSections handles: [Handle]) throws(SnapshotError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let indexes = try handles.compactMap(pool.work) { sections.index(of: $0) }
    for index in try indexes.sorted(pool.work, by: <) {
      if let last = ranges.last, index <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }

  /// The index at which a section at the place would stand.
  private func sectionIndex(for place: Place) throws(SnapshotError) -> Int {
    guard let index = sections.index(of: place.anchor) else {
      throw .unknownSections([place.anchor])
    }
    return switch place {
    case .before: index
    case .after: index + 1
    }
  }

  private func checkNew(_ newSections: [Handle]) throws(SnapshotError) {
    let repeated = try repeats(in: newSections, pool.work)
    guard repeated.isEmpty else { throw .repeatedSections(repeated) }
    let existing = try newSections.filter(pool.work) { sections.contains($0) }
    guard existing.isEmpty else { throw .existingSections(existing) }
  }

  private mutating func place(_ newSections: [Handle], at index: Int) throws(SnapshotError) {
    sections.insert(newSections, at: index)
    try pool.work.pass(all: newSections.count)
    try newSections.forEach(pool.work) { touched.touchSection($0) }
  }
}
