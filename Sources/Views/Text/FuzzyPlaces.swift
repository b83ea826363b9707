/// The best value of an alignment of a word with a text, where each scalar is a byte.
///
/// For each letter of the word only the places in the text are looked at where it stands: a few,
/// found eight bytes at a time. Each has the best value of an alignment that ends there.
enum FuzzyPlaces {
  private struct Place {
    var offset: Int32
    var value: Int32
  }

  /// The greatest value, nil when there is no alignment.
  static func value(of word: FoldedBytes, in text: FoldedBytes) -> Int32? {
    let reach = min(text.count, TextSearch.fuzzyReach)
    if reach <= 32 {
      // A text of the usual length needs no memory from anywhere.
      return withUnsafeTemporaryAllocation(of: Place.self, capacity: 64) {
        value(of: word, in: text, reach, $0)
      }
    }
    return withUnsafeTemporaryAllocation(of: Place.self, capacity: 2 * reach) {
      value(of: word, in: text, reach, $0)
    }
  }

  private static func value(
    of word: FoldedBytes,
    in text: FoldedBytes,
    _ reach: Int,
    _ memory: UnsafeMutableBufferPointer<Place>
  ) -> Int32? {
    var former = UnsafeMutableBufferPointer(rebasing: memory[..<reach])
    var next = UnsafeMutableBufferPointer(rebasing: memory[reach..<2 * reach])
    var count = 0
    forEachOffset(of: word[0], in: text, 0..<reach) { offset in
      former[count] = Place(offset: Int32(offset), value: 16 + text.bonus(at: offset))
      count &+= 1
    }
    for index in 1..<max(1, word.count) where count > 0 {
      count = extend(former, count, by: word[index], in: text, reach, to: next)
      swap(&former, &next)
    }
    return former.prefix(count).reduce(nil) { max($0 ?? $1.value, $1.value) }
  }

  /// Finds the places of a letter behind those of the one before it.
  ///
  /// - Returns: How many there are.
  private static func extend(
    _ former: UnsafeMutableBufferPointer<Place>,
    _ formerCount: Int,
    by byte: UInt8,
    in text: FoldedBytes,
    _ reach: Int,
    to next: UnsafeMutableBufferPointer<Place>
  ) -> Int {
    var count = 0
    var passed = 0
    // The greatest sum of value and offset of what is not next to the place.
    var apart: Int32?
    forEachOffset(of: byte, in: text, Int(former[0].offset) + 1..<reach) { place in
      let offset = Int32(place)
      while passed < formerCount, former[passed].offset < offset &- 1 {
        let sum = former[passed].value &+ former[passed].offset
        apart = max(apart ?? sum, sum)
        passed &+= 1
      }
      var value = apart.map { $0 &+ 15 &+ text.bonus(at: place) &- offset }
      if passed < formerCount, former[passed].offset == offset &- 1 {
        let adjacent = former[passed].value &+ 24
        value = max(value ?? adjacent, adjacent)
      }
      if let value {
        next[count] = Place(offset: offset, value: value)
        count &+= 1
      }
    }
    return count
  }

  /// Calls a closure with the offsets in a range at which a byte stands.
  @inline(__always)
  private static func forEachOffset(
    of byte: UInt8,
    in text: FoldedBytes,
    _ range: Range<Int>,
    _ body: (Int) -> Void
  ) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      var flags = text.flags(of: byte, at: offset)
      while flags != 0 {
        let place = offset &+ flags.trailingZeroBitCount &>> 3
        guard place < range.upperBound else { return }
        body(place)
        flags &= flags &- 1
      }
      offset &+= 8
    }
  }
}
