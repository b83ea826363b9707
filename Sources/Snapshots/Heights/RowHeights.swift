/// The height of every row and their running sums, beside a snapshot.
///
/// For lists whose rows have heights of their own. There is one sum for each chunk of the list and
/// one running sum over the chunks; between two questions only what was touched is noted, and the
/// next question sums up the chunks anew that hold it.
///
/// - Invariant: The chunk sums are those of ``snapshot``; a chunk that another snapshot shares with
///   it has the same items, and the same sum unless one of them is noted.
public struct RowHeights {
  /// The snapshot that the sums are true of.
  private var snapshot: Snapshot
  private var heights = ChunkHeights()
  /// Items whose height may be another one than is known.
  private var noted = HandleList()

  /// Adds up the heights of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - height: The height, at least 0, of an item in a section.
  /// - Throws: What the closure throws.
  /// - Complexity: O(n).
  public init<Failure: Error>(
    of snapshot: Snapshot,
    height: (_ item: Handle, _ section: Handle) throws(Failure) -> Int32
  ) throws(Failure) {
    self.snapshot = snapshot.asBase()
    for (index, section) in snapshot.sections.allHandles.enumerated() {
      let positions = snapshot.positions(inSectionAt: index)
      // Some at a time, so that a long section needs no second list of its items.
      for start in stride(from: positions.lowerBound, to: positions.upperBound, by: 4096) {
        let end = min(start + 4096, positions.upperBound)
        for item in snapshot.items.handles(in: start..<end) {
          heights.set(try height(item, section), of: item)
        }
      }
    }
    addUp(stale: HandleSet(), sharing: ItemRope())
  }

  /// Notes what an apply touched.
  ///
  /// - Parameter items: All items that came, moved or have another content, and perhaps others.
  /// - Complexity: O(items), amortised.
  public mutating func note(_ items: [Handle]) {
    noted.append(contentsOf: items)
  }

  /// Makes the sums those of the snapshot that the last noted apply led to.
  ///
  /// - Parameters:
  ///   - next: The snapshot.
  ///   - height: The height, at least 0, of an item in a section.
  /// - Throws: What the closure throws; what was noted is noted still.
  /// - Complexity: O(k · block + n / block) for k noted items.
  public mutating func update<Failure: Error>(
    to next: Snapshot,
    height: (_ item: Handle, _ section: Handle) throws(Failure) -> Int32
  ) throws(Failure) {
    var stale = HandleSet()
    for item in noted.unique() {
      guard let section = next.sectionHandle(containingItem: item) else { continue }
      heights.set(try height(item, section), of: item)
      stale.insert(next.items.locator[item])
    }
    noted = HandleList()
    let previous = snapshot.items
    snapshot = next.asBase()
    addUp(stale: stale, sharing: previous)
  }

  /// Sums up the chunks that are stale, or that a rope whose sums are known does not share, and then
  /// all of them.
  private mutating func addUp(stale: HandleSet, sharing known: ItemRope) {
    let items = snapshot.items
    for chunk in stale.ascending { setSum(ofChunk: chunk, items.chunks[Int(chunk)]) }
    items.chunks.forEach(unsharedWith: known.chunks) { setSum(ofChunk: Int32($0), $1) }
    heights.addUp(items.order.ids)
  }

  private mutating func setSum(ofChunk id: Int32, _ chunk: Block) {
    heights.setSum(chunk.entries.reduce(0) { $0 + heights[$1] }, ofChunk: id)
  }
}

// MARK: - Questions

extension RowHeights {
  /// The height of all rows together.
  public var total: Int { heights.total }

  /// The height of the row at an index path, nil when there is none.
  ///
  /// - Complexity: O(log n).
  public func height(at path: IndexPath) -> Int? {
    snapshot.itemHandle(at: path).map { heights[$0] }
  }

  /// How far from the top of the first row the one at an index path begins, nil when there is none.
  ///
  /// - Complexity: O(log n) and a scan of one block.
  public func top(of path: IndexPath) -> Int? {
    guard let position = snapshot.sections.position(of: path) else { return nil }
    let items = snapshot.items
    let slot = items.order.slot(containing: position)
    let above = items.chunk(inSlot: slot).entries[..<(position - items.order.start(ofSlot: slot))]
    return above.reduce(heights.tops[slot]) { $0 + heights[$1] }
  }

  /// The row that covers a distance from the top of the first row, nil above and below all rows.
  ///
  /// - Complexity: O(log n) and a scan of one block.
  public func indexPath(at offset: Int) -> IndexPath? {
    guard offset >= 0, offset < total else { return nil }
    let slot = heights.slot(at: offset)
    var bottom = heights.tops[slot]
    for (index, item) in snapshot.items.chunk(inSlot: slot).entries.enumerated() {
      bottom += heights[item]
      if bottom > offset {
        return snapshot.indexPath(ofPosition: snapshot.items.order.start(ofSlot: slot) + index)
      }
    }
    return nil
  }
}
