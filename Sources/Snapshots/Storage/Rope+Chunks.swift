extension Rope {

  func chunk(inSlot slot: Int) -> Block {
    chunks[Int(order.ids[slot])]
  }

  /// Adds an empty chunk in front of the one in `slot`, for the caller to fill at once.
  mutating func addEmptyChunk(inSlot slot: Int) {
    let piece = ChunkOrder.Piece(id: makeChunk(Block()), count: 0)
    order.replace(slot..<slot, with: [piece])
  }

  /// Stores `chunk` under an identifier that is not in the order yet.
  mutating func makeChunk(_ chunk: Block) -> Int32 {
    if let id = freeIDs.popLast() {
      chunks[Int(id)] = chunk
      return id
    }
    chunks.append(chunk)
    return order.addIdentifier()
  }

  /// Takes the chunks in `slots` out of the order and frees their identifiers.
  mutating func dropChunks(in slots: Range<Int>) {
    guard !slots.isEmpty else { return }
    for id in order.ids[slots] {
      free(id)
    }
    order.replace(slots, with: [])
  }

  private mutating func free(_ id: Int32) {
    chunks[Int(id)] = Block()
    freeIDs.append(id)
  }

  /// Makes a chunk begin at `position` and returns its slot.
  @discardableResult
  mutating func cut(at position: Int) -> Int {
    guard position < count else { return order.ids.count }
    let slot = order.slot(containing: position)
    let offset = position - order.start(ofSlot: slot)
    guard offset > 0 else { return slot }
    cut(slot: slot, at: offset)
    return slot + 1
  }

  /// Cuts the chunk in `slot` in two, so that the second begins at `offset`.
  ///
  /// The smaller part gets the new identifier, since each of its handles has to be told.
  private mutating func cut(slot: Int, at offset: Int) {
    let id = order.ids[slot]
    let count = order.count(ofSlot: slot)
    let takesHead = offset < count - offset
    let taken = takesHead ? 0..<offset : offset..<count
    let part = chunks[Int(id)].entries.withUnsafeBufferPointer {
      Block(UnsafeBufferPointer(rebasing: $0[taken]), limit: geometry.chunkCapacity)
    }
    chunks[Int(id)].removeSubrange(taken)
    let partID = makeChunk(part)
    part.entries.withUnsafeBufferPointer { locator.assign(partID, to: $0) }
    let head = ChunkOrder.Piece(id: takesHead ? partID : id, count: offset)
    let tail = ChunkOrder.Piece(id: takesHead ? id : partID, count: count - offset)
    order.replace(slot..<slot + 1, with: [head, tail])
  }

  /// Merges the chunks near `position` as far as one of two neighbours is sparse and both fit.
  ///
  /// Looks at every neighbour of the two chunks that meet at `position`. It goes from back to front,
  /// since a merge never makes the seam behind it mergeable: the chunk there has only grown.
  mutating func mergeSparseChunks(around position: Int) {
    let slot = order.slot(containing: position)
    let seams = slot - 2..<slot + 1
    for seam in seams.clamped(to: 0..<max(0, order.ids.count - 1)).reversed() {
      let head = order.count(ofSlot: seam)
      let tail = order.count(ofSlot: seam + 1)
      guard min(head, tail) < geometry.sparseCount else { continue }
      guard head + tail <= geometry.comfortableCount else { continue }
      merge(seam: seam)
    }
  }

  /// Moves the handles of the smaller of the chunks in `seam` and `seam + 1` to the other one.
  private mutating func merge(seam: Int) {
    let head = order.ids[seam]
    let tail = order.ids[seam + 1]
    let takesHead = order.count(ofSlot: seam) < order.count(ofSlot: seam + 1)
    let (source, target) = takesHead ? (head, tail) : (tail, head)
    let taken = chunks[Int(source)].entries
    let offset = takesHead ? 0 : chunks[Int(target)].count
    free(source)
    taken.withUnsafeBufferPointer { taken in
      chunks[Int(target)].insert(taken, at: offset, limit: geometry.chunkCapacity)
      locator.assign(target, to: taken)
    }
    let merged = ChunkOrder.Piece(id: target, count: chunks[Int(target)].count)
    order.replace(seam..<seam + 2, with: [merged])
  }
}
