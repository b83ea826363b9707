/// Finds where the scalars of a text end, and checks them on the way.
///
/// It has no state: every function takes a position and returns a later one. Nothing reads past the
/// end, because every read is through the subscript or behind a comparison with `count`.
struct JSONScanner {
  private let text: UnsafeRawBufferPointer
  let count: Int

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    count = text.count
  }

  /// The byte at a position; zero, which is no part of the grammar, at the end.
  @inline(__always)
  subscript(position: Int) -> UInt8 { position < count ? text[position] : 0 }

  /// The error for a byte that cannot stand where it does.
  func unexpected(at position: Int) -> JSONError {
    position < count
      ? JSONError(reason: .unexpectedByte(text[position]), offset: position)
      : JSONError(reason: .unexpectedEnd, offset: count)
  }

  /// Returns the position of the first byte that is no white space.
  @inline(__always)
  func endOfBlanks(from start: Int) -> Int {
    var position = start
    while position < count, text[position] <= 0x20, isBlank(text[position]) { position &+= 1 }
    return position
  }

  /// Returns the position after `null`, `true` or `false`, which has to stand at `start`.
  func endOfLiteral(_ literal: StaticString, at start: Int) throws(JSONError) -> Int {
    for i in 0..<literal.utf8CodeUnitCount where self[start &+ i] != literal.utf8Start[i] {
      throw unexpected(at: start &+ i)
    }
    return start &+ literal.utf8CodeUnitCount
  }
}

// MARK: - Numbers

extension JSONScanner {
  /// Returns the position after the number at `start`, and whether it has neither fraction nor
  /// exponent.
  @inline(__always)
  func endOfNumber(at start: Int) throws(JSONError) -> (end: Int, isInteger: Bool) {
    var position = self[start] == UInt8(ascii: "-") ? start &+ 1 : start
    position =
      self[position] == UInt8(ascii: "0") ? position &+ 1 : try endOfDigits(at: position)
    let next = self[position]
    guard next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") else {
      return (position, true)
    }
    return (try endOfFractionAndExponent(at: position), false)
  }

  private func endOfFractionAndExponent(at start: Int) throws(JSONError) -> Int {
    var position = start
    if self[position] == UInt8(ascii: ".") {
      position = try endOfDigits(at: position &+ 1)
    }
    guard self[position] | 0x20 == UInt8(ascii: "e") else { return position }
    position &+= 1
    if self[position] == UInt8(ascii: "+") || self[position] == UInt8(ascii: "-") {
      position &+= 1
    }
    return try endOfDigits(at: position)
  }

  /// Returns the position after one or more digits.
  @inline(__always)
  private func endOfDigits(at start: Int) throws(JSONError) -> Int {
    var position = start
    while self[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    guard position > start else { throw unexpected(at: start) }
    return position
  }
}

// MARK: - Strings

extension JSONScanner {
  /// Returns the position after the closing quote of the string whose opening quote is just before
  /// `start`, and whether it has escapes.
  @inline(__always)
  func endOfString(from start: Int) throws(JSONError) -> (end: Int, hasEscapes: Bool) {
    var position = start
    while position &+ 8 <= count {
      let flags = text.byteWord(at: position).stringStopFlags
      if flags == 0 {
        position &+= 8
        continue
      }
      position &+= flags.firstFlaggedByte
      if text[position] == UInt8(ascii: "\"") { return (position &+ 1, false) }
      break
    }
    return try endOfUnusualString(from: position)
  }

  /// The same for what is left of a string from its first escape, its first byte outside ASCII, or
  /// the last bytes of the text on.
  private func endOfUnusualString(
    from start: Int
  ) throws(JSONError) -> (end: Int, hasEscapes: Bool) {
    var position = start
    var hasEscapes = false
    while position < count {
      switch text[position] {
      case UInt8(ascii: "\""):
        return (position &+ 1, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position = try endOfEscape(at: position)
      case 0..<0x20:
        throw JSONError(reason: .unescapedControlCharacter(text[position]), offset: position)
      case 0x80...:
        position = try endOfEncodedScalar(at: position)
      default:
        position = endOfPlainBytes(from: position)
      }
    }
    throw JSONError(reason: .unexpectedEnd, offset: count)
  }

  /// Returns the first position at or after `start` where something else than plain ASCII may
  /// stand.
  @inline(__always)
  private func endOfPlainBytes(from start: Int) -> Int {
    var position = start
    while position &+ 8 <= count {
      let flags = text.byteWord(at: position).stringStopFlags
      position &+= flags.firstFlaggedByte
      if flags != 0 { return position }
    }
    return position == start ? start &+ 1 : position
  }

  private func endOfEscape(at start: Int) throws(JSONError) -> Int {
    switch self[start &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start &+ 2
    case UInt8(ascii: "u"):
      for i in 2..<6 where hexadecimalValue(of: self[start &+ i]) == nil {
        throw errorInEscape(at: start, length: i)
      }
      return start &+ 6
    default:
      throw errorInEscape(at: start, length: 1)
    }
  }

  private func errorInEscape(at start: Int, length: Int) -> JSONError {
    start &+ length < count
      ? JSONError(reason: .invalidEscape, offset: start)
      : JSONError(reason: .unexpectedEnd, offset: count)
  }

  /// Returns the position after the bytes of one code point outside ASCII.
  ///
  /// - Source: The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
  private func endOfEncodedScalar(at start: Int) throws(JSONError) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch text[start] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw JSONError(reason: .invalidUTF8, offset: start)
    }
    guard second.contains(self[start &+ 1]) else {
      throw JSONError(reason: .invalidUTF8, offset: start)
    }
    for i in 2..<max(length, 2) where self[start &+ i] & 0xC0 != 0x80 {
      throw JSONError(reason: .invalidUTF8, offset: start)
    }
    return start &+ length
  }
}

/// Whether a byte is one of the four that JSON takes for white space.
@inline(__always)
func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

/// The value of a hexadecimal digit of either case.
func hexadecimalValue(of byte: UInt8) -> UInt16? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- UInt8(ascii: "a") &+ 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- UInt8(ascii: "A") &+ 10)
  default: nil
  }
}
