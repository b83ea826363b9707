/// A small array of numbers, the unit in which a rope shares and copies its storage.
///
/// A chunk of a rope is a block of handles in display order; a page of its locator is a block of
/// chunk identifiers. A block is one heap object with its entries behind the header: a copy shares
/// it, a write to a shared one copies it, and a write to an unshared one happens in place.
/// Blocks start small and grow by doubling, so that a short list costs little memory.
package struct Block: Sendable {

  private(set) var entries: ContiguousArray<Int32> = []

  private static let leastCapacity = 16

  /// Creates an empty block.
  package init() {}

  /// Creates a block of the entries in `run`, which grows to `limit` entries at most.
  ///
  /// It has no room for more: most blocks of a long list are shared before they are written to, and
  /// then copied, so that room would be a quarter of the memory for nothing.
  package init(_ run: UnsafeBufferPointer<Int32>, limit: Int) {
    let capacity = min(limit, max(Self.leastCapacity, run.count))
    entries = ContiguousArray(unsafeUninitializedCapacity: capacity) { buffer, count in
      count = buffer.initialize(fromContentsOf: run)
    }
  }

  /// Creates a block of `count` zeros, likewise.
  init(zeros count: Int, limit: Int) {
    entries.reserveCapacity(Self.capacity(for: count, limit: limit))
    entries.append(contentsOf: repeatElement(0, count: count))
  }

  var count: Int { entries.count }

  package func isShared(with other: Block) -> Bool {
    entries.isShared(with: other.entries)
  }

  /// Inserts `entry` in front of the one at `offset`; the block has at most `limit` afterwards.
  package mutating func insert(_ entry: Int32, at offset: Int, limit: Int) {
    reserve(count + 1, limit: limit)
    entries.insert(entry, at: offset)
  }

  /// Inserts another's entries in front of the one at `offset`, likewise.
  package mutating func insert(_ other: Block, at offset: Int, limit: Int) {
    reserve(count + other.count, limit: limit)
    entries.insert(contentsOf: other.entries, at: offset)
  }

  /// Takes out the entries at the offsets in `range`, and says how many they were.
  @discardableResult
  package mutating func removeSubrange(_ range: Range<Int>) -> Size {
    entries.removeSubrange(range)
    return Size(count: range.count)
  }

  /// Takes out the entries at the offsets in some ranges, which ascend, in one pass.
  package mutating func removeSubranges(_ ranges: [Range<Int>]) {
    guard var target = ranges.first?.lowerBound else { return }
    entries.withUnsafeMutableBufferPointer { entries in
      guard let base = entries.baseAddress else { return }
      var rest = ranges[...]
      while let range = rest.popFirst() {
        let kept = range.upperBound..<(rest.first?.lowerBound ?? entries.count)
        (base + target).update(from: base + kept.lowerBound, count: kept.count)
        target += kept.count
      }
    }
    entries.removeLast(entries.count - target)
  }

  /// The entries at the offsets in `range` as a block of their own.
  package func part(_ range: Range<Int>, limit: Int) -> Block {
    entries.withUnsafeBufferPointer {
      Block(UnsafeBufferPointer(rebasing: $0[range]), limit: limit)
    }
  }

  /// Adds a number to the entries at the offsets in `range`.
  mutating func add(_ number: Int32, to range: Range<Int>) {
    guard number != 0, !range.isEmpty else { return }
    entries.withUnsafeMutableBufferPointer { entries in
      for offset in range {
        entries[offset] &+= number
      }
    }
  }

  /// Lengthens the block by copies of `filler` until it has an entry at `offset`.
  mutating func extend(to offset: Int, with filler: Int32, limit: Int) {
    guard offset >= count else { return }
    let target = Self.capacity(for: offset + 1, limit: limit)
    reserve(target, limit: limit)
    entries.append(contentsOf: repeatElement(filler, count: target - count))
  }

  mutating func set(_ entry: Int32, at offset: Int) {
    entries[offset] = entry
  }

  /// Writes `entry`, and then one that is `step` more each time, wherever one of `numbers` leads when
  /// only its bits in `mask` count.
  mutating func set(
    _ entry: Int32,
    step: Int32,
    at numbers: UnsafeBufferPointer<Int32>,
    mask: Int
  ) {
    var entry = entry
    entries.withUnsafeMutableBufferPointer { entries in
      for number in numbers {
        entries[Int(number) & mask] = entry
        entry &+= step
      }
    }
  }

  /// Whether `entry` is at an offset; false for one that there is not.
  func has(_ entry: Int32, at offset: Int) -> Bool {
    offset < entries.count && entries[offset] == entry
  }

  /// The offset of `entry`, which is probably near another one, or nil when the block does not have it.
  ///
  /// It goes outwards from there on both sides, sixteen entries at once.
  func offset(of entry: Int32, near hint: Int) -> Int? {
    has(entry, at: hint) ? hint : search(entry, from: min(hint, entries.count))
  }

  /// It stays a function of its own because a lookup into which such a scan was inlined took 120 ns
  /// instead of 70 (Swift 6.3.1, x86-64, 10,000 handles).
  @inline(never)
  private func search(_ entry: Int32, from hint: Int) -> Int? {
    entries.withUnsafeBytes { bytes in
      let width = 16
      let wide = SIMD16<Int32>(repeating: entry)
      func has(at start: Int) -> Bool {
        any(bytes.loadUnaligned(fromByteOffset: start &* 4, as: SIMD16<Int32>.self) .== wide)
      }
      var (behind, before) = (hint, hint)
      var found: Range<Int>?
      while found == nil {
        let goesUp = behind &+ width <= entries.count
        if goesUp {
          if has(at: behind) { found = behind..<behind &+ width }
          behind &+= width
        }
        if before >= width {
          before &-= width
          if found == nil, has(at: before) { found = before..<before &+ width }
        } else if !goesUp {
          break
        }
      }
      if let found { return entries[found].firstIndex(of: entry) }
      return entries[behind...].firstIndex(of: entry) ?? entries[..<before].firstIndex(of: entry)
    }
  }

  /// How many of the entries, which ascend, are not above a number.
  func countOfAscending(notAbove number: Int32) -> Int {
    entries.withUnsafeBufferPointer { entries in
      entries.indices.partitioningIndex { entries[$0] > number }
    }
  }

  /// Makes sure that there is room for `count` entries.
  private mutating func reserve(_ count: Int, limit: Int) {
    guard count > entries.capacity else { return }
    entries.reserveCapacity(Self.capacity(for: count, limit: limit))
  }

  /// The room that a block of `count` entries gets, a power of two or `limit`.
  private static func capacity(for count: Int, limit: Int) -> Int {
    min(limit, max(leastCapacity, count.roundedUpToPowerOfTwo))
  }
}

extension ContiguousArray {

  /// Whether the elements are the very same memory as another's.
  func isShared(with other: Self) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { mine in
        other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
      }
  }
}

extension Int {

  /// The least power of two that is not less than a positive number.
  var roundedUpToPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
