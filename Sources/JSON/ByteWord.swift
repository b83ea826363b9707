/// Eight bytes of a text as one integer, the first byte in the lowest bits.
///
/// The flags below have the highest bit of a byte set where the byte is what was looked for. A
/// subtraction can borrow from the bytes above a hit, so only the first flag is certain, and it is
/// the only one that is used.
typealias ByteWord = UInt64

extension ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Flags the bytes at which a string cannot simply be read on: quotes, backslashes, control
  /// characters and everything outside ASCII.
  @inline(__always)
  var stringStopFlags: UInt64 { escapeFlags | (self & Self.highBits) }

  /// Flags the bytes that are written with an escape: quotes, backslashes and control characters.
  @inline(__always)
  var escapeFlags: UInt64 {
    let control = (self &- Self.ones &* 0x20) & ~self
    return (control | flags(of: 0x22) | flags(of: 0x5C)) & Self.highBits
  }

  /// Which byte the first flag is for; 8 when there is none.
  @inline(__always)
  var firstFlaggedByte: Int { trailingZeroBitCount >> 3 }

  @inline(__always)
  private func flags(of byte: UInt8) -> UInt64 {
    let difference = self ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highBits
  }
}

extension UnsafeRawBufferPointer {
  /// The eight bytes from an offset on, which the caller knows to be there.
  @inline(__always)
  func byteWord(at offset: Int) -> ByteWord {
    ByteWord(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Whether two buffers have the same bytes, compared eight at a time.
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return hasSameFewBytes(as: other) }
    var offset = 0
    while offset &+ 8 <= count {
      guard byteWord(at: offset) == other.byteWord(at: offset) else { return false }
      offset &+= 8
    }
    // The last eight, of which some may have been compared already.
    return byteWord(at: count &- 8) == other.byteWord(at: count &- 8)
  }

  /// The same for less than eight bytes, and buffers of the same length.
  @inline(__always)
  private func hasSameFewBytes(as other: UnsafeRawBufferPointer) -> Bool {
    if count >= 4 { return hasSameEnds(as: other, UInt32.self) }
    if count >= 2 { return hasSameEnds(as: other, UInt16.self) }
    return count == 0 || self[0] == other[0]
  }

  /// Whether two buffers of the same length have the same first bytes and the same last ones, as
  /// many as an integer has.
  @inline(__always)
  private func hasSameEnds<Word: FixedWidthInteger & BitwiseCopyable>(
    as other: UnsafeRawBufferPointer,
    _ word: Word.Type
  ) -> Bool {
    let last = count &- MemoryLayout<Word>.size
    return loadUnaligned(as: word) == other.loadUnaligned(as: word)
      && loadUnaligned(fromByteOffset: last, as: word)
        == other.loadUnaligned(fromByteOffset: last, as: word)
  }

  /// Whether a byte is among them, looked for sixteen at a time.
  package func has(_ byte: UInt8) -> Bool {
    typealias Block = SIMD16<UInt8>
    let last = count &- MemoryLayout<Block>.size
    guard last >= 0 else { return contains(byte) }
    let wanted = Block(repeating: byte)
    var found = Block.zero
    var offset = 0
    while true {
      let block = loadUnaligned(fromByteOffset: offset, as: Block.self)
      found |= unsafeBitCast(block .== wanted, to: Block.self)
      guard offset < last else { break }
      offset = Swift.min(offset &+ MemoryLayout<Block>.size, last)
    }
    let words = unsafeBitCast(found, to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }

  /// The part of the buffer in a range of offsets, which the caller knows to be there.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }
}
