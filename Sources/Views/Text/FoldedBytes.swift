import Snapshots

/// A folded text where it lies in memory; 32 bytes can be read behind it.
struct FoldedBytes {
  /// The text in UTF-8, and behind it a bit for each byte: whether a word begins there.
  private let start: UnsafeRawPointer
  /// How many bytes of text there are.
  let count: Int
  /// How many scalars of text there are.
  let numberOfScalars: Int

  init(_ start: UnsafeRawPointer, count: Int, numberOfScalars: Int) {
    self.start = start
    self.count = count
    self.numberOfScalars = numberOfScalars
  }

  /// How many bytes a text takes with the bits behind it.
  static func length(ofText count: Int) -> Int { count + (count + 7) / 8 }

  /// How many bytes of text there are in a length.
  static func textCount(ofLength length: Int) -> Int { length * 8 / 9 }

  subscript(offset: Int) -> UInt8 { start.load(fromByteOffset: offset, as: UInt8.self) }

  /// Whether every scalar of the text is one byte.
  var isASCII: Bool { count == numberOfScalars }

  /// The text with the bits behind it.
  var whole: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: Self.length(ofText: count))
  }

  /// The scalars of the text.
  var scalars: [UInt32] {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if isASCII { return bytes.map(UInt32.init) }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
  }

  /// Whether a word begins at a byte.
  func beginsWord(at offset: Int) -> Bool {
    self[count &+ offset &>> 3] & (1 &<< UInt8(offset & 7)) != 0
  }

  /// Whether another text stands at an offset.
  func has(_ word: FoldedBytes, at offset: Int) -> Bool {
    guard offset &+ word.count <= count else { return false }
    var done = 0
    while done < word.count {
      let differing = eight(at: offset &+ done) ^ word.eight(at: done)
      let missing = 8 &- min(8, word.count &- done)
      if differing &<< UInt64(8 &* missing) != 0 { return false }
      done &+= 8
    }
    return true
  }

  /// How many bytes are searched between two looks: at each of them a word may stand but for its
  /// end.
  static let portion = 1 << 15
  /// How many bytes it takes as long as to begin a search.
  static let leastSearch = 16

  /// The first offset at which a word stands, nil also when the work is called off.
  func firstOffset(of needle: Needle, _ work: Work?) -> Int? {
    let last = count &- needle.word.count
    var offset = 0
    while offset <= last {
      let end = min(last &+ 1, offset &+ Self.portion)
      while offset < end {
        let places =
          block(at: offset) .== needle.first
          .& (block(at: offset &+ needle.distance) .== needle.second)
        // In two words, which are compared at once.
        let words = unsafeBitCast(places, to: SIMD2<UInt64>.self)
        if words.x | words.y != 0 {
          if let place = firstOffset(of: needle, among: words.x, at: offset) { return place }
          if let place = firstOffset(of: needle, among: words.y, at: offset &+ 8) { return place }
        }
        offset &+= 16
      }
      if offset <= last, work?.mayRead(2 * Self.portion) == false { return nil }
    }
    return nil
  }

  /// The first of eight places at which a word stands.
  @inline(__always)
  private func firstOffset(of needle: Needle, among places: UInt64, at offset: Int) -> Int? {
    var places = UInt64(littleEndian: places)
    while places != 0 {
      let place = offset &+ places.trailingZeroBitCount &>> 3
      if needle.stands(in: self, at: place) { return place }
      places &= ~(0xFF &<< UInt64(8 &* (place &- offset)))
    }
    return nil
  }

  /// The first offset at which a word stands and a word of the text begins, nil also when the work
  /// is called off.
  func firstWord(beginningWith needle: Needle, _ work: Work?) -> Int? {
    var offset = 0
    while offset < count {
      if offset & (Self.portion &- 1) == 0, offset > 0,
        work?.mayRead(2 * Self.portion) == false
      {
        return nil
      }
      var begins = start.loadUnaligned(fromByteOffset: count &+ offset &>> 3, as: UInt64.self)
      if count &- offset < 64 { begins &= (1 &<< UInt64(count &- offset)) &- 1 }
      while begins != 0 {
        let place = offset &+ begins.trailingZeroBitCount
        if needle.stands(in: self, at: place) { return place }
        begins &= begins &- 1
      }
      offset &+= 64
    }
    return nil
  }

  /// The highest bit of each of the eight bytes from an offset on that are some byte.
  func flags(of byte: UInt8, at offset: Int) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let other = eight(at: offset) ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return ~(((other & low) &+ low) | other | low)
  }

  /// Likewise of a text in ASCII, with the highest bit of each byte at which a word begins.
  func eightWithBeginnings(at offset: Int) -> UInt64 {
    let begins = UInt64(self[count &+ offset &>> 3])
    // The bits of a byte, each in a byte of its own, and then as the highest one there.
    let spread = begins &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
    return eight(at: offset) | (spread &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
  }

  private func block(at offset: Int) -> Needle.Block {
    start.loadUnaligned(fromByteOffset: offset, as: Needle.Block.self)
  }

  /// The eight bytes from an offset on, the first in the lowest bits.
  func eight(at offset: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
