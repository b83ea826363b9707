extension Rope {

  /// Inserts handles in display order so that the first of them is at `position` afterwards.
  ///
  /// - Precondition: The handles are distinct and not negative, and the rope has none of them.
  /// - Complexity: O(k + chunk capacity + n / chunk capacity) for k handles.
  package mutating func insert(contentsOf handles: [Handle], at position: Int) {
    precondition(position >= 0 && position <= count, "position out of range")
    guard !handles.isEmpty else { return }
    let slot = order.slot(containing: position)
    if !isEmpty, order.count(ofSlot: slot) + handles.count <= geometry.chunkCapacity {
      insert(handles, at: position, intoSlot: slot)
    } else {
      addChunks(of: handles, at: position)
    }
  }

  /// Removes the handles at the positions in `range`.
  ///
  /// - Complexity: O(k + chunk capacity + n / chunk capacity) for k handles.
  package mutating func removeSubrange(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of bounds")
    guard !range.isEmpty else { return }
    guard range.count < count else {
      self = Rope(geometry: geometry)
      return
    }
    let first = order.slot(containing: range.lowerBound)
    let last = order.slot(containing: range.upperBound - 1)
    var emptied = last + 1..<last + 1
    // From back to front, so that the positions of the slots still to come stay as they were.
    for slot in (first...last).reversed() {
      let isEmptied = removeHandles(at: range, fromSlot: slot)
      if isEmptied {
        emptied = slot..<(emptied.isEmpty ? slot + 1 : emptied.upperBound)
      }
    }
    dropChunks(in: emptied)
    mergeSparseChunks(around: range.lowerBound)
  }

  /// Moves the handles at the positions in `range` so that the first of them is at `position`
  /// afterwards, counted among the handles that stay.
  ///
  /// - Complexity: O(chunk capacity + n / chunk capacity), however long the range is.
  package mutating func moveSubrange(_ range: Range<Int>, to position: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of bounds")
    precondition(position >= 0 && position <= count - range.count, "position out of range")
    guard !range.isEmpty, position != range.lowerBound else { return }
    guard range.count > geometry.sparseCount else {
      // So few handles cost less than the cuts that would spare them.
      let moved = handles(in: range)
      removeSubrange(range)
      insert(contentsOf: moved, at: position)
      return
    }
    let first = cut(at: range.lowerBound)
    let last = cut(at: range.upperBound)
    let moved = order.pieces(in: first..<last)
    order.replace(first..<last, with: [])
    let target = cut(at: position)
    order.replace(target..<target, with: moved)
    mergeAfterMove(of: range, to: position)
  }

  /// Merges what the three cuts of a move have left sparse, from back to front.
  private mutating func mergeAfterMove(of range: Range<Int>, to position: Int) {
    let gap = position < range.lowerBound ? range.upperBound : range.lowerBound
    for seam in [gap, position, position + range.count].sorted().reversed() {
      mergeSparseChunks(around: seam)
    }
  }

  private mutating func insert(_ handles: [Handle], at position: Int, intoSlot slot: Int) {
    let id = order.ids[slot]
    let offset = position - order.start(ofSlot: slot)
    handles.withUnsafeBufferPointer { handles in
      chunks[Int(id)].insert(handles, at: offset, limit: geometry.chunkCapacity)
      locator.assign(id, to: handles)
    }
    order.resize(slot: slot, by: handles.count)
  }

  /// Removes those handles at `range` that are in `slot`; says whether that was all of them.
  private mutating func removeHandles(at range: Range<Int>, fromSlot slot: Int) -> Bool {
    let id = order.ids[slot]
    let start = order.start(ofSlot: slot)
    let count = order.count(ofSlot: slot)
    let removed = range.clamped(to: start..<start + count)
    let offsets = removed.lowerBound - start..<removed.upperBound - start
    chunks[Int(id)].entries.withUnsafeBufferPointer { entries in
      locator.assign(Locator.absent, to: UnsafeBufferPointer(rebasing: entries[offsets]))
    }
    guard offsets.count < count else { return true }
    chunks[Int(id)].removeSubrange(offsets)
    order.resize(slot: slot, by: -offsets.count)
    return false
  }
}
