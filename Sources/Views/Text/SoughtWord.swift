/// A word that is looked for, with what is known of it before any text is looked at.
struct SoughtWord: Equatable, Sendable {
  /// Where a word is looked for in a text.
  enum Way {
    case fuzzy, atFront, whereWordsBegin, anywhere
  }

  /// The word, folded.
  let text: FoldedText
  let way: Way
  /// What every text has that has the word.
  let mask: TextMask
  /// Whether it is a small letter or a digit, whose bit nothing else has.
  let isOneLetter: Bool
  /// Whether every text has the word that has that.
  let isDecidedByMask: Bool

  init(_ text: FoldedText, _ match: TextSearch.Match) {
    self.text = text
    let beginsWordily = text.withBytes(\.beginsWordily)
    way =
      switch match {
      case .fuzzy: .fuzzy
      case .prefix: .atFront
      case .words: beginsWordily ? .whereWordsBegin : .anywhere
      case .contains: .anywhere
      }
    mask = TextMask(
      of: text.scalars,
      areAdjacent: way != .fuzzy,
      beginWord: way == .whereWordsBegin
    )
    isOneLetter = text.numberOfScalars == 1 && mask.letters & ~TextMask.own == 0
    isDecidedByMask = isOneLetter && (way == .whereWordsBegin || way == .anywhere)
  }

  /// Calls a closure with the word made ready to be compared with texts.
  func withNeedle<Result>(_ body: (Needle) -> Result) -> Result {
    text.withBytes { body(Needle($0)) }
  }
}

/// A word that is compared with many texts.
struct Needle {
  /// Bytes of a text that are compared at once.
  typealias Block = SIMD16<UInt8>

  let word: FoldedBytes
  /// What it begins with, to tell most places where it does not stand.
  private let head: UInt64
  private let headMask: UInt64
  /// The first byte, and another one so many bytes behind it.
  let first: Block
  let second: Block
  let distance: Int

  init(_ word: FoldedBytes) {
    self.word = word
    headMask = word.count < 8 ? 1 &<< UInt64(8 &* word.count) &- 1 : UInt64.max
    head = word.eight(at: 0) & headMask
    distance = word.count > 1 ? 1 : 0
    first = Block(repeating: word[0])
    second = Block(repeating: word[distance])
  }

  /// Whether the word stands in a text at an offset.
  @inline(__always)
  func stands(in text: FoldedBytes, at offset: Int) -> Bool {
    guard text.eight(at: offset) & headMask == head else { return false }
    return word.count <= 8
      ? offset &+ word.count <= text.count : text.has(word, at: offset)
  }
}
