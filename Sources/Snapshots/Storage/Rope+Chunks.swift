extension Rope {

  func chunk(inSlot slot: Int) -> Chunk {
    chunks[Int(order.ids[slot])]
  }

  /// Calls `body` with each chunk in display order.
  func forEachChunk(_ body: (Chunk) -> Void) {
    for slot in order.ids.indices { body(chunk(inSlot: slot)) }
  }

  /// Adds an empty chunk in front of the one in `slot`, for the caller to fill at once.
  mutating func addEmptyChunk(inSlot slot: Int) {
    let piece = Piece(id: makeChunk(Chunk()), size: .zero)
    order.replace(slot..<slot, with: [piece])
  }

  /// Stores `chunk` under an identifier that is not in the order yet.
  mutating func makeChunk(_ chunk: Chunk) -> Int32 {
    if let id = freeIDs.popLast() {
      chunks[Int(id)] = chunk
      written?.append(id)
      return id
    }
    chunks.append(chunk)
    let id = order.addIdentifier()
    precondition(id < Locator.greatestChunkCount, "too many chunks")
    written?.append(id)
    return id
  }

  /// Takes the chunks in `slots` out of the order and frees their identifiers.
  mutating func dropChunks(in slots: Range<Int>) {
    guard !slots.isEmpty else { return }
    for id in order.ids[slots] {
      free(id)
    }
    order.replace(slots, with: [])
  }

  /// Gives the identifier of a chunk that is no longer in the order back.
  mutating func free(_ id: Int32) {
    chunks[Int(id)] = Chunk()
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
    let part = chunks[Int(id)].part(taken, limit: geometry.chunkCapacity)
    let size = chunks[Int(id)].removeSubrange(taken)
    written?.append(id)
    let rest = Piece(id: id, size: order.size(ofSlot: slot) - size)
    let piece = Piece(id: makeChunk(part), size: size)
    part.handles.entries.withUnsafeBufferPointer { locator.assign(piece.id, to: $0) }
    order.replace(slot..<slot + 1, with: takesHead ? [piece, rest] : [rest, piece])
  }

  /// Merges the chunks near `position` as far as one of two neighbours is sparse and both fit.
  ///
  /// Looks at every neighbour of the two chunks that meet at `position`.
  mutating func mergeSparseChunks(around position: Int) {
    let slot = order.slot(containing: position)
    mergeSparseChunks(in: slot - 2..<slot + 2)
  }

  /// Merges chunks in `slots`, as far as there are such, where one of two neighbours is sparse and
  /// both fit.
  ///
  /// It goes from back to front, since a merge never makes the seam behind it mergeable: the chunk
  /// there has only grown.
  mutating func mergeSparseChunks(in slots: Range<Int>) {
    let slots = slots.clamped(to: order.ids.indices)
    let fitsNext = { slot in fit(order.count(ofSlot: slot), order.count(ofSlot: slot + 1)) }
    guard slots.dropLast().contains(where: fitsNext) else { return }
    var merged: [Piece] = []
    merged.reserveCapacity(slots.count)
    for piece in order.pieces(in: slots).reversed() {
      if let next = merged.last, fit(piece.size.count, next.size.count) {
        merged[merged.count - 1] = merge(piece, next)
      } else {
        merged.append(piece)
      }
    }
    order.replace(slots, with: merged.reversed())
  }

  /// Whether two neighbours with so many handles are to be one chunk.
  private func fit(_ head: Int, _ tail: Int) -> Bool {
    min(head, tail) < geometry.sparseCount && head + tail <= geometry.comfortableCount
  }

  /// Moves the handles of the smaller of two neighbours to the other one, which is returned.
  private mutating func merge(_ head: Piece, _ tail: Piece) -> Piece {
    let takesHead = head.size.count < tail.size.count
    let (source, target) = takesHead ? (head, tail) : (tail, head)
    let taken = chunks[Int(source.id)]
    free(source.id)
    let offset = takesHead ? 0 : target.size.count
    chunks[Int(target.id)].insert(taken, at: offset, limit: geometry.chunkCapacity)
    taken.handles.entries.withUnsafeBufferPointer { locator.assign(target.id, to: $0, at: offset) }
    written?.append(target.id)
    return Piece(id: target.id, size: head.size + tail.size)
  }
}
