/// The running sums of heights that are the same for all rows of a section, beside a snapshot.
///
/// As ``RowHeights``, with a sum for each chunk of sections.
///
/// - Invariant: The chunk sums are those of the snapshot; a chunk that another snapshot shares with
///   it has the same sections, with as many rows, and the same sum.
public struct SectionHeights {
  /// The snapshot that the sums are true of.
  private var snapshot: Snapshot
  /// The height of each row by the section.
  private var heights = ChunkHeights()
  /// Sections whose height may not be known.
  private var noted = HandleList()

  /// Adds up the heights of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - height: The height, at least 0, of each row of a section.
  /// - Throws: What the closure throws.
  /// - Complexity: O(sections).
  public init<Failure: Error>(
    of snapshot: Snapshot,
    height: (_ section: Handle) throws(Failure) -> Int32
  ) throws(Failure) {
    self.snapshot = snapshot.asBase()
    for section in snapshot.sectionHandles { heights.set(try height(section), of: section) }
    addUp(sharing: SectionOrder())
  }

  /// Notes what an apply touched.
  ///
  /// - Parameter sections: All sections that came, and perhaps others.
  /// - Complexity: O(sections), amortised.
  public mutating func note(_ sections: [Handle]) {
    noted.append(contentsOf: sections)
  }

  /// Makes the sums those of the snapshot that the last noted apply led to.
  ///
  /// - Parameters:
  ///   - next: The snapshot.
  ///   - height: The height, at least 0, of each row of a section.
  /// - Throws: What the closure throws; what was noted is noted still.
  /// - Complexity: O(k · block + sections / block) for k touched sections and sections of touched
  ///   items.
  public mutating func update<Failure: Error>(
    to next: Snapshot,
    height: (_ section: Handle) throws(Failure) -> Int32
  ) throws(Failure) {
    for section in noted.unique() where next.sections.contains(section) {
      heights.set(try height(section), of: section)
    }
    noted = HandleList()
    let previous = snapshot.sections
    snapshot = next.asBase()
    addUp(sharing: previous)
  }

  /// Sums up the chunks that an order whose sums are known does not share, and then all of them.
  private mutating func addUp(sharing known: SectionOrder) {
    snapshot.sections.forEachChunk(unsharedWith: known) { id, chunk in
      var sum = 0
      chunk.forEach { _, section, rows in sum += rows.count * heights[section] }
      heights.setSum(sum, ofChunk: id)
    }
    heights.addUp(snapshot.sections.chunkIDs)
  }
}

// MARK: - Questions

extension SectionHeights {
  /// The height of all rows together.
  public var total: Int { heights.total }

  /// The height of the row at an index path, nil when there is none.
  ///
  /// - Complexity: O(log sections).
  public func height(at path: IndexPath) -> Int? {
    snapshot.sections.position(of: path).map { _ in heights[snapshot.sections[path.section]] }
  }

  /// How far from the top of the first row the one at an index path begins, nil when there is none.
  ///
  /// - Complexity: O(log n) and a scan of one block.
  public func top(of path: IndexPath) -> Int? {
    guard let height = height(at: path) else { return nil }
    let slot = snapshot.sections.slot(containing: path.section)
    let (start, chunk) = snapshot.sections.chunk(inSlot: slot)
    var top = heights.tops[slot]
    chunk.forEach(from: start) { index, section, rows in
      if index < path.section { top += rows.count * heights[section] }
    }
    return top + path.item * height
  }

  /// The row that covers a distance from the top of the first row, nil above and below all rows.
  ///
  /// - Complexity: O(log n) and a scan of one block.
  public func indexPath(at offset: Int) -> IndexPath? {
    guard offset >= 0, offset < total else { return nil }
    let slot = heights.slot(at: offset)
    let (start, chunk) = snapshot.sections.chunk(inSlot: slot)
    var found: IndexPath?
    var top = heights.tops[slot]
    chunk.forEach(from: start) { index, section, rows in
      let height = heights[section]
      let bottom = top + rows.count * height
      if top <= offset, offset < bottom {
        found = IndexPath(section: index, item: (offset - top) / height)
      }
      top = bottom
    }
    return found
  }
}
