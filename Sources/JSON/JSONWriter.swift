/// Writes compact JSON into a byte buffer.
///
/// Commas are its own business; that brackets are closed and values have names where they need them
/// is the caller's.
public struct JSONWriter: Sendable {
  @usableFromInline var output: [UInt8] = []

  /// Whether a value came before at the same level, so that the next one needs a comma.
  @usableFromInline var needsComma = false

  /// How many bytes are wanted at most.
  ///
  /// What has more is not JSON: complete values are left out that would go past it.
  public var byteLimit = Int.max

  /// Whether something was left out.
  @usableFromInline var hasLeftOut = false

  /// Whether there was more than ``byteLimit`` allows, so that nobody wants what was written.
  @inlinable public var isOverLimit: Bool { hasLeftOut || output.count > byteLimit }

  /// Creates a writer with an empty buffer.
  public init() {}

  /// Creates a writer with room for some bytes.
  ///
  /// - Parameter capacity: How many bytes will probably be written.
  public init(reservingCapacity capacity: Int) {
    output.reserveCapacity(capacity)
  }

  /// What was written.
  @inlinable public var bytes: [UInt8] { output }

  /// Forgets what was written.
  ///
  /// - Parameter keepingCapacity: Whether the buffer stays as large as it is.
  public mutating func removeAll(keepingCapacity: Bool) {
    output.removeAll(keepingCapacity: keepingCapacity)
    needsComma = false
  }
}

// MARK: - Containers

extension JSONWriter {
  /// Opens an object.
  @inlinable
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }

  /// Closes the innermost object.
  @inlinable
  public mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Opens an array.
  @inlinable
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }

  /// Closes the innermost array.
  @inlinable
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  @inlinable
  mutating func begin(_ bracket: UInt8) {
    beginValue()
    output.append(bracket)
    needsComma = false
  }

  @inlinable
  mutating func end(_ bracket: UInt8) {
    output.append(bracket)
    needsComma = true
  }

  /// Writes the comma that a value needs.
  @inlinable
  mutating func beginValue() {
    if needsComma { output.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

// MARK: - Names

extension JSONWriter {
  /// Writes the name of the next value.
  ///
  /// - Parameter name: The name, in ASCII and without characters that need an escape.
  @inlinable
  public mutating func name(_ name: StaticString) {
    beginValue()
    output.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { output.append(contentsOf: $0) }
    output.append(UInt8(ascii: "\""))
    endName()
  }

  /// Writes the name of the next value, with the escapes that it needs.
  ///
  /// - Parameter name: The name.
  public mutating func name(_ name: String) {
    string(name)
    endName()
  }

  @inlinable
  mutating func endName() {
    output.append(UInt8(ascii: ":"))
    needsComma = false
  }
}

// MARK: - Values

extension JSONWriter {
  /// Writes `null`.
  public mutating func null() {
    beginValue()
    output.append(contentsOf: "null".utf8)
  }

  /// Writes `true` or `false`.
  ///
  /// - Parameter value: Which of them.
  public mutating func bool(_ value: Bool) {
    beginValue()
    output.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a whole number in its shortest form.
  ///
  /// - Parameter value: The number.
  public mutating func integer(_ value: Int) {
    beginValue()
    if value < 0 { output.append(UInt8(ascii: "-")) }
    var first = output.count
    var rest = value.magnitude
    repeat {
      output.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // The digits came from the last to the first.
    var last = output.count &- 1
    while first < last {
      output.swapAt(first, last)
      first &+= 1
      last &-= 1
    }
  }

  /// Writes a string, with the shortest escapes and only where JSON demands one.
  ///
  /// - Parameter value: The text.
  public mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { string(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// Writes a string, with the shortest escapes and only where JSON demands one.
  ///
  /// - Parameter utf8: The text in valid UTF-8.
  public mutating func string(utf8: UnsafeRawBufferPointer) {
    beginValue()
    output.append(UInt8(ascii: "\""))
    var copied = 0
    var position = 0
    while let escape = nextEscape(in: utf8, from: position) {
      output.append(contentsOf: utf8.part(copied..<escape))
      appendEscape(of: utf8[escape])
      position = escape &+ 1
      copied = position
    }
    output.append(contentsOf: utf8.part(copied..<utf8.count))
    output.append(UInt8(ascii: "\""))
  }

  /// Writes one complete value as it is.
  ///
  /// - Parameter value: The bytes of the value, valid JSON by themselves.
  @inlinable
  public mutating func raw(_ value: some Collection<UInt8>) {
    beginValue()
    guard value.count <= byteLimit &- output.count else { return hasLeftOut = true }
    output.append(contentsOf: value)
  }

  private mutating func appendEscape(of byte: UInt8) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0..<0x20:
      output.append(contentsOf: "u00".utf8)
      output.append(hexadecimalDigit(byte >> 4))
      output.append(hexadecimalDigit(byte & 0xF))
    default: output.append(byte)
    }
  }
}

// MARK: - Members

extension JSONWriter {
  /// Writes a member whose value is a whole number.
  ///
  /// - Parameters:
  ///   - name: The name, in ASCII and without characters that need an escape.
  ///   - value: The number.
  @inlinable
  public mutating func member(_ name: StaticString, _ value: Int) {
    self.name(name)
    integer(value)
  }

  /// Writes a member whose value is `true` or `false`.
  ///
  /// - Parameters:
  ///   - name: The name, in ASCII and without characters that need an escape.
  ///   - value: Which of them.
  @inlinable
  public mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  /// Writes a member whose value is a string.
  ///
  /// - Parameters:
  ///   - name: The name, in ASCII and without characters that need an escape.
  ///   - value: The text.
  @inlinable
  public mutating func member(_ name: StaticString, _ value: String) {
    self.name(name)
    string(value)
  }
}

/// The next position at or after `start` of a byte that has to be escaped.
private func nextEscape(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
  var position = start
  while position &+ 8 <= text.count {
    let flags = text.byteWord(at: position).escapeFlags
    if flags != 0 { return position &+ flags.firstFlaggedByte }
    position &+= 8
  }
  while position < text.count {
    let byte = text[position]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
    position &+= 1
  }
  return nil
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
}
