/// The height of every row and their running sums, beside a snapshot.
///
/// For lists whose rows have heights of their own. Heights are whole numbers of whatever unit, so
/// that sums are exact. There is one sum for each chunk of the list and one running sum over the
/// chunks; between two questions only what was touched is noted, and the next question sums up the
/// chunks anew that hold it.
///
/// - Invariant: The chunk sums are those of ``snapshot``; a chunk that another snapshot shares with
///   it has the same items, and the same sum unless one of them is noted.
public struct RowHeights {
  /// The snapshot that the sums are true of.
  private var snapshot: Snapshot
  /// Heights by item; what is not in the snapshot has any.
  private var heights: ContiguousArray<Int32> = []
  /// The sum of each chunk by its identifier.
  private var sums: ContiguousArray<Int> = []
  /// Where each chunk begins by its slot, and the height of all rows at the end.
  private var tops: ContiguousArray<Int> = [0]
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
    for (index, section) in snapshot.sectionHandles.enumerated() {
      let positions = snapshot.positions(inSectionAt: index)
      // Some at a time, so that a long section needs no second list of its items.
      for start in stride(from: positions.lowerBound, to: positions.upperBound, by: 4096) {
        let end = min(start + 4096, positions.upperBound)
        for item in snapshot.items.handles(in: start..<end) {
          set(try height(item, section), of: item)
        }
      }
    }
    addUp { _ in true }
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
      set(try height(item, section), of: item)
      stale.insert(next.items.locator[item])
    }
    noted = HandleList()
    let previous = snapshot.items
    snapshot = next.asBase()
    addUp { chunk in
      stale.contains(chunk) || !next.items.hasSameChunk(chunk, as: previous)
    }
  }

  private mutating func set(_ height: Int32, of item: Handle) {
    let missing = Int(item) + 1 - heights.count
    if missing > 0 {
      heights.append(contentsOf: repeatElement(0, count: max(missing, heights.count)))
    }
    heights[Int(item)] = height
  }

  /// Sums up the chunks that need it, and then all of them.
  private mutating func addUp(where needsSum: (Int32) -> Bool) {
    let items = snapshot.items
    let missing = items.chunks.count - sums.count
    if missing > 0 { sums.append(contentsOf: repeatElement(0, count: missing)) }
    tops.removeAll(keepingCapacity: true)
    tops.reserveCapacity(items.order.ids.count + 1)
    var top = 0
    for id in items.order.ids {
      if needsSum(id) {
        sums[Int(id)] = items.chunks[Int(id)].entries.reduce(0) { $0 + Int(heights[Int($1)]) }
      }
      tops.append(top)
      top += sums[Int(id)]
    }
    tops.append(top)
  }
}

// MARK: - Questions

extension RowHeights {
  /// The height of all rows together.
  public var total: Int { tops[tops.count - 1] }

  /// The height of the row at an index path, nil when there is none.
  public func height(at path: IndexPath) -> Int? {
    snapshot.itemHandle(at: path).map { Int(heights[Int($0)]) }
  }

  /// How far from the top of the first row the one at an index path begins, nil when there is none.
  ///
  /// - Complexity: O(log n) and a scan of one block.
  public func top(of path: IndexPath) -> Int? {
    guard snapshot.itemHandle(at: path) != nil else { return nil }
    let items = snapshot.items
    let position = snapshot.positions(inSectionAt: path.section).lowerBound + path.item
    let slot = items.order.slot(containing: position)
    let above = items.chunk(inSlot: slot).entries[..<(position - items.order.start(ofSlot: slot))]
    return above.reduce(tops[slot]) { $0 + Int(heights[Int($1)]) }
  }

  /// The row that covers a distance from the top of the first row, nil above and below all rows.
  ///
  /// - Complexity: O(log n) and a scan of one block.
  public func indexPath(at offset: Int) -> IndexPath? {
    guard offset >= 0, offset < total else { return nil }
    let slot = tops.indices.partitioningIndex { tops[$0] > offset } - 1
    var bottom = tops[slot]
    for (index, item) in snapshot.items.chunk(inSlot: slot).entries.enumerated() {
      bottom += Int(heights[Int(item)])
      if bottom > offset {
        return snapshot.indexPath(ofPosition: snapshot.items.order.start(ofSlot: slot) + index)
      }
    }
    return nil
  }
}

extension ItemRope {
  /// Whether a chunk is the very same memory in another rope.
  ///
  /// Memory that two ropes share is never written to, so the same memory has the same handles.
  fileprivate func hasSameChunk(_ id: Int32, as other: ItemRope) -> Bool {
    guard Int(id) < other.chunks.count else { return false }
    return chunks[Int(id)].entries.withUnsafeBufferPointer { mine in
      other.chunks[Int(id)].entries.withUnsafeBufferPointer { theirs in
        mine.baseAddress == theirs.baseAddress && mine.count == theirs.count
      }
    }
  }
}
