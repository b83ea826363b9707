extension JSONPointer {
  /// The bytes of the value that the pointer leads to, found without a tape.
  ///
  /// Only the names and the ends of values on the way are looked at: a fraction of what parsing the
  /// text takes.
  ///
  /// - Parameter text: One JSON value, which was parsed before: what is no JSON is not noticed.
  /// - Returns: Where the value stands in the text, nil when there is none. Of members that stand
  ///   twice the last counts.
  /// - Complexity: O(length).
  public func range(in text: UnsafeRawBufferPointer) -> Range<Int>? {
    find(in: ValueScanner(text))
  }
}

/// Reads over the values of a text that is known to be JSON.
struct ValueScanner {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The byte at an offset; 0 at the end.
  subscript(offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// Where what is not a blank begins.
  @inline(__always)
  func afterBlanks(_ offset: Int) -> Int {
    var offset = offset
    // What was parsed before has no other bytes below these between values.
    while offset < bytes.count, bytes[offset] <= 0x20 { offset &+= 1 }
    return offset
  }

  /// Where the value behind a byte such as a bracket begins, or the bracket that closes.
  func afterByte(_ offset: Int) -> Int { afterBlanks(offset &+ 1) }

  /// Where the value ends that begins at an offset.
  func end(ofValueAt start: Int) -> Int {
    switch self[start] {
    case UInt8(ascii: "\""): return end(ofStringAt: start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return end(ofContainerAt: start)
    default:
      var offset = start
      // Most are integers.
      while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
      while offset < bytes.count, !endsScalar(bytes[offset]) { offset &+= 1 }
      return offset
    }
  }

  /// Where what stands behind a value and its comma begins, which may be a bracket that closes.
  func afterValue(_ end: Int) -> Int {
    let offset = afterBlanks(end)
    return self[offset] == UInt8(ascii: ",") ? afterByte(offset) : offset
  }

  /// Whether an object or an array begins at an offset.
  func isContainer(at offset: Int) -> Bool {
    self[offset] == UInt8(ascii: "{") || self[offset] == UInt8(ascii: "[")
  }

  /// Whether there is a member or an element at an offset, and not the bracket behind the last one.
  func isInContainer(at offset: Int) -> Bool {
    offset < bytes.count && self[offset] != UInt8(ascii: "}") && self[offset] != UInt8(ascii: "]")
  }

  /// Whether a member has a name, and where its value begins.
  @inline(__always)
  func member(
    at offset: Int,
    _ name: UnsafeRawBufferPointer
  ) -> (isNamed: Bool, value: Int) {
    if let count = countOfShortString(at: offset) {
      let word = bytes.byteWord(at: offset &+ 1) & ByteWord.lowest(count)
      let isNamed = count == name.count && word == name.shortWord
      return (isNamed, afterByte(afterBlanks(offset &+ count &+ 2)))
    }
    let end = self.end(ofStringAt: offset)
    return (isString(offset..<end, name), afterByte(afterBlanks(end)))
  }

  /// How many bytes a string has when they are less than eight and none of them is escaped.
  @inline(__always)
  private func countOfShortString(at start: Int) -> Int? {
    guard start &+ 9 <= bytes.count else { return nil }
    let count = bytes.byteWord(at: start &+ 1).escapeFlags.firstFlaggedByte
    return count < 8 && bytes[start &+ 1 &+ count] == UInt8(ascii: "\"") ? count : nil
  }

  /// Whether a string, its quotes included, is a text.
  @inline(__always)
  private func isString(_ range: Range<Int>, _ text: UnsafeRawBufferPointer) -> Bool {
    let inner = bytes.part(range.lowerBound &+ 1..<range.upperBound &- 1)
    // An escape takes more room than what it stands for.
    return inner.count == text.count
      ? inner.hasSameBytes(as: text) : inner.unescaped(equals: text)
  }

  private func end(ofStringAt start: Int) -> Int {
    var offset = start &+ 1
    while offset < bytes.count {
      if offset &+ MemoryLayout<Block>.size <= bytes.count {
        guard let stop = firstStop(inBlockAt: offset) else {
          offset &+= MemoryLayout<Block>.size
          continue
        }
        offset &+= stop
      }
      switch bytes[offset] {
      case UInt8(ascii: "\""): return offset &+ 1
      case UInt8(ascii: "\\"): offset &+= 2
      default: offset &+= 1
      }
    }
    return bytes.count
  }

  /// Bytes of a string that are looked at together.
  private typealias Block = SIMD16<UInt8>

  /// Where the first quote or backslash is among the bytes of a block, nil when there is none.
  @inline(__always)
  private func firstStop(inBlockAt offset: Int) -> Int? {
    let block = bytes.loadUnaligned(fromByteOffset: offset, as: Block.self)
    let quotes = block .== Block(repeating: UInt8(ascii: "\""))
    let stops = quotes .| (block .== Block(repeating: UInt8(ascii: "\\")))
    let words = unsafeBitCast(stops, to: SIMD2<UInt64>.self)
    if words.x != 0 { return UInt64(littleEndian: words.x).trailingZeroBitCount &>> 3 }
    if words.y != 0 { return 8 &+ UInt64(littleEndian: words.y).trailingZeroBitCount &>> 3 }
    return nil
  }

  private func end(ofContainerAt start: Int) -> Int {
    var offset = start
    var depth = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset = end(ofStringAt: offset)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
      default: break
      }
      offset &+= 1
      if depth == 0 { break }
    }
    return offset
  }

  private func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || byte <= 0x20
  }
}

extension ByteWord {
  /// The lowest of eight bytes, less than eight of them.
  @inline(__always)
  fileprivate static func lowest(_ count: Int) -> ByteWord {
    1 &<< UInt64(8 &* count) &- 1
  }
}

extension UnsafeRawBufferPointer {
  /// Less than eight bytes as the lowest ones of a word.
  fileprivate var shortWord: ByteWord {
    indices.reduce(0) { $0 | ByteWord(self[$1]) &<< UInt64(8 &* $1) }
  }
}
