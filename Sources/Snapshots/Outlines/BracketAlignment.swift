/// What two orders of brackets have in common, found by going through what they do not share.
///
/// Ropes that come from one another share the chunks that nobody wrote to. So the cost is that of
/// what was changed, and of a look at each chunk.
struct BracketAlignment {
  /// Brackets that follow one another in both orders.
  struct Segment {
    /// The position of the first before, and after.
    var old: Int
    var new: Int
    var count: Int
  }

  /// The brackets that both orders have, in the order before, in segments as long as they can be;
  /// none when there would be very many of them.
  private(set) var segments: [Segment] = []
  private let oldCount: Int
  private let newCount: Int

  /// Compares two orders.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(c · block + n / block) for c chunks that they do not share.
  init(from old: ItemRope, to new: ItemRope, _ work: Work) throws(SnapshotError) {
    (oldCount, newCount) = (old.count, new.count)
    var (here, there) = (RopeCursor(old), RopeCursor(new))
    while let bracket = here.bracket {
      try work.pass()
      guard segments.count < 256 + old.count / 16 else {
        segments = []
        return
      }
      let start = (old: here.position, new: there.position)
      let count = here.skipCommonRun(&there)
      if count > 0 {
        segments.append(Segment(old: start.old, new: start.new, count: count))
      } else if let other = there.bracket, !old.contains(other) {
        there.skip(1)
      } else if let position = new.rank(of: bracket) {
        there = RopeCursor(new, at: position)
      } else {
        here.skip(1)
      }
    }
  }

  /// Whether both orders are the same.
  var isIdentity: Bool {
    oldCount == newCount && (oldCount == 0 || segments.first?.count == oldCount)
  }

  /// Where brackets are gone that were there before, as positions before.
  var removed: [Range<Int>] { gaps(between: segments.map(\.oldRange), in: oldCount) }

  /// Where brackets are new, as positions after.
  var inserted: [Range<Int>] {
    let kept = segments.map(\.newRange).sorted { $0.lowerBound < $1.lowerBound }
    return gaps(between: kept, in: newCount)
  }

  private func gaps(between ranges: [Range<Int>], in count: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var end = 0
    for range in ranges + [count..<count] {
      if end < range.lowerBound { gaps.append(end..<range.lowerBound) }
      end = range.upperBound
    }
    return gaps
  }
}

extension BracketAlignment.Segment {
  var oldRange: Range<Int> { old..<old + count }
  var newRange: Range<Int> { new..<new + count }
}

/// A place in a rope from which it is gone through chunk by chunk.
private struct RopeCursor {
  private let rope: ItemRope
  private var slot = 0
  private var offset = 0

  init(_ rope: ItemRope, at position: Int = 0) {
    self.rope = rope
    slot = rope.order.slot(containing: position)
    offset = position - rope.order.start(ofSlot: slot)
  }

  private var isAtEnd: Bool { slot >= rope.order.ids.count }

  var position: Int { rope.order.start(ofSlot: slot) + offset }

  var bracket: Int32? { isAtEnd ? nil : rope.chunk(inSlot: slot).entries[offset] }

  /// Goes on within the chunk, or to the beginning of the next one.
  mutating func skip(_ count: Int) {
    offset += count
    guard offset == rope.order.count(ofSlot: slot) else { return }
    (slot, offset) = (slot + 1, 0)
  }

  /// Goes on over what both ropes have in the same order, and says how much that is.
  mutating func skipCommonRun(_ other: inout RopeCursor) -> Int {
    var total = 0
    while !isAtEnd, !other.isAtEnd {
      let (rest, common) = commonLength(with: other)
      guard common > 0 else { break }
      skip(common)
      other.skip(common)
      total += common
      if common < rest { break }
    }
    return total
  }

  /// How many brackets the rests of both chunks could have in common, and how many they have.
  private func commonLength(with other: RopeCursor) -> (rest: Int, common: Int) {
    withRest { mine in
      other.withRest { theirs in
        let rest = min(mine.count, theirs.count)
        // Memory that two ropes share is never written to, so the same memory has the same brackets.
        if mine.baseAddress == theirs.baseAddress { return (rest, rest) }
        return (rest, (0..<rest).first { mine[$0] != theirs[$0] } ?? rest)
      }
    }
  }

  private func withRest<Result>(_ body: (UnsafeBufferPointer<Int32>) -> Result) -> Result {
    rope.chunks[Int(rope.order.ids[slot])].entries.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[offset...]))
    }
  }
}
