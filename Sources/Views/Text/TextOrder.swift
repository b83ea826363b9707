public import Snapshots

extension FoldedText {
  /// Appends bytes that compare as texts do, and none of which begins another's.
  ///
  /// - Parameters:
  ///   - bytes: Where they go.
  ///   - isNatural: Whether runs of digits compare by the numbers that they are, leading zeros
  ///     ignored; against anything but a run, one stands as the digit 0 does.
  ///   - work: Told how far it is; when it is called off, the rest is left out.
  /// - Complexity: O(length).
  public func appendSortKey(to bytes: inout [UInt8], isNatural: Bool, _ work: Work? = nil) {
    let text = self.bytes
    var index = text.startIndex
    var rounds = 0
    while index < text.endIndex {
      rounds += 1
      if rounds & 4095 == 0, work?.mayGoOn(256) == false { return }
      let byte = text[index]
      let start = index
      index += 1
      guard isNatural, byte.isDigit else {
        bytes.append(byte)
        // A zero inside is followed by 255 and the end by 0, so that a text comes right after its
        // own beginning.
        if byte == 0 { bytes.append(.max) }
        continue
      }
      while index < text.endIndex, text[index].isDigit { index += 1 }
      let number = text[start..<index].drop { $0 == 0x30 }
      bytes.append(0x30)
      // Of two numbers the one with more digits is the greater.
      withUnsafeBytes(of: UInt32(number.count).bigEndian) { bytes += $0 }
      bytes += number
    }
    bytes += [0, 0]
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}
