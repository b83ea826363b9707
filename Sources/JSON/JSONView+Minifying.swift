extension JSONView {
  /// The bytes of the value without insignificant white space.
  ///
  /// - Complexity: O(n) for n bytes.
  public var minified: [UInt8] {
    var bytes: [UInt8] = []
    appendMinified(to: &bytes)
    return bytes
  }

  /// Appends the bytes of the value without insignificant white space.
  ///
  /// Everything else stays as it was sent: digits of numbers, order of members, escapes of texts.
  ///
  /// - Parameter output: Where the bytes go.
  /// - Complexity: O(n) for n bytes.
  public func appendMinified(to output: inout [UInt8]) {
    let range = self.range
    withExtendedLifetime(document) {
      let text = document.textBytes
      // What was read and is still to be copied starts at `pending`.
      var pending = range.lowerBound
      var position = range.lowerBound
      for node in document.tape[index..<index &+ node.stride] {
        // Between two neighbours on the tape there are only commas, colons and white space.
        while position < node.offset {
          if isBlank(text[position]) {
            if pending < position { output.append(contentsOf: text.part(pending..<position)) }
            pending = position &+ 1
          }
          position &+= 1
        }
        position &+= node.isContainer || node.tag == .end ? 1 : node.payload
      }
      output.append(contentsOf: text.part(pending..<range.upperBound))
    }
  }
}
