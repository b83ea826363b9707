/// Looks for `Content-Length`, blanks and a colon in any case, wherever they stand.
///
/// No end of the name is also a beginning of it, so a mismatch never has to go back.
struct HeaderSearch {
  /// The name in lower case.
  static let name: StaticString = "content-length"

  /// The offset of the first byte that was not looked at.
  private(set) var position: Int

  /// How many bytes before `position` may be the beginning of the header.
  private var matched = 0

  /// A name followed by more blanks than this is none.
  private let longest: Int

  init(from position: Int, longest: Int) {
    self.position = position
    self.longest = longest
  }

  /// Where the header begins that may have begun; everything before it is of no use.
  var candidate: Int { position - matched }

  /// Looks at more bytes, which follow those that it has seen.
  ///
  /// - Parameter bytes: The bytes from `position` on.
  /// - Returns: Whether a header ends here; `candidate` is then its first byte.
  mutating func advance(over bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes {
      position += 1
      let isMatch = accept(byte)
      if isMatch { return true }
    }
    return false
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    let name = Self.name.utf8Start
    if matched < Self.name.utf8CodeUnitCount {
      matched = byte.equalsInAnyCase(name[matched]) ? matched + 1 : restart(at: byte)
      return false
    }
    matched += 1
    if byte == 0x3A { return true }
    if !byte.isSpaceOrTab || matched > longest { matched = restart(at: byte) }
    return false
  }

  private func restart(at byte: UInt8) -> Int {
    byte.equalsInAnyCase(Self.name.utf8Start[0]) ? 1 : 0
  }

  /// Where to go on in a window that holds no end of a header block: the last header in it, else
  /// the beginning of one that the window cuts off, else its end.
  static func resumption(in bytes: UnsafeRawBufferPointer, at offset: Int, longest: Int) -> Int {
    var search = HeaderSearch(from: offset, longest: longest)
    var last: Int?
    while search.advance(
      over: UnsafeRawBufferPointer(rebasing: bytes[(search.position - offset)...])
    ) {
      last = search.candidate
      search.matched = 0
    }
    return last ?? search.candidate
  }
}
