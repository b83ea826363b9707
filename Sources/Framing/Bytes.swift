extension UnsafeRawBufferPointer {
  /// The index of the first newline at or after an index, looking at eight bytes at a time.
  func firstNewline(from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let newlines = ones &* 0x0A
    var index = start
    while index &+ 8 <= count {
      // A byte that equals the newline becomes zero, and the lowest high bit of the usual
      // zero-byte test is exact.
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let difference = word ^ newlines
      let zeros = (difference &- ones) & ~difference & (ones &* 0x80)
      if zeros != 0 { return index &+ zeros.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      if self[index] == 0x0A { return index }
      index &+= 1
    }
    return nil
  }
}

extension UInt8 {
  /// White space of JSON and of headers: space, tab, line feed, carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  /// White space inside a line.
  var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

  /// Whether this is the given lower-case letter or minus sign in either case.
  ///
  /// Setting the bit makes letters lower case; it would make a carriage return a minus sign.
  func equalsInAnyCase(_ lowercase: UInt8) -> Bool {
    (self | 0x20) == lowercase && self != 0x0D
  }
}
