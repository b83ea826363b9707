// MARK: - Complete values

extension JSONWriter {
  /// Writes one complete value as it is.
  ///
  /// - Parameter value: The bytes of the value, valid JSON by themselves.
  @inlinable
  public mutating func raw(_ value: UnsafeRawBufferPointer) {
    let comma = needsComma ? 1 : 0
    guard value.count <= byteLimit &- output.count &- comma else { return hasLeftOut = true }
    value.count > Self.portion ? long(value) : append(value, between: .nothing)
  }

  /// Writes one complete value as it is.
  ///
  /// - Parameter value: The bytes of the value, valid JSON by themselves.
  public mutating func raw(_ value: [UInt8]) { value.withUnsafeBytes { raw($0) } }

  /// Writes one complete value as it is.
  ///
  /// - Parameter value: The bytes of the value, valid JSON by themselves.
  public mutating func raw(_ value: ArraySlice<UInt8>) { value.withUnsafeBytes { raw($0) } }

  /// Writes a member whose value is a complete JSON text.
  ///
  /// - Parameters:
  ///   - name: The name, in ASCII and without characters that need an escape.
  ///   - raw: The text.
  public mutating func member(_ name: StaticString, raw: [UInt8]) {
    self.name(name)
    self.raw(raw)
  }

  /// Writes a member whose value is an array of complete JSON texts.
  ///
  /// - Parameters:
  ///   - name: The name, in ASCII and without characters that need an escape.
  ///   - elements: The texts, with commas between.
  public mutating func array(_ name: StaticString, ofRaw elements: [UInt8]) {
    self.name(name)
    beginArray()
    raw(elements)
    endArray()
  }

  /// Writes a value so long that others want to look around meanwhile.
  @usableFromInline
  mutating func long(_ value: UnsafeRawBufferPointer) {
    makeRoom(for: value.count + 1)
    beginValue()
    for start in stride(from: 0, to: value.count, by: Self.portion) {
      guard wantsMore() else { return }
      output.append(contentsOf: value[start..<min(start + Self.portion, value.count)])
    }
  }
}

// MARK: - Long output

extension JSONWriter {
  /// From how many bytes on all the room that may be needed is asked for at once.
  private static let longOutput = 1 << 23

  /// Whether any more is wanted, asked before each of many values.
  ///
  /// - Returns: False when there is more than ``byteLimit`` allows, and for good once ``look`` said
  ///   so: then ``isOverLimit`` is true.
  @inlinable @inline(__always)
  public mutating func wantsMore() -> Bool {
    if output.count >= nextLook { lookAround() }
    return !isOverLimit
  }

  @usableFromInline @inline(never)
  mutating func lookAround() {
    guard let look else { return }
    let written = output.count - nextLook + JSONWriter.portion
    nextLook = output.count + JSONWriter.portion
    guard look(written) else { return byteLimit = 0 }
    makeRoom(for: JSONWriter.portion)
  }

  /// Says that many bytes come, before the first is written.
  ///
  /// Where they would go past ``byteLimit``, ``isOverLimit`` is true from now on, and nothing is
  /// copied in vain.
  ///
  /// - Parameter count: How many bytes come at least.
  public mutating func expect(_ count: Int) {
    if count > byteLimit &- output.count { return hasLeftOut = true }
    makeRoom(for: count)
  }

  /// Long output gets all the room that it may need at once: what is not written of it costs no
  /// memory, while an array that grows copies itself, 134 MB in 97 ms without a look.
  private mutating func makeRoom(for count: Int) {
    let needed = output.count + count
    guard needed > max(output.capacity, Self.longOutput), byteLimit < .max else { return }
    output.reserveCapacity(max(needed, byteLimit + Self.portion))
  }
}
