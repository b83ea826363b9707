extension JSONView {
  /// The text of a string with its escapes resolved, nil when this is no string.
  ///
  /// An escaped surrogate without its other half becomes U+FFFD.
  public var string: String? {
    switch node.tag {
    case .string:
      return withTextBytes { String(decoding: $0, as: UTF8.self) }
    case .escapedString:
      var text: [UInt8] = []
      appendDecodedText(to: &text)
      return String(decoding: text, as: UTF8.self)
    default:
      return nil
    }
  }

  /// The text of a string, of one with more than 64 KiB the beginning: for what is no name as soon
  /// as it is longer than any; nil when this is no string.
  ///
  /// - Complexity: O(1) for long strings.
  public var beginning: String? {
    guard kind == .string, bytes.count > textPortion else { return string }
    var text: [UInt8] = []
    if hasEscapes {
      appendDecodedText(to: &text) { _ in false }
    } else {
      withTextBytes { text += $0.part(0..<textPortion) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether this is a string with a certain text.
  ///
  /// - Parameter name: The text, in ASCII.
  /// - Returns: True if the texts are the same once escapes are resolved.
  public func equals(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { equals(UnsafeRawBufferPointer($0)) }
  }

  /// Appends the text of a string in UTF-8 with its escapes resolved, or nothing when this is no
  /// string.
  ///
  /// An escaped surrogate without its other half becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - output: Where the text goes.
  ///   - mayContinue: Told now and then how much of a long text was read, in values of 64 bytes,
  ///     and says whether to go on; if not, the rest is left out.
  public func appendDecodedText(
    to output: inout [UInt8],
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) {
    appendText(to: &output, .replaced, mayContinue)
  }

  /// Appends the text of a string so that different texts have different bytes: half a surrogate
  /// pair is encoded as UTF-8 would, if it could.
  ///
  /// - Parameters:
  ///   - output: Where the text goes.
  ///   - mayContinue: As for ``appendDecodedText(to:mayContinue:)``.
  package func appendDistinctText(
    to output: inout [UInt8],
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) {
    appendText(to: &output, .encoded, mayContinue)
  }

  /// Whether this is a string with a certain text, which is given as UTF-8.
  func equals(_ text: UnsafeRawBufferPointer) -> Bool { document.text(at: index, equals: text) }

  private func appendText(
    to output: inout [UInt8],
    _ loneSurrogates: LoneSurrogates,
    _ mayContinue: ((Int) -> Bool)?
  ) {
    switch node.tag {
    case .string:
      withTextBytes { output.append(contentsOf: $0) }
    case .escapedString:
      withTextBytes { appendUnescaped($0, to: &output, loneSurrogates, mayContinue) }
    default:
      break
    }
  }

  /// Calls a closure with the bytes between the quotes of a string.
  func withTextBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    withBytes { body($0.part(1..<$0.count &- 1)) }
  }
}

extension JSONDocument {
  /// Whether a node is a string with a certain text, which is given as UTF-8.
  @inline(__always)
  func text(at index: Int, equals text: UnsafeRawBufferPointer) -> Bool {
    let node = self.node(at: index)
    guard node.tag == .string else {
      return node.tag == .escapedString && escapedText(at: index, equals: text)
    }
    // Most texts differ in length, and that is seen without a call.
    guard node.payload &- 2 == text.count else { return false }
    let start = node.offset &+ 1
    return withExtendedLifetime(self) {
      textBytes.part(start..<start &+ text.count).hasSameBytes(as: text)
    }
  }

  private func escapedText(at index: Int, equals text: UnsafeRawBufferPointer) -> Bool {
    JSONView(self, at: index).withTextBytes { $0.unescaped(equals: text) }
  }
}

/// What becomes of an escaped surrogate without its other half, which UTF-8 cannot express.
private enum LoneSurrogates {
  case replaced
  case encoded
}

/// Whether half of a surrogate pair stands in a text of ``JSONView/appendDistinctText(to:mayContinue:)``,
/// which encodes it in bytes ED A0 to ED BF.
package func hasLoneSurrogate(_ text: [UInt8]) -> Bool {
  zip(text, text.dropFirst()).contains { $0 == 0xED && $1 >= 0xA0 }
}

/// How many bytes of a string are read before anybody is asked whether to go on.
private let textPortion = 1 << 16

/// Appends a text whose escapes are known to be valid.
private func appendUnescaped(
  _ text: UnsafeRawBufferPointer,
  to output: inout [UInt8],
  _ loneSurrogates: LoneSurrogates,
  _ mayContinue: ((_ values: Int) -> Bool)?
) {
  let portion = textPortion
  var position = 0
  var pause = mayContinue == nil ? Int.max : portion
  while position < text.count {
    if position >= pause {
      guard mayContinue?((position - pause + portion) / 64) != false else { return }
      pause = position + portion
    }
    guard text[position] == UInt8(ascii: "\\") else {
      output.append(text[position])
      position &+= 1
      continue
    }
    let (codePoint, length) = codePoint(escapedAt: position, in: text)
    position &+= length
    let isReplaced = loneSurrogates == .replaced && Unicode.Scalar(codePoint) == nil
    forEachByte(of: isReplaced ? 0xFFFD : codePoint) { output.append($0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a text whose escapes are known to be valid stands for another, which is given as UTF-8.
  ///
  /// - Complexity: O(k) for the k bytes that they have in common.
  func unescaped(equals other: UnsafeRawBufferPointer) -> Bool {
    // An escape has at most six bytes for one.
    guard count >= other.count, count <= 6 &* other.count else { return false }
    var position = 0
    var compared = 0
    func isNext(_ byte: UInt8) -> Bool {
      guard compared < other.count, other[compared] == byte else { return false }
      compared &+= 1
      return true
    }
    while position < count {
      guard self[position] == UInt8(ascii: "\\") else {
        guard isNext(self[position]) else { return false }
        position &+= 1
        continue
      }
      let (codePoint, length) = codePoint(escapedAt: position, in: self)
      position &+= length
      var isSame = true
      forEachByte(of: codePoint) { isSame = isSame && isNext($0) }
      guard isSame else { return false }
    }
    return compared == other.count
  }
}

/// The byte that an escape of one letter stands for.
private func meaning(ofEscape letter: UInt8) -> UInt8 {
  switch letter {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  default: letter
  }
}

/// The code point of an escape, or of two that are a surrogate pair, and how many bytes it takes.
private func codePoint(
  escapedAt position: Int,
  in text: UnsafeRawBufferPointer
) -> (codePoint: UInt32, length: Int) {
  let letter = text[position &+ 1]
  guard letter == UInt8(ascii: "u") else { return (UInt32(meaning(ofEscape: letter)), 2) }
  let first = codeUnit(escapedAt: position, in: text)
  let next = position &+ 6
  guard UTF16.isLeadSurrogate(first), next &+ 6 <= text.count,
    text[next] == UInt8(ascii: "\\"), text[next &+ 1] == UInt8(ascii: "u")
  else { return (UInt32(first), 6) }
  let second = codeUnit(escapedAt: next, in: text)
  guard UTF16.isTrailSurrogate(second) else { return (UInt32(first), 6) }
  return (0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)), 12)
}

private func codeUnit(escapedAt position: Int, in text: UnsafeRawBufferPointer) -> UInt16 {
  var unit: UInt16 = 0
  for i in 2..<6 { unit = unit << 4 | (hexadecimalValue(of: text[position &+ i]) ?? 0) }
  return unit
}

/// Calls a closure with the bytes of a code point by the scheme of UTF-8, surrogates too.
@inline(__always)
private func forEachByte(of codePoint: UInt32, _ body: (UInt8) -> Void) {
  func byte(_ lead: UInt32, _ shift: UInt32, _ mask: UInt32) {
    body(UInt8(truncatingIfNeeded: lead | codePoint >> shift & mask))
  }
  switch codePoint {
  case 0..<0x80:
    byte(0, 0, 0x7F)
  case 0x80..<0x800:
    byte(0xC0, 6, 0x1F)
    byte(0x80, 0, 0x3F)
  case 0x800..<0x10000:
    byte(0xE0, 12, 0x0F)
    byte(0x80, 6, 0x3F)
    byte(0x80, 0, 0x3F)
  default:
    byte(0xF0, 18, 0x07)
    byte(0x80, 12, 0x3F)
    byte(0x80, 6, 0x3F)
    byte(0x80, 0, 0x3F)
  }
}
