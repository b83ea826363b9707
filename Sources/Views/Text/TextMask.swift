/// Which letters a folded text has, to tell most texts that lack a word without reading them.
struct TextMask: Equatable {
  /// A bit for each letter and digit that is in the text, and one for all else; and what pairs have
  /// of ``sharedBits``.
  private(set) var letters: UInt64
  /// Likewise for what words begin with, and for each two scalars that a word begins with one of
  /// ``sharedBits``.
  private(set) var beginnings: UInt64
  /// A bit for each two scalars of which one follows the other; several have the same.
  private(set) var pairs: UInt64

  /// The bits of capitals, which a text that is folded lacks: several pairs have them too.
  private static let sharedBits = 36..<63
  /// The bits of small letters and digits, which nothing else has.
  static let own: UInt64 = (1 << 36) - 1
  /// The bit of what is neither a letter nor a digit.
  static let other: UInt64 = 1 << 63

  /// What a text has in which some scalars stand.
  ///
  /// - Parameters:
  ///   - scalars: The scalars, in their order.
  ///   - areAdjacent: Whether nothing stands between them.
  ///   - beginWord: Whether a word begins with them.
  init(of scalars: [UInt32], areAdjacent: Bool, beginWord: Bool) {
    self.init()
    for scalar in scalars { letters |= TextMask.bit(of: scalar) }
    if areAdjacent {
      for (first, second) in zip(scalars, scalars.dropFirst()) { addPair(first, second) }
    }
    if beginWord, let first = scalars.first {
      beginnings = TextMask.bit(of: first)
      if scalars.count > 1 { beginnings |= TextMask.bit(ofBeginning: first, scalars[1]) }
    }
  }

  init(letters: UInt64 = 0, beginnings: UInt64 = 0, pairs: UInt64 = 0) {
    self.letters = letters
    self.beginnings = beginnings
    self.pairs = pairs
  }

  /// Whether a text has all that another has.
  func covers(_ other: TextMask) -> Bool {
    other.letters & ~letters | other.beginnings & ~beginnings | other.pairs & ~pairs == 0
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

  /// Sets the bit of two scalars, one of 64 or one of those that letters share.
  private mutating func addPair(_ first: UInt32, _ second: UInt32) {
    let place = TextMask.place(of: first, second, among: 64 + TextMask.sharedBits.count)
    // Without a branch, which could not be foretold.
    let isShared = UInt64(place &>> 6)
    pairs |= (1 &- isShared) &<< UInt64(place & 63)
    letters |= isShared &<< UInt64((place & 63) &+ TextMask.sharedBits.lowerBound)
  }

  /// The bit of two scalars that a word begins with.
  private static func bit(ofBeginning first: UInt32, _ second: UInt32) -> UInt64 {
    1 &<< UInt64(sharedBits.lowerBound + place(of: first, second, among: sharedBits.count))
  }

  /// One of some places for two scalars, as good as any other.
  private static func place(of first: UInt32, _ second: UInt32, among count: Int) -> Int {
    let both = UInt64(first) << 21 | UInt64(second)
    let mixed = (both &* 0x9E37_79B9_7F4A_7C15) &>> 32
    return Int((mixed &* UInt64(count)) &>> 32)
  }

  /// Finds the mask of a text, scalar by scalar.
  struct Maker {
    private(set) var mask = TextMask()
    private var former: UInt32?
    private var formerBeginsWord = false

    /// Takes the next scalar.
    mutating func append(_ scalar: UInt32, beginsWord: Bool) {
      let bit = TextMask.bit(of: scalar)
      mask.letters |= bit
      if beginsWord { mask.beginnings |= bit }
      if let former {
        mask.addPair(former, scalar)
        if formerBeginsWord { mask.beginnings |= TextMask.bit(ofBeginning: former, scalar) }
      }
      (former, formerBeginsWord) = (scalar, beginsWord)
    }
  }
}
