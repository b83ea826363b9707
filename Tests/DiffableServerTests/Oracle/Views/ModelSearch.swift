/// A search in rows, by trying every place that a word can have in a text.
struct ModelSearch {
  let text: String
  let match: String
  let folds: Bool
  let ranks: Bool
  let places: [ModelPlace]
  private(set) var words: [String] = []

  init(_ text: String, _ match: String, folds: Bool, ranks: Bool, in places: [ModelPlace]) {
    self.text = text
    self.match = match
    self.folds = folds
    self.ranks = ranks
    self.places = places
    let splits = match == "words" || match == "fuzzy"
    let parts = text.split(separator: " ").map(String.init)
    let trimmed = text.split(separator: " ", omittingEmptySubsequences: false)
    let whole = trimmed.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
    let found = splits ? parts : [whole.joined(separator: " ")]
    words = found.map { folds ? ModelOrder.folded($0) : $0 }.filter { !$0.isEmpty }
  }

  /// How well a row is found, nil when a word is found nowhere.
  func score(of row: ModelRow) -> Int? {
    var sum = 0
    for word in words {
      let scores = places.compactMap { place in
        text(of: place.value(of: row)).flatMap { score(of: word, in: $0) }
      }
      guard let best = scores.max() else { return nil }
      sum += best
    }
    return sum
  }

  private func text(of value: Value?) -> String? {
    if case .number(let text) = value { text } else { value?.text }
  }

  private func score(of word: String, in text: String) -> Int? {
    let original = Array(text.unicodeScalars)
    let scalars = Array((folds ? ModelOrder.folded(text) : text).unicodeScalars)
    let word = Array(word.unicodeScalars)
    let starts = original.indices.map { ModelSearch.beginsWord(original, at: $0) }
    let values = alignments(of: word, in: scalars, starts).map { value(of: $0, starts) }
    return values.max().map { 64 * $0 - min(63, scalars.count) }
  }

  /// All positions that the scalars of a word can have.
  private func alignments(
    of word: [Unicode.Scalar],
    in text: [Unicode.Scalar],
    _ starts: [Bool]
  ) -> [[Int]] {
    var found: [[Int]] = [[]]
    for scalar in word {
      found = found.flatMap { places in
        text.indices.filter { text[$0] == scalar && $0 > places.last ?? -1 }.map { places + [$0] }
      }
    }
    return found.filter { places in
      let isWhole = zip(places, places.dropFirst()).allSatisfy { $1 == $0 + 1 }
      switch match {
      case "fuzzy": return true
      case "prefix": return isWhole && places.first == 0
      case "words" where ModelSearch.isWordy(word[0]): return isWhole && starts[places[0]]
      default: return isWhole
      }
    }
  }

  private func value(of places: [Int], _ starts: [Bool]) -> Int {
    func bonus(_ place: Int) -> Int { place == 0 ? 10 : starts[place] ? 8 : 0 }
    var value = 16 + bonus(places[0])
    for (before, place) in zip(places, places.dropFirst()) {
      value += place == before + 1 ? 24 : 16 + bonus(place) - 2 - (place - before - 1)
    }
    return value
  }

  private static func isWordy(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "é" || scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
  }

  private static func beginsWord(_ text: [Unicode.Scalar], at index: Int) -> Bool {
    let scalar = text[index]
    guard isWordy(scalar), index > 0, isWordy(text[index - 1]) else { return isWordy(scalar) }
    let before = text[index - 1]
    if "a"..."z" ~= before, "A"..."Z" ~= scalar { return true }
    return "0"..."9" ~= scalar && !("0"..."9" ~= before)
  }
}
