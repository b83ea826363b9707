/// Words that somebody typed, and how they are looked for.
public struct TextSearch: Equatable, Sendable {
  /// How a word is found in a text.
  public enum Match: Sendable {
    /// At the beginning of a word of the text; anywhere when it begins with nothing wordy.
    case words
    /// Anywhere.
    case contains
    /// At the beginning of the text.
    case prefix
    /// Its scalars in their order, with anything between them.
    case fuzzy
  }

  /// How many folded scalars of a text are looked at in a fuzzy search.
  static let fuzzyReach = 1024

  /// How a word is found.
  public let match: Match
  /// Whether case and marks are ignored.
  public let folds: Bool
  /// The words, folded, none of them empty.
  let words: [FoldedText]

  /// Reads what was typed.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - match: How a word is found.
  ///   - folds: Whether case and marks are ignored.
  public init(_ text: String, _ match: Match, folds: Bool = true) {
    self.match = match
    self.folds = folds
    let scalars = text.unicodeScalars
    var parts: [Substring.UnicodeScalarView]
    switch match {
    case .words, .fuzzy:
      parts = scalars.split { WordStart.isBlank($0.value) }
    case .contains, .prefix:
      let blank = { (scalar: Unicode.Scalar) in WordStart.isBlank(scalar.value) }
      let end = scalars.lastIndex { !blank($0) }.map { scalars.index(after: $0) }
      let whole = scalars[..<(end ?? scalars.startIndex)]
      parts = [whole.drop(while: blank)]
    }
    words = parts.map { FoldedText(Substring($0), folds: folds) }.filter { $0.count > 0 }
  }

  /// How many words there are; without any, every row is found.
  public var numberOfWords: Int { words.count }

  /// How well a row is found.
  ///
  /// - Parameter texts: The row's texts, nil where it has none, folded as ``folds`` says.
  /// - Returns: The score, higher when better; nil when a word is found nowhere.
  /// - Complexity: O(words · length), times the length of the words in a fuzzy search.
  public func score(in texts: [FoldedText?]) -> Int? {
    var sum = 0
    for word in words {
      let scores = texts.compactMap { text in text.flatMap { score(of: word, in: $0) } }
      guard let best = scores.max() else { return nil }
      sum += best
    }
    return sum
  }

  /// Whether all that finds a row under this search also finds it under another: when it is typed
  /// on, nobody needs to look again at what was not found.
  ///
  /// - Parameter former: The search before.
  /// - Returns: Whether what this one finds was found by it.
  public func narrows(_ former: TextSearch) -> Bool {
    guard match == former.match, folds == former.folds else { return false }
    return former.words.allSatisfy { old in words.contains { isFound(old, inWord: $0) } }
  }
}

extension TextSearch {
  func score(of word: FoldedText, in text: FoldedText) -> Int? {
    guard text.mask.covers(mask(of: word)) else { return nil }
    return word.withBytes { word in
      text.withBytes { text in score(of: word, in: text).map { Int($0) } }
    }
  }

  /// The score of a word in a text that has its letters, nil when it is not found.
  func score(of word: FoldedBytes, in text: FoldedBytes) -> Int32? {
    let value =
      match == .fuzzy
      ? FuzzyAlignment.value(of: word, in: text)
      : offset(of: word, in: text).map { TextSearch.value(of: word, at: $0, in: text) }
    return value.map { TextSearch.score($0, in: text) }
  }

  /// The score of a value in a text: of equal ones that of the shorter text is better.
  static func score(_ value: Int32, in text: FoldedBytes) -> Int32 {
    64 * value - Int32(min(63, text.numberOfScalars))
  }

  /// What a text has in which a word is found.
  func mask(of word: FoldedText) -> TextMask {
    var mask = TextMask(letters: word.mask.letters)
    if match == .words, word.beginsWordily, let first = word.withBytes(\.scalars).first {
      mask.beginnings = TextMask.bit(of: first)
    }
    return mask
  }

  /// The first of the best places of a word that is not looked for letter by letter, in bytes.
  func offset(of word: FoldedBytes, in text: FoldedBytes) -> Int? {
    switch way(of: word) {
    case .fuzzy: return nil
    case .atFront: return text.has(word, at: 0) ? 0 : nil
    case .whereWordsBegin: return text.firstWord(beginningWith: word)
    case .anywhere:
      guard let first = text.firstOffset(of: word) else { return nil }
      if first == 0 || text.beginsWord(at: first) { return first }
      return text.firstWord(beginningWith: word) ?? first
    }
  }

  /// Where a word is looked for.
  enum Way {
    case fuzzy, atFront, whereWordsBegin, anywhere
  }

  /// Where a word is looked for in all texts.
  func way(of word: FoldedBytes) -> Way {
    switch match {
    case .fuzzy: .fuzzy
    case .prefix: .atFront
    case .words: word.beginsWordily ? .whereWordsBegin : .anywhere
    case .contains: .anywhere
    }
  }

  /// Whether a text that has a word's letters has the word.
  func isFound(_ word: FoldedBytes, _ way: Way, in text: FoldedBytes) -> Bool {
    switch way {
    case .fuzzy: FuzzyAlignment.isFound(word, in: text)
    case .atFront: text.has(word, at: 0)
    case .whereWordsBegin: text.firstWord(beginningWith: word) != nil
    case .anywhere: text.firstOffset(of: word) != nil
    }
  }

  /// Whether every text that has a word has an older one too.
  private func isFound(_ old: FoldedText, inWord word: FoldedText) -> Bool {
    old.withBytes { old in
      word.withBytes { word in
        switch match {
        // What stands anywhere need not be where a word begins, and the other way round.
        case .words: word.has(old, at: 0) && word.beginsWordily == old.beginsWordily
        case .prefix: word.has(old, at: 0)
        case .contains: word.firstOffset(of: old) != nil
        case .fuzzy: FuzzyAlignment.isFound(old, in: word)
        }
      }
    }
  }

  /// What a word without gaps at an offset is worth.
  private static func value(
    of word: FoldedBytes,
    at offset: Int,
    in text: FoldedBytes
  ) -> Int32 {
    16 + text.bonus(at: offset) + Int32(word.numberOfScalars - 1) * 24
  }
}

extension FoldedText {
  /// Whether the first scalar can be part of a word.
  fileprivate var beginsWordily: Bool { withBytes(\.beginsWordily) }
}

extension FoldedBytes {
  /// Whether the first scalar can be part of a word.
  var beginsWordily: Bool {
    // Most words are typed in ASCII, and this is asked for each row.
    (self[0] < 0x80 ? UInt32(self[0]) : scalars.first).map(WordStart.isWordy) ?? false
  }

  /// What it is worth that a scalar of a word stands at a byte.
  func bonus(at offset: Int) -> Int32 {
    offset == 0 ? 10 : beginsWord(at: offset) ? 8 : 0
  }
}
