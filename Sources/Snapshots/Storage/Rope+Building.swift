extension Rope {

  /// Puts what a chunk holds in front of the handle at `position`.
  mutating func insert(_ chunk: Chunk, at position: Int) {
    let slot = order.slot(containing: position)
    guard !isEmpty, order.count(ofSlot: slot) + chunk.size.count <= geometry.chunkCapacity else {
      return chunk.handles.entries.withUnsafeBufferPointer { add([chunk], of: $0, at: position) }
    }
    let id = order.ids[slot]
    let offset = position - order.start(ofSlot: slot)
    chunks[Int(id)].insert(chunk, at: offset, limit: geometry.chunkCapacity)
    chunk.handles.entries.withUnsafeBufferPointer { locator.assign(id, to: $0, at: offset) }
    written?.append(id)
    order.resize(slot: slot, by: chunk.size)
  }

  /// Puts handles into chunks of their own at `position`.
  mutating func addChunks(of handles: [Handle], at position: Int) {
    let chunks = spread(handles)
    handles.withUnsafeBufferPointer { add(chunks, of: $0, at: position) }
  }

  /// Adds chunks of the handles in `run` at `position`.
  private mutating func add(
    _ chunks: [Chunk],
    of run: UnsafeBufferPointer<Handle>,
    at position: Int
  ) {
    let slot = cut(at: position)
    let pieces = chunks.map { Piece(id: makeChunk($0), size: $0.size) }
    order.replace(slot..<slot, with: pieces)
    locator.assign(pieces, to: run)
    mergeSparseChunks(in: slot - 2..<slot + pieces.count + 2)
  }

  /// Spreads handles evenly over new chunks, each with room left for later insertions.
  private func spread(_ handles: [Handle]) -> [Chunk] {
    let fill = geometry.comfortableCount
    let chunkCount = (handles.count + fill - 1) / fill
    let (least, longer) = handles.count.quotientAndRemainder(dividingBy: chunkCount)
    var rest = handles[...]
    return (0..<chunkCount).map { index in
      let run = rest.prefix(least + (index < longer ? 1 : 0))
      rest = rest.dropFirst(run.count)
      return chunk(of: run)
    }
  }

  /// A chunk of handles that fit into one.
  func chunk(of handles: ArraySlice<Handle>) -> Chunk {
    handles.withUnsafeBufferPointer { Chunk($0, limit: geometry.chunkCapacity) }
  }
}
