/// Writes compact JSON into a byte buffer.
///
/// Commas are its own business; that brackets are closed and values have names where they need them
/// is the caller's.
public struct JSONWriter {
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

  /// How many bytes are written between two looks.
  @usableFromInline static let portion = 1 << 16

  /// Told now and then how many bytes were written since, and says whether any more are wanted; nil
  /// when nobody asks.
  public var look: ((_ bytes: Int) -> Bool)?

  /// How many bytes there are when it is time to look.
  @usableFromInline var nextLook = portion

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
  @inline(__always)
  public mutating func name(_ name: StaticString) {
    let bytes = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    append(bytes, between: .nameQuotes)
    needsComma = false
  }

  /// Writes the name of the next value, with the escapes that it needs.
  ///
  /// It has a label because a literal would else be taken for a `String`, and come here.
  ///
  /// - Parameter name: The name.
  public mutating func name(escaping name: String) {
    string(name)
    endName()
  }

  mutating func endName() {
    output.append(UInt8(ascii: ":"))
    needsComma = false
  }
}

// MARK: - Values

extension JSONWriter {
  /// Writes `null`.
  public mutating func null() { literal("null") }

  /// Writes `true` or `false`.
  ///
  /// - Parameter value: Which of them.
  public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes one complete value that is known when the program is built.
  ///
  /// - Parameter value: The value, valid JSON by itself.
  @inlinable
  public mutating func literal(_ value: StaticString) {
    let bytes = UnsafeRawBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
    append(bytes, between: .nothing)
  }

  /// Writes a whole number in its shortest form.
  ///
  /// - Parameter value: The number.
  public mutating func integer(_ value: Int) {
    if 0..<10 ~= value { return append(1) { $0[0] = UInt8(ascii: "0") &+ UInt8(value) } }
    let digits = decimalDigits(of: value.magnitude)
    let sign = value < 0 ? 1 : 0
    append(digits &+ sign) { place in
      if value < 0 { place[0] = UInt8(ascii: "-") }
      // From the last digits to the first, two at a time: each division waits for the one before.
      var (rest, index) = (value.magnitude, digits &+ sign)
      while rest >= 10 {
        let pair = UInt8(truncatingIfNeeded: rest % 100)
        index &-= 2
        place[index] = UInt8(ascii: "0") &+ pair / 10
        place[index &+ 1] = UInt8(ascii: "0") &+ pair % 10
        rest /= 100
      }
      if index > sign { place[sign] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest) }
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
    guard var escape = nextEscape(in: utf8, from: 0) else {
      return append(utf8, between: .quotes)
    }
    beginValue()
    output.append(UInt8(ascii: "\""))
    var copied = 0
    while true {
      output.append(contentsOf: utf8.part(copied..<escape))
      appendEscape(of: utf8[escape])
      copied = escape &+ 1
      guard let next = nextEscape(in: utf8, from: copied) else { break }
      escape = next
    }
    output.append(contentsOf: utf8.part(copied..<utf8.count))
    output.append(UInt8(ascii: "\""))
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

// MARK: - Bytes

extension JSONWriter {
  /// What stands around a text.
  @usableFromInline
  enum Surroundings {
    case nothing
    case quotes
    /// Quotes, and then the colon behind a name.
    case nameQuotes
  }

  /// Appends the comma that a value needs, and a text between what stands around it.
  ///
  /// It is inlined into other modules, where most texts are names whose lengths the compiler knows.
  @inlinable
  @inline(__always)
  mutating func append(
    _ text: UnsafeRawBufferPointer,
    between surroundings: Surroundings
  ) {
    let (before, behind) =
      switch surroundings {
      case .nothing: (0, 0)
      case .quotes: (1, 1)
      case .nameQuotes: (1, 2)
      }
    append(before &+ text.count &+ behind) { place in
      if before > 0 { place[0] = UInt8(ascii: "\"") }
      if let start = text.baseAddress {
        UnsafeMutableRawPointer(place + before).copyMemory(from: start, byteCount: text.count)
      }
      if behind > 0 { place[before &+ text.count] = UInt8(ascii: "\"") }
      if behind > 1 { place[before &+ text.count &+ 1] = UInt8(ascii: ":") }
    }
  }

  /// Appends the comma that a value needs, and as many bytes as a closure writes.
  ///
  /// Room is looked for once, and not for each of a comma, a quote, a text and a quote: an edit over
  /// pipes takes 0.9 times the instructions.
  @inlinable
  @inline(__always)
  mutating func append(_ count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    let comma = needsComma ? 1 : 0
    output.append(addingCapacity: comma &+ count) { span in
      span.withUnsafeMutableBufferPointer { free, initialized in
        guard let place = free.baseAddress else { return }
        if comma > 0 { place[0] = UInt8(ascii: ",") }
        write(place + comma)
        initialized = comma &+ count
      }
    }
    needsComma = true
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
  // The last eight bytes, of which some were looked at already and had no flags.
  if position > start, position < text.count {
    position = text.count &- 8
    let flags = text.byteWord(at: position).escapeFlags
    return flags == 0 ? nil : position &+ flags.firstFlaggedByte
  }
  while position < text.count {
    let byte = text[position]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
    position &+= 1
  }
  return nil
}

/// How many digits a number has.
private func decimalDigits(of value: UInt) -> Int {
  var (digits, bound): (Int, UInt) = (1, 10)
  while value >= bound {
    digits &+= 1
    // No number of 64 bits has more than twenty.
    if digits == 20 { break }
    bound &*= 10
  }
  return digits
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
}
