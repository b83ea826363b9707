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
  public func range(in text: [UInt8]) -> Range<Int>? {
    text.withUnsafeBytes { bytes in
      var scanner = ValueScanner(bytes)
      return find(in: &scanner)
    }
  }
}

/// Reads over the values of a text that is known to be JSON.
struct ValueScanner {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0
  /// Whether the last string that was passed has an escape.
  private var hasEscape = false

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    skipBlanks()
  }

  /// The byte at which a value, a name or a bracket begins; 0 at the end.
  var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// Goes on to an offset at which a value begins.
  mutating func seek(_ offset: Int) { self.offset = offset }

  /// Goes past a byte such as a bracket, and the blanks behind it.
  mutating func skipByte() {
    offset += 1
    skipBlanks()
  }

  /// Goes past a value and the blanks behind it, and says where it stands.
  mutating func skipValue() -> Range<Int> {
    let start = offset
    switch byte {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
    default:
      while offset < bytes.count, !endsScalar(bytes[offset]) { offset += 1 }
    }
    let end = offset
    skipBlanks()
    return start..<end
  }

  /// Whether the string that was passed last, its quotes included, is a text.
  func isString(_ range: Range<Int>, _ name: [UInt8]) -> Bool {
    if !hasEscape {
      guard range.count &- 2 == name.count else { return false }
      let inner = bytes.part(range.lowerBound &+ 1..<range.upperBound &- 1)
      return name.withUnsafeBytes { inner.hasSameBytes(as: $0) }
    }
    let document = try? JSONDocument(parsing: Array(bytes[range]))
    return document.map { document in name.withUnsafeBytes { document.root.equals($0) } } ?? false
  }

  private mutating func skipString() {
    offset &+= 1
    hasEscape = false
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] == UInt8(ascii: "\\") {
        offset &+= 2
        hasEscape = true
      } else if offset &+ 8 <= bytes.count {
        // At a byte that stops nothing: with the seven behind it, as far as they do not.
        offset &+= max(1, bytes.byteWord(at: offset).escapeFlags.firstFlaggedByte)
      } else {
        offset &+= 1
      }
    }
    offset &+= 1
  }

  private mutating func skipContainer() {
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      offset += 1
    } while depth > 0 && offset < bytes.count
  }

  private mutating func skipBlanks() {
    while offset < bytes.count, isBlank(bytes[offset]) { offset += 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || isBlank(byte)
  }
}
