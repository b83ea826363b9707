public import Snapshots

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
  /// The words, none of them empty.
  let words: [SoughtWord]

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
    words =
      parts
      .map { FoldedText(Substring($0), folds: folds) }
      .filter { $0.count > 0 }
      .map { SoughtWord($0, match) }
  }

  /// How many words there are; without any, every row is found.
  public var numberOfWords: Int { words.count }

  /// How well a row is found.
  ///
  /// - Parameters:
  ///   - texts: The row's texts, nil where it has none, folded as ``folds`` says.
  ///   - work: Told how far it is; when it is called off, the score is not to be used.
  /// - Returns: The score, higher when better; nil when a word is found nowhere.
  /// - Complexity: O(words · length), times the length of the words in a fuzzy search.
  public func score(in texts: [FoldedText?], _ work: Work? = nil) -> Int? {
    var sum = 0
    for word in words {
      let scores = texts.compactMap { text in text.flatMap { score(of: word, in: $0, work) } }
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
  func score(of word: SoughtWord, in text: FoldedText, _ work: Work?) -> Int? {
    guard text.mask.covers(word.mask) else { return nil }
    let bytes = FoldedBytes.leastSearch + text.count
    if word.way != .fuzzy, work?.mayRead(bytes) == false { return nil }
    return word.withNeedle { needle in
      text.withBytes { text in text.score(of: needle, word.way, work).map { Int($0) } }
    }
  }

  /// Whether every text that has a word has an older one too.
  private func isFound(_ old: SoughtWord, inWord word: SoughtWord) -> Bool {
    // What stands anywhere need not be where a word begins, and the other way round.
    guard word.way == old.way else { return false }
    return old.withNeedle { needle in
      word.text.withBytes { word in
        switch old.way {
        // Where words begin in a text that has the word, nobody knows but of its own beginning.
        case .whereWordsBegin: word.has(needle.word, at: 0)
        case .atFront, .anywhere, .fuzzy: word.isFound(needle, old.way, nil)
        }
      }
    }
  }
}

// How a word that is looked for stands in a text that has its letters.

extension FoldedBytes {
  /// Whether the word is found; when the work is called off, that is not to be used.
  func isFound(_ needle: Needle, _ way: SoughtWord.Way, _ work: Work?) -> Bool {
    switch way {
    case .fuzzy: FuzzyAlignment.isFound(needle.word, in: self)
    case .atFront: has(needle.word, at: 0)
    case .whereWordsBegin: firstWord(beginningWith: needle, work) != nil
    case .anywhere: firstOffset(of: needle, work) != nil
    }
  }

  /// The score, nil when it is not found, or when the work is called off.
  func score(of needle: Needle, _ way: SoughtWord.Way, _ work: Work?) -> Int32? {
    if way == .fuzzy, work?.mayRead(FuzzyAlignment.bytes(needle.word, self)) == false {
      return nil
    }
    let value =
      way == .fuzzy
      ? FuzzyAlignment.value(of: needle.word, in: self)
      : offset(of: needle, way, work).map { worth(of: needle.word, at: $0) }
    return value.map { score(ofValue: $0) }
  }

  /// The score of a value: of equal ones that of the shorter text is better.
  func score(ofValue value: Int32) -> Int32 { 64 * value - Int32(min(63, numberOfScalars)) }

  /// The first of the best places of a word that is not looked for letter by letter.
  func offset(of needle: Needle, _ way: SoughtWord.Way, _ work: Work?) -> Int? {
    switch way {
    case .fuzzy: return nil
    case .atFront: return has(needle.word, at: 0) ? 0 : nil
    case .whereWordsBegin: return firstWord(beginningWith: needle, work)
    case .anywhere:
      guard let first = firstOffset(of: needle, work) else { return nil }
      if first == 0 || beginsWord(at: first) { return first }
      return firstWord(beginningWith: needle, work) ?? first
    }
  }

  /// What a word without gaps at an offset is worth.
  private func worth(of word: FoldedBytes, at offset: Int) -> Int32 {
    16 + bonus(at: offset) + Int32(word.numberOfScalars - 1) * 24
  }

  /// What it is worth that a scalar of a word stands at a byte.
  func bonus(at offset: Int) -> Int32 {
    offset == 0 ? 10 : beginsWord(at: offset) ? 8 : 0
  }

  /// Whether the first scalar can be part of a word.
  var beginsWordily: Bool { scalars.first.map(WordStart.isWordy) ?? false }
}
