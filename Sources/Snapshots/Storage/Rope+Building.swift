extension Rope {

  /// Puts handles into chunks of their own at `position`.
  mutating func addChunks(of handles: [Handle], at position: Int) {
    let slot = cut(at: position)
    handles.withUnsafeBufferPointer { handles in
      let pieces = makeChunks(of: handles)
      order.replace(slot..<slot, with: pieces)
      locator.assign(pieces, to: handles)
    }
    mergeSparseChunks(around: position + handles.count)
    mergeSparseChunks(around: position)
  }

  /// Spreads handles evenly over new chunks, each with room left for later insertions.
  private mutating func makeChunks(
    of handles: UnsafeBufferPointer<Handle>
  ) -> [ChunkOrder.Piece] {
    let fill = geometry.comfortableCount
    let chunkCount = (handles.count + fill - 1) / fill
    let (least, longer) = handles.count.quotientAndRemainder(dividingBy: chunkCount)
    var rest = handles[...]
    return (0..<chunkCount).map { index in
      let run = rest.prefix(least + (index < longer ? 1 : 0))
      rest = rest.dropFirst(run.count)
      let chunk = Block(UnsafeBufferPointer(rebasing: run), limit: geometry.chunkCapacity)
      return ChunkOrder.Piece(id: makeChunk(chunk), count: chunk.count)
    }
  }
}
