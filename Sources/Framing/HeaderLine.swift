/// What one line of a header block means.
enum HeaderLine: Equatable {
  /// Nothing, or blanks only: the block ends.
  case blank
  /// A header that does not matter here, or no header at all.
  case other
  case length(Int)
  case malformed(HeaderError)

  init(_ line: ArraySlice<UInt8>) {
    let line = line.trimmed
    guard !line.isEmpty else {
      self = .blank
      return
    }
    guard let value = line.valueOfContentLength else {
      self = .other
      return
    }
    self = Self.length(of: value.trimmed)
  }

  private static func length(of digits: ArraySlice<UInt8>) -> HeaderLine {
    if digits.first == 0x2D, digits.count > 1, digits.dropFirst().allSatisfy(\.isDigit) {
      return .malformed(HeaderError(reason: .negativeLength, value: digits.excerpt))
    }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
      return .malformed(HeaderError(reason: .nonNumericLength, value: digits.excerpt))
    }
    var length = 0
    for digit in digits {
      length = length * 10 + Int(digit - 0x30)
      guard length <= FrameLimits.maxLength else {
        return .malformed(HeaderError(reason: .lengthTooLarge, value: digits.excerpt))
      }
    }
    return .length(length)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins a `Content-Length`, up to the colon.
  var beginsContentLength: Bool { valueOfContentLength != nil }

  /// Whether it may be a line of a header block: a name of visible characters, and a colon.
  var isHeader: Bool {
    guard let colon = firstIndex(of: 0x3A) else { return false }
    let name = self[startIndex..<colon].trimmed
    return !name.isEmpty && name.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The slice without white space at both ends.
  var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isBlank }) else { return [] }
    let last = lastIndex { !$0.isBlank } ?? first
    return self[first...last]
  }

  /// What follows the colon, if the line is a `Content-Length`.
  fileprivate var valueOfContentLength: ArraySlice<UInt8>? {
    let name = HeaderSearch.name
    guard count > name.utf8CodeUnitCount else { return nil }
    let isNamed = name.withUTF8Buffer { name in
      name.indices.allSatisfy { self[startIndex + $0].equalsInAnyCase(name[$0]) }
    }
    let rest = dropFirst(name.utf8CodeUnitCount).drop(while: \.isSpaceOrTab)
    guard isNamed, rest.first == 0x3A else { return nil }
    return rest.dropFirst()
  }

  /// The beginning as text, for a message that a person reads.
  fileprivate var excerpt: String { String(decoding: prefix(64), as: UTF8.self) }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
