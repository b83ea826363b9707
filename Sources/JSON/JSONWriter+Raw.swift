extension JSONWriter {
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
  ///   - texts: The texts.
  public mutating func array(_ name: StaticString, of texts: [[UInt8]]) {
    self.name(name)
    beginArray()
    for text in texts { raw(text) }
    endArray()
  }
}
