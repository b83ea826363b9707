/// The display order of a rope's chunks, kept in flat arrays of numbers.
///
/// Chunk `ids[slot]` holds the positions `starts[slot]..<starts[slot + 1]`, and `slots[id]` leads
/// back from a chunk to its slot. Flat numbers are copied with one `memcpy` and searched without
/// following a reference.
struct ChunkOrder: Sendable {

  /// A chunk together with the number of handles that it holds.
  struct Piece {
    var id: Int32
    var count: Int
  }

  static let unused: Int32 = -1

  /// The chunks in display order.
  private(set) var ids: ContiguousArray<Int32> = []

  /// The position of the first handle of each slot, and the number of all handles at the end.
  private(set) var starts: ContiguousArray<Int32> = [0]

  /// The slot of each chunk by its identifier, `unused` for an identifier that is free.
  private(set) var slots: ContiguousArray<Int32> = []

  var handleCount: Int { Int(starts[ids.count]) }

  func start(ofSlot slot: Int) -> Int { Int(starts[slot]) }

  func count(ofSlot slot: Int) -> Int { Int(starts[slot + 1] - starts[slot]) }

  func slot(ofChunk id: Int32) -> Int { Int(slots[Int(id)]) }

  func pieces(in slots: Range<Int>) -> [Piece] {
    slots.map { Piece(id: ids[$0], count: count(ofSlot: $0)) }
  }

  /// The slot that holds `position`; the last one for the position behind the last handle, and 0
  /// when there is none.
  func slot(containing position: Int) -> Int {
    starts.withUnsafeBufferPointer { starts in
      let position = Int32(truncatingIfNeeded: position)
      var low = 0
      var length = starts.count - 1
      while length > 1 {
        // Wrapping arithmetic has no overflow to branch on, and a branch here is mispredicted.
        let half = length &>> 1
        let middle = low &+ half
        low = starts[middle] <= position ? middle : low
        length &-= half
      }
      return low
    }
  }

  /// Records that the chunk in `slot` has grown by `delta` handles, or shrunk if it is negative.
  mutating func resize(slot: Int, by delta: Int) {
    shiftStarts(from: slot + 1, by: delta)
  }

  /// Puts `pieces` in the place of the chunks in `range`.
  mutating func replace(_ range: Range<Int>, with pieces: [Piece]) {
    let oldCount = start(ofSlot: range.upperBound) - start(ofSlot: range.lowerBound)
    for slot in range {
      slots[Int(ids[slot])] = Self.unused
    }
    ids.replaceSubrange(range, with: pieces.lazy.map(\.id))
    var end = starts[range.lowerBound]
    let ends = pieces.map { piece in
      end += Int32(piece.count)
      return end
    }
    starts.replaceSubrange(range.lowerBound + 1..<range.upperBound + 1, with: ends)
    let newCount = pieces.reduce(0) { $0 + $1.count }
    shiftStarts(from: range.lowerBound + pieces.count + 1, by: newCount - oldCount)
    renumberSlots(from: range.lowerBound)
  }

  /// Makes room in the reverse index for a chunk identifier that was never used before.
  mutating func addIdentifier() -> Int32 {
    slots.append(Self.unused)
    return Int32(slots.count - 1)
  }

  private mutating func shiftStarts(from first: Int, by delta: Int) {
    guard delta != 0 else { return }
    let delta = Int32(delta)
    starts.withUnsafeMutableBufferPointer { starts in
      for index in first..<starts.count {
        starts[index] &+= delta
      }
    }
  }

  private mutating func renumberSlots(from first: Int) {
    for slot in first..<ids.count {
      slots[Int(ids[slot])] = Int32(slot)
    }
  }
}
