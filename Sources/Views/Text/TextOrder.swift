/// Orders of folded texts.
extension FoldedText {
  /// Compares two texts scalar by scalar: negative, zero or positive as of the first and the second.
  ///
  /// - Parameter other: The other text.
  /// - Returns: The order.
  public func compare(to other: FoldedText) -> Int {
    // The order of UTF-8 is that of scalars.
    bytes.compare(to: other.bytes)
  }

  /// Compares two texts as ``compare(to:)`` does, but runs of digits by the numbers that they are.
  ///
  /// A run stands against anything but a run as the digit 0 does.
  ///
  /// - Parameter other: The other text.
  /// - Returns: The order; runs that differ in leading zeros alone are equal.
  public func compareNaturally(to other: FoldedText) -> Int {
    var (first, second) = (bytes, other.bytes)
    while let one = first.first, let two = second.first {
      if one.isDigit, two.isDigit {
        let order = first.removeNumber().compareNumber(to: second.removeNumber())
        if order != 0 { return order }
      } else if one.isDigit || two.isDigit {
        return one.isDigit ? 0x30 - Int(two) : Int(one) - 0x30
      } else {
        if one != two { return Int(one) - Int(two) }
        first.removeFirst()
        second.removeFirst()
      }
    }
    return (first.isEmpty ? 0 : 1) - (second.isEmpty ? 0 : 1)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}

extension ArraySlice<UInt8> {
  fileprivate func compare(to other: ArraySlice<UInt8>) -> Int {
    for (one, two) in zip(self, other) where one != two { return Int(one) - Int(two) }
    return count - other.count
  }

  /// Takes the digits in front, and gives them back without leading zeros.
  fileprivate mutating func removeNumber() -> ArraySlice<UInt8> {
    let digits = prefix { $0.isDigit }
    removeFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }

  /// Compares two numbers without leading zeros.
  fileprivate func compareNumber(to other: ArraySlice<UInt8>) -> Int {
    count == other.count ? compare(to: other) : count - other.count
  }
}
