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
      var best: Int?
      for case let text? in texts {
        if let score = score(of: word, in: text) { best = max(best ?? score, score) }
      }
      guard let best else { return nil }
      sum += best
    }
    return sum
  }

  /// Whether a row is found.
  ///
  /// - Parameter texts: As in ``score(in:)``.
  /// - Returns: Whether every word is in some text.
  public func isFound(in texts: [FoldedText?]) -> Bool {
    words.allSatisfy { word in
      texts.contains { text in text.map { isFound(word, in: $0) } ?? false }
    }
  }

  /// How well a row with one text is found.
  ///
  /// - Parameter text: As in ``score(in:)-([FoldedText?])``.
  /// - Returns: Likewise.
  public func score(in text: FoldedText) -> Int? {
    var sum = 0
    for word in words {
      guard let score = score(of: word, in: text) else { return nil }
      sum += score
    }
    return sum
  }

  /// Whether a row with one text is found.
  ///
  /// - Parameter text: As in ``score(in:)-([FoldedText?])``.
  /// - Returns: Whether every word is in it.
  public func isFound(in text: FoldedText) -> Bool {
    for word in words where !isFound(word, in: text) { return false }
    return true
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
    let value =
      match == .fuzzy
      ? FuzzyAlignment.value(of: word, in: text)
      : offset(of: word, in: text).map { TextSearch.value(of: word, at: $0, in: text) }
    return value.map { 64 * $0 - min(63, text.numberOfScalars) }
  }

  /// The first of the best places of a word, as an offset in bytes.
  func offset(of word: FoldedText, in text: FoldedText) -> Int? {
    guard word.letters & ~text.letters == 0 else { return nil }
    switch match {
    case .fuzzy: return nil
    case .prefix: return text.bytes.starts(with: word.bytes) ? 0 : nil
    case .words where word.beginsWordily:
      return text.firstOffset(of: word) { text.beginsWord(at: $0) }
    case .words, .contains:
      guard let first = text.firstOffset(of: word, where: { _ in true }) else { return nil }
      if first == 0 || text.beginsWord(at: first) { return first }
      return text.firstOffset(of: word) { text.beginsWord(at: $0) } ?? first
    }
  }

  private func isFound(_ word: FoldedText, in text: FoldedText) -> Bool {
    guard word.letters & ~text.letters == 0 else { return false }
    switch match {
    case .fuzzy: return FuzzyAlignment.isFound(word, in: text)
    case .prefix: return text.bytes.starts(with: word.bytes)
    case .words where word.beginsWordily:
      return text.firstOffset(of: word) { text.beginsWord(at: $0) } != nil
    case .words, .contains: return text.firstOffset(of: word) { _ in true } != nil
    }
  }

  /// Whether every text that has a word has an older one too.
  private func isFound(_ old: FoldedText, inWord word: FoldedText) -> Bool {
    switch match {
    case .words, .prefix: word.bytes.starts(with: old.bytes)
    case .contains: word.firstOffset(of: old) { _ in true } != nil
    case .fuzzy: FuzzyAlignment.isFound(old, in: word)
    }
  }

  /// What a word without gaps at an offset is worth.
  private static func value(of word: FoldedText, at offset: Int, in text: FoldedText) -> Int {
    let bonus = offset == 0 ? 10 : text.beginsWord(at: offset) ? 8 : 0
    return 16 + bonus + (word.numberOfScalars - 1) * 24
  }
}

extension FoldedText {
  /// Whether the first scalar can be part of a word.
  fileprivate var beginsWordily: Bool {
    guard let byte = bytes.first else { return false }
    // Most words are typed in ASCII, and this is asked for each row.
    return (byte < 0x80 ? UInt32(byte) : scalars.first).map(WordStart.isWordy) ?? false
  }

  /// The first offset at which another text stands, of those that a closure accepts.
  fileprivate func firstOffset(of word: FoldedText, where accepts: (Int) -> Bool) -> Int? {
    guard word.count <= count, word.count > 0 else { return nil }
    return withBytes { bytes in
      word.withBytes { word in
        for offset in 0...bytes.count - word.count where bytes[offset] == word[0] {
          var length = 1
          while length < word.count, bytes[offset + length] == word[length] { length += 1 }
          if length == word.count, accepts(offset) { return offset }
        }
        return nil
      }
    }
  }
}
