extension FoldedText {
  /// The letter that a text stands under in an index: the first scalar of a word, as a capital in
  /// the Latin, Greek and Cyrillic alphabets; nil when that is a digit or there is none.
  public var firstLetter: Unicode.Scalar? {
    guard let first = scalars.first(where: WordStart.isWordy) else { return nil }
    switch first {
    case 0x30...0x39: return nil
    case 0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F: return Unicode.Scalar(first - 0x20)
    default: return Unicode.Scalar(first)
    }
  }
}
