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

  /// The first offset at which another text stands that has something.
  func firstOffset(of word: FoldedBytes) -> Int? {
    let last = count &- word.count
    let head = word.head
    let first = Block(repeating: word[0])
    let second = Block(repeating: word.count > 1 ? word[1] : 0)
    var offset = 0
    while offset <= last {
      var places = block(at: offset) .== first
      if word.count > 1 { places = places .& (block(at: offset &+ 1) .== second) }
      // In two words, which are compared at once.
      let words = unsafeBitCast(places, to: SIMD2<UInt64>.self)
      if words.x | words.y != 0 {
        if let place = firstOffset(of: word, head, among: words.x, at: offset) { return place }
        if let place = firstOffset(of: word, head, among: words.y, at: offset &+ 8) { return place }
      }
      offset &+= 16
    }
    return nil
  }

  /// The first of eight places at which another text stands.
  @inline(__always)
  private func firstOffset(
    of word: FoldedBytes,
    _ head: Head,
    among places: UInt64,
    at offset: Int
  ) -> Int? {
    var places = UInt64(littleEndian: places)
    while places != 0 {
      let place = places.trailingZeroBitCount &>> 3
      if has(word, head, at: offset &+ place) { return offset &+ place }
      places &= ~(0xFF &<< UInt64(8 &* place))
    }
    return nil
  }

  /// The first offset at which another text stands and a word begins.
  func firstWord(beginningWith word: FoldedBytes) -> Int? {
    let head = word.head
    var offset = 0
    while offset < count {
      var begins = start.loadUnaligned(fromByteOffset: count &+ offset &>> 3, as: UInt64.self)
      if count &- offset < 64 { begins &= (1 &<< UInt64(count &- offset)) &- 1 }
      while begins != 0 {
        let place = offset &+ begins.trailingZeroBitCount
        if has(word, head, at: place) { return place }
        begins &= begins &- 1
      }
      offset &+= 64
    }
    return nil
  }

  /// What a text begins with, to tell most places where it does not stand.
  private struct Head {
    let bytes: UInt64
    let mask: UInt64
  }

  private var head: Head {
    let mask = count < 8 ? 1 &<< UInt64(8 &* count) &- 1 : UInt64.max
    return Head(bytes: eight(at: 0) & mask, mask: mask)
  }

  /// Whether another text stands at an offset, which begins with something.
  @inline(__always)
  private func has(_ word: FoldedBytes, _ head: Head, at offset: Int) -> Bool {
    guard eight(at: offset) & head.mask == head.bytes else { return false }
    return word.count <= 8 ? offset &+ word.count <= count : has(word, at: offset)
  }

  /// The highest bit of each of the eight bytes from an offset on that are some byte.
  func flags(of byte: UInt8, at offset: Int) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let other = eight(at: offset) ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return ~(((other & low) &+ low) | other | low)
  }

  /// What is compared at once.
  private typealias Block = SIMD16<UInt8>

  private func block(at offset: Int) -> Block {
    start.loadUnaligned(fromByteOffset: offset, as: Block.self)
  }

  /// The eight bytes from an offset on, the first in the lowest bits.
  private func eight(at offset: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

/// Which letters a folded text has, to tell most texts that lack a word without reading them.
struct TextMask: Equatable {
  /// A bit for each letter and digit that is in the text, and one for all else.
  var letters: UInt64 = 0
  /// Likewise for what words begin with.
  var beginnings: UInt64 = 0

  /// The bit of what is neither a letter nor a digit.
  static let other: UInt64 = 1 << 63

  mutating func insert(_ scalar: UInt32, beginsWord: Bool) {
    let bit = TextMask.bit(of: scalar)
    letters |= bit
    if beginsWord { beginnings |= bit }
  }

  /// Whether a text has all that another has.
  func covers(_ other: TextMask) -> Bool {
    other.letters & ~letters | other.beginnings & ~beginnings == 0
  }

  /// The bit of a folded scalar.
  static func bit(of scalar: UInt32) -> UInt64 {
    switch scalar {
    case 0x61...0x7A: 1 << UInt64(scalar - 0x61)
    case 0x30...0x39: 1 << UInt64(scalar - 0x30 + 26)
    case 0x41...0x5A: 1 << UInt64(scalar - 0x41 + 36)
    default: other
    }
  }
}
