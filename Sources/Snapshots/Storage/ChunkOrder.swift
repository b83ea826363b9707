/// The display order of a rope's chunks, kept in flat arrays of numbers.
///
/// Chunk `ids[slot]` holds what lies between `starts[slot]` and `starts[slot + 1]`, and `slots[id]`
/// leads back from a chunk to its slot. Flat numbers are copied with one `memcpy` and searched
/// without following a reference.
struct ChunkOrder<Size: RopeSize>: Sendable {

  /// A chunk together with how much it holds.
  struct Piece {
    var id: Int32
    var size: Size
  }

  static var unused: Int32 { -1 }

  /// The chunks in display order.
  private(set) var ids: ContiguousArray<Int32> = []

  /// How much is in front of each slot, and at the end how much there is.
  private(set) var starts: ContiguousArray<Size> = [.zero]

  /// The slot of each chunk by its identifier, `unused` for an identifier that is free.
  private(set) var slots: ContiguousArray<Int32> = []

  /// How much all chunks hold.
  var size: Size { starts[ids.count] }

  /// The position of the first handle of a slot.
  func start(ofSlot slot: Int) -> Int { starts[slot].count }

  func size(ofSlot slot: Int) -> Size { starts[slot + 1] - starts[slot] }

  func count(ofSlot slot: Int) -> Int { size(ofSlot: slot).count }

  func slot(ofChunk id: Int32) -> Int { Int(slots[Int(id)]) }

  func pieces(in slots: Range<Int>) -> [Piece] {
    slots.map { Piece(id: ids[$0], size: size(ofSlot: $0)) }
  }

  /// The slot that holds `position`; the last one for the position behind the last handle, and 0
  /// when there is none.
  func slot(containing position: Int) -> Int {
    lastSlot { $0.count <= position }
  }

  /// The last slot of which what is in front of it fulfils a condition, which holds up to some slot
  /// and for none behind it; 0 when it holds for none.
  @inline(__always)
  func lastSlot(where isSo: (Size) -> Bool) -> Int {
    starts.withUnsafeBufferPointer { starts in
      var low = 0
      var length = starts.count - 1
      while length > 1 {
        // Wrapping arithmetic has no overflow to branch on, and a branch here is mispredicted.
        let half = length &>> 1
        let middle = low &+ half
        low = isSo(starts[middle]) ? middle : low
        length &-= half
      }
      return low
    }
  }

  /// Records that the chunk in `slot` holds `delta` more.
  mutating func resize(slot: Int, by delta: Size) {
    shiftStarts(from: slot + 1, by: delta)
  }

  /// Puts `pieces` in the place of the chunks in `range`.
  mutating func replace(_ range: Range<Int>, with pieces: [Piece]) {
    let oldSize = starts[range.upperBound] - starts[range.lowerBound]
    for slot in range {
      slots[Int(ids[slot])] = Self.unused
    }
    ids.replaceSubrange(range, with: pieces.lazy.map(\.id))
    let start = starts[range.lowerBound]
    var end = start
    let ends = pieces.map { piece in
      end += piece.size
      return end
    }
    starts.replaceSubrange(range.lowerBound + 1..<range.upperBound + 1, with: ends)
    shiftStarts(from: range.lowerBound + pieces.count + 1, by: end - start - oldSize)
    renumberSlots(from: range.lowerBound)
  }

  /// Makes room in the reverse index for a chunk identifier that was never used before.
  mutating func addIdentifier() -> Int32 {
    slots.append(Self.unused)
    return Int32(slots.count - 1)
  }

  private mutating func shiftStarts(from first: Int, by delta: Size) {
    guard delta != .zero else { return }
    starts.withUnsafeMutableBufferPointer { starts in
      for index in first..<starts.count {
        starts[index] += delta
      }
    }
  }

  private mutating func renumberSlots(from first: Int) {
    for slot in first..<ids.count {
      slots[Int(ids[slot])] = Int32(slot)
    }
  }
}
