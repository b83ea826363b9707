/// Which letters a folded text has, to tell most texts that lack a word without reading them.
struct TextMask: Equatable {
  /// A bit for each letter and digit that is in the text, and one for all else.
  private(set) var letters: UInt64 = 0
  /// Likewise for what words begin with.
  private(set) var beginnings: UInt64 = 0
  /// A bit for each two scalars of which one follows the other, and for each two that a word begins
  /// with; several have the same.
  private(set) var pairs: UInt64 = 0

  /// The bit of what is neither a letter nor a digit.
  static let other: UInt64 = 1 << 63

  /// What a row has without a text.
  static let none = TextMask(letters: 0)
  /// What no text has: it is not known what there is.
  static let unknown = TextMask(letters: 1 << 62)
  var isUnknown: Bool { letters & TextMask.unknown.letters != 0 }

  /// What a text has in which some scalars stand.
  ///
  /// - Parameters:
  ///   - scalars: The scalars, in their order.
  ///   - areAdjacent: Whether nothing stands between them.
  ///   - beginWord: Whether a word begins with them.
  init(of scalars: [UInt32], areAdjacent: Bool, beginWord: Bool) {
    for scalar in scalars { letters |= TextMask.bit(of: scalar) }
    if areAdjacent {
      for (first, second) in zip(scalars, scalars.dropFirst()) {
        pairs |= TextMask.bit(of: first, second)
      }
    }
    if beginWord, let first = scalars.first {
      beginnings = TextMask.bit(of: first)
      if scalars.count > 1 { pairs |= TextMask.bit(ofBeginning: first, scalars[1]) }
    }
  }

  private init(letters: UInt64) { self.letters = letters }

  /// Whether a text has all that another has.
  func covers(_ other: TextMask) -> Bool { missing(of: other) == 0 }

  /// What a text lacks of what another has, 0 for nothing.
  func missing(of other: TextMask) -> UInt64 {
    other.letters & ~letters | other.beginnings & ~beginnings | other.pairs & ~pairs
  }

  /// The bit of a folded scalar.
  static func bit(of scalar: UInt32) -> UInt64 {
    switch scalar {
    case 0x61...0x7A: 1 << UInt64(scalar - 0x61)
    case 0x30...0x39: 1 << UInt64(scalar - 0x30 + 26)
    case 0x41...0x5A: 1 << UInt64(scalar - 0x41 + 36)
    default: other
    }
  }

  /// The bit of two scalars, as good as any other of the 64.
  private static func bit(of first: UInt32, _ second: UInt32) -> UInt64 {
    let both = UInt64(first) << 21 | UInt64(second)
    return 1 &<< ((both &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// The bit of two scalars that a word begins with.
  private static func bit(ofBeginning first: UInt32, _ second: UInt32) -> UInt64 {
    // Beyond all scalars, so that it is another one.
    bit(of: first | 1 << 21, second)
  }

  /// Finds the mask of a text, scalar by scalar.
  struct Maker {
    private(set) var mask = TextMask.none
    private var former: UInt32?
    private var formerBeginsWord = false

    /// Takes the next scalar.
    mutating func append(_ scalar: UInt32, beginsWord: Bool) {
      let bit = TextMask.bit(of: scalar)
      mask.letters |= bit
      if beginsWord { mask.beginnings |= bit }
      if let former {
        mask.pairs |= TextMask.bit(of: former, scalar)
        if formerBeginsWord { mask.pairs |= TextMask.bit(ofBeginning: former, scalar) }
      }
      (former, formerBeginsWord) = (scalar, beginsWord)
    }
  }
}
