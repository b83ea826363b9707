extension Rope {

  /// Inserts `handle` so that it is at `position` afterwards.
  ///
  /// - Precondition: The rope does not have the handle, and `0...count` has the position.
  /// - Complexity: O(chunk capacity + n / chunk capacity).
  package mutating func insert(_ handle: Handle, at position: Int) {
    precondition(position >= 0 && position <= count, "position out of range")
    assert(!contains(handle), "handle is in the rope already")
    let slot = slotWithRoom(forInsertionAt: position)
    let id = order.ids[slot]
    let offset = position - order.start(ofSlot: slot)
    chunks[Int(id)].insert(handle, at: offset, limit: geometry.chunkCapacity)
    locator.assign(id, to: handle, at: offset)
    written?.append(id)
    order.resize(slot: slot, by: Chunk.Size(count: 1))
  }

  /// Removes `handle` and returns the position that it had.
  ///
  /// - Precondition: The rope has the handle.
  /// - Complexity: O(chunk capacity + n / chunk capacity).
  @discardableResult
  package mutating func remove(_ handle: Handle) -> Int {
    let (id, hint) = locator.place(of: handle)
    guard id != Locator.absent,
      let offset = chunks[Int(id)].handles.offset(of: handle, near: hint)
    else { preconditionFailure("handle is not in the rope") }
    let slot = order.slot(ofChunk: id)
    let position = order.start(ofSlot: slot) + offset
    let removed = chunks[Int(id)].removeSubrange(offset..<offset + 1)
    locator.assign(Locator.absent, to: handle)
    written?.append(id)
    order.resize(slot: slot, by: .zero - removed)
    if order.count(ofSlot: slot) == 0 {
      dropChunks(in: slot..<slot + 1)
    }
    mergeSparseChunks(around: position)
    return position
  }

  /// Puts another handle where one is.
  ///
  /// - Precondition: The rope has the one, and not the other.
  /// - Complexity: O(1), and the copy of a block when it is shared.
  package mutating func replace(_ handle: Handle, with other: Handle) where Chunk == Block {
    assert(!contains(other), "handle is in the rope already")
    let (id, hint) = locator.place(of: handle)
    guard id != Locator.absent, let offset = chunks[Int(id)].offset(of: handle, near: hint)
    else { preconditionFailure("handle is not in the rope") }
    chunks[Int(id)].set(other, at: offset)
    locator.assign(Locator.absent, to: handle)
    locator.assign(id, to: other, at: offset)
    written?.append(id)
  }

  /// Removes handles one by one when they are few, and by building the rest anew when they are many.
  ///
  /// - Precondition: The handles are distinct, and the rope has them.
  /// - Throws: `interrupted`; the rope is of no use then.
  mutating func removeAll(_ gone: [Handle], _ work: Work) throws(SnapshotError) {
    guard gone.count > 64, gone.count * 16 > count else {
      for handle in gone {
        remove(handle)
        try work.pass()
      }
      return
    }
    let isGone = HandleSet(gone)
    let rest = try handles(in: 0..<count).filter(work) { !isGone.contains($0) }
    removeAll()
    insert(contentsOf: rest, at: 0)
  }

  /// Removes all handles.
  mutating func removeAll() {
    let notesWrites = written != nil
    self = Rope(geometry: geometry)
    if notesWrites { written = [] }
  }

  /// The slot into which a handle for `position` goes, made to have room for it.
  private mutating func slotWithRoom(forInsertionAt position: Int) -> Int {
    guard !isEmpty else {
      addEmptyChunk(inSlot: 0)
      return 0
    }
    let slot = order.slot(containing: position)
    guard order.count(ofSlot: slot) == geometry.chunkCapacity else { return slot }
    if position == count {
      // A list that is filled from front to back leaves full chunks behind, not half-full ones.
      addEmptyChunk(inSlot: slot + 1)
      return slot + 1
    }
    let middle = order.start(ofSlot: slot) + geometry.chunkCapacity / 2
    cut(at: middle)
    // A sparse neighbour may fit together with a half although it did not with the whole.
    mergeSparseChunks(around: middle)
    return order.slot(containing: position)
  }
}
