extension Snapshot {
  /// A snapshot of the same pool that has nothing, not even contents.
  public var emptied: Snapshot { Snapshot(pool: pool, geometry: items.geometry) }

  /// A plain list of the same pool and without contents, in which nothing counts as touched.
  ///
  /// - Parameters: As in ``arrange(sections:counts:items:)``.
  /// - Returns: The list.
  /// - Complexity: O(n).
  public func arranged(sections: [Handle], counts: [Int], items: [Handle]) -> Snapshot {
    var list = emptied
    list.sections = SectionOrder(
      sections: sections,
      starts: Self.starts(counts),
      geometry: self.items.geometry
    )
    list.items = Rope(items, geometry: self.items.geometry)
    return list
  }

  /// Takes on other sections and items; what is in an order that both lists share is not touched.
  ///
  /// The list stays a plain one, and contents stay where they are.
  ///
  /// - Parameters:
  ///   - sections: The sections in display order, distinct.
  ///   - counts: How many items each of them has.
  ///   - items: The items of all of them in display order, distinct.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n log n) for n items before and after.
  public mutating func arrange(
    sections: [Handle],
    counts: [Int],
    items: [Handle]
  ) throws(SnapshotError) {
    let work = pool.work
    var arranged = asBase()
    let new = FlatList(sections: sections, starts: Self.starts(counts), items: items)
    let old = FlatList(self)
    try work.pass(all: sections.count + items.count)
    try arranged.rearrange(from: old, to: new)
    var united = touched
    united.formUnion(arranged.touched)
    try work.pass(all: united.items.count + united.sections.count)
    (arranged.touched, arranged.marks) = (united, marks)
    self = arranged
  }

  /// Where sections begin that have so many items each, and where the last one ends.
  private static func starts(_ counts: [Int]) -> [Int32] {
    var starts: [Int32] = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append((starts.last ?? 0) + Int32(count)) }
    return starts
  }

  /// Takes on all item contents of another snapshot of the same pool, sharing them with it.
  ///
  /// - Parameters:
  ///   - other: The other snapshot.
  ///   - items: All items whose content may be another one than here.
  /// - Complexity: O(items named).
  public mutating func shareItemContents(of other: Snapshot, touching items: [Handle]) {
    editItemContents { contents, touched in
      contents = other.itemContents
      for item in items { touched.append(item) }
    }
  }

  /// Puts items that are neither shown nor hidden here into a section.
  ///
  /// - Parameters:
  ///   - newItems: The items, distinct.
  ///   - index: The index of the section.
  ///   - offset: How many items of the section stand in front of them.
  /// - Complexity: O(items placed · block).
  public mutating func placeNewItems(
    _ newItems: [Handle],
    inSectionAt index: Int,
    at offset: Int
  ) {
    let position = sections.positions(inSectionAt: index).lowerBound + offset
    place(newItems, at: position, inSectionAt: index)
  }

  /// Drops the contents of all that is not here, which another snapshot shared.
  ///
  /// That is not noted as touched, for it may be much: what is placed here later without content is
  /// compared with what another one has in ``compared(to:over:)``.
  ///
  /// - Returns: What the tables of those that are left take, in bytes.
  /// - Throws: `interrupted`; the snapshot is of no use then.
  /// - Complexity: O(n).
  public mutating func keepOwnContents() throws(SnapshotError) -> Int {
    let (items, sections, work) = (itemHandles, sectionHandles, pool.work)
    try editItemContents { (contents, _) throws(SnapshotError) in
      contents = try contents.only(items, work)
    }
    try editSectionContents { (contents, _) throws(SnapshotError) in
      contents = try contents.only(sections, work)
    }
    return itemContents.tableBytes + sectionContents.tableBytes
  }

  /// Takes on all section contents of another snapshot of the same pool, sharing them with it.
  ///
  /// - Parameters:
  ///   - other: The other snapshot.
  ///   - sections: All sections whose content may be another one than here, nil when that is not
  ///     known.
  /// - Complexity: O(sections named), or of all that have a content when none are.
  public mutating func shareSectionContents(
    of other: Snapshot,
    touching sections: [Handle]?
  ) {
    editSectionContents { contents, touched in
      if let sections {
        for section in sections { touched.append(section) }
      } else {
        contents.forEach { section, _ in touched.append(section) }
        other.sectionContents.forEach { section, _ in touched.append(section) }
      }
      contents = other.sectionContents
    }
  }
}
