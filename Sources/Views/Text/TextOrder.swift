extension FoldedText {
  /// Appends bytes that compare as texts do, and none of which begins another's.
  ///
  /// - Parameters:
  ///   - bytes: Where they go.
  ///   - isNatural: Whether runs of digits compare by the numbers that they are, leading zeros
  ///     ignored; against anything but a run, one stands as the digit 0 does.
  /// - Complexity: O(length).
  public func appendSortKey(to bytes: inout [UInt8], isNatural: Bool) {
    var rest = self.bytes
    while let byte = rest.popFirst() {
      bytes.append(isNatural && byte.isDigit ? 0x30 : byte)
      if isNatural, byte.isDigit {
        let run = [byte] + rest.prefix { $0.isDigit }
        rest.removeFirst(run.count - 1)
        let number = run.drop { $0 == 0x30 }
        // Of two numbers the one with more digits is the greater.
        withUnsafeBytes(of: UInt32(number.count).bigEndian) { bytes += $0 }
        bytes += number
      } else if byte == 0 {
        // A zero inside is followed by 255 and the end by 0, so that a text comes right after its
        // own beginning.
        bytes.append(.max)
      }
    }
    bytes += [0, 0]
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}
