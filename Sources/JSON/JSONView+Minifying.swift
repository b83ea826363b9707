extension JSONView {
  /// How many values, names and ends are gone through between two questions.
  private static let portion = 8192

  /// The bytes of the value without insignificant white space.
  ///
  /// - Complexity: O(n) for n bytes.
  public var minified: [UInt8] { minified() }

  /// The bytes of the value without insignificant white space, in no more memory than they need.
  ///
  /// - Parameter mayContinue: As for ``appendMinified(to:upTo:mayContinue:)``.
  /// - Returns: The bytes; when it may not go on, not all of them.
  /// - Complexity: O(n) for n bytes.
  public func minified(mayContinue: ((_ values: Int) -> Bool)? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    appendMinified(to: &bytes, mayContinue: mayContinue)
    return bytes.fitted(mayContinue: mayContinue)
  }

  /// Appends the bytes of the value without insignificant white space.
  ///
  /// Everything else stays as it was sent: digits of numbers, order of members, escapes of texts.
  ///
  /// - Parameters:
  ///   - output: Where the bytes go.
  ///   - limit: From how many bytes of output on the rest may be left out.
  ///   - mayContinue: Told now and then how much of a long value was copied, in values of 64 bytes,
  ///     and says whether to go on; if not, the rest is left out.
  /// - Complexity: O(n) for n bytes.
  public func appendMinified(
    to output: inout [UInt8],
    upTo limit: Int = .max,
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) {
    let range = self.range
    withExtendedLifetime(document) {
      let text = document.textBytes
      // What was read and is still to be copied starts at `pending`.
      var pending = range.lowerBound
      var position = range.lowerBound
      var next = index
      let end = index &+ node.stride
      while next < end {
        let (start, first) = (position, next)
        next = min(next &+ Self.portion, end)
        for node in document.tape[first..<next] {
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
        guard next < end else { break }
        if mayContinue?((position &- start) / 64) == false { return }
        guard limit < .max else { continue }
        output.append(contentsOf: text.part(pending..<position))
        pending = position
        if output.count >= limit { return }
      }
      output.append(contentsOf: text.part(pending..<range.upperBound))
    }
  }
}

extension [UInt8] {
  /// These bytes for somebody who keeps them long: in no more memory than they need, but for a part
  /// that is small.
  ///
  /// - Parameter mayContinue: As for ``JSONView/appendMinified(to:upTo:mayContinue:)``.
  /// - Returns: The bytes; when it may not go on, not all of them.
  func fitted(mayContinue: ((_ values: Int) -> Bool)?) -> [UInt8] {
    guard capacity - count > 16 + count / 16 else { return self }
    let portion = 1 << 19
    return Array(unsafeUninitializedCapacity: count) { buffer, copied in
      while copied < count {
        let part = self[copied..<Swift.min(copied + portion, count)]
        _ = buffer[copied...].update(fromContentsOf: part)
        copied += part.count
        if mayContinue?(part.count / 64) == false { return }
      }
    }
  }
}
