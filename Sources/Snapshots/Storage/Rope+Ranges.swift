extension Rope {

  /// Inserts handles in display order so that the first of them is at `position` afterwards.
  ///
  /// - Precondition: The handles are distinct and not negative, and the rope has none of them.
  /// - Complexity: O(k + chunk capacity + n / chunk capacity) for k handles.
  package mutating func insert(contentsOf handles: [Handle], at position: Int) {
    precondition(position >= 0 && position <= count, "position out of range")
    switch handles.count {
    case 0: break
    case 1: insert(handles[0], at: position)
    case ...geometry.comfortableCount: insert(chunk(of: handles[...]), at: position)
    default: addChunks(of: handles, at: position)
    }
  }

  /// Removes the handles at the positions in `range`.
  ///
  /// - Complexity: O(k + chunk capacity + n / chunk capacity) for k handles.
  package mutating func removeSubrange(_ range: Range<Int>) {
    removeSubranges([range])
  }

  /// Removes the handles at the positions in some ranges, in one pass.
  ///
  /// - Precondition: The ranges ascend, and do not overlap.
  /// - Complexity: O(k + c · chunk capacity + n / chunk capacity) for k handles in c chunks.
  package mutating func removeSubranges(_ ranges: [Range<Int>]) {
    var rest = ranges.filter { !$0.isEmpty }[...]
    guard let first = rest.first, let last = rest.last else { return }
    precondition(first.lowerBound >= 0 && last.upperBound <= count, "range out of bounds")
    guard first != 0..<count else {
      removeAll()
      return
    }
    let end = order.slot(containing: last.upperBound - 1) + 1
    let slots = order.slot(containing: first.lowerBound)..<end
    let pieces = slots.compactMap { removeHandles(at: &rest, fromSlot: $0) }
    order.replace(slots, with: pieces)
    mergeSparseChunks(in: slots.lowerBound - 1..<slots.lowerBound + pieces.count + 1)
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
      let moved = part(range)
      removeSubrange(range)
      insert(moved, at: position)
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

  /// What the handles at the positions in `range` hold, which fit into one chunk.
  func part(_ range: Range<Int>) -> Chunk {
    var part = Chunk()
    forEachSlot(in: range) { slot, offsets in
      let piece = chunk(inSlot: slot).part(offsets, limit: geometry.chunkCapacity)
      part.insert(piece, at: part.size.count, limit: geometry.chunkCapacity)
    }
    return part
  }

  /// Removes from `slot` what those of ascending ranges say that begin before its end, and lets go
  /// of the ranges that end there; returns what is left, nil when that is nothing.
  private mutating func removeHandles(
    at ranges: inout ArraySlice<Range<Int>>,
    fromSlot slot: Int
  ) -> Piece? {
    let id = order.ids[slot]
    let positions = order.start(ofSlot: slot)..<order.start(ofSlot: slot + 1)
    var removed: [Range<Int>] = []
    while let range = ranges.first, range.lowerBound < positions.upperBound {
      let part = range.clamped(to: positions)
      let offsets = part.lowerBound - positions.lowerBound..<part.upperBound - positions.lowerBound
      removed.append(offsets)
      chunks[Int(id)].handles.entries.withUnsafeBufferPointer {
        locator.assign(Locator.absent, to: UnsafeBufferPointer(rebasing: $0[offsets]))
      }
      guard range.upperBound <= positions.upperBound else { break }
      ranges.removeFirst()
    }
    guard removed.reduce(0, { $0 + $1.count }) < positions.count else {
      free(id)
      return nil
    }
    chunks[Int(id)].removeSubranges(removed)
    written?.append(id)
    return Piece(id: id, size: chunks[Int(id)].size)
  }
}
