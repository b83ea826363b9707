import Snapshots

/// The best way to find the scalars of a word in a text, in their order.
///
/// With `best[k][j]` for the best value with scalar k of the word at position j of the text, the
/// greatest of `best[k-1][i] + i` over all i before j - 1 is kept while j goes on, so that a word
/// of m scalars in a text of n takes O(m · n).
struct FuzzyAlignment {
  private static let unreachable = Int32.min / 2

  private let word: [UInt32]
  private let text: [UInt32]
  private let bonuses: [Int32]

  private init(_ word: FoldedBytes, _ text: FoldedBytes) {
    self.word = word.scalars
    var scalars: [UInt32] = []
    var bonuses: [Int32] = []
    var offset = 0
    for scalar in text.scalars.prefix(TextSearch.fuzzyReach) {
      bonuses.append(text.bonus(at: offset))
      scalars.append(scalar)
      offset += UTF8.width(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    }
    self.text = scalars
    self.bonuses = bonuses
  }

  /// How many bytes could be read in about the time that it takes to find the best value.
  static func bytes(_ word: FoldedBytes, _ text: FoldedBytes) -> Int {
    word.count * min(text.count, TextSearch.fuzzyReach) / 8
  }

  /// Whether the scalars stand in the text in their order.
  static func isFound(_ word: FoldedBytes, in text: FoldedBytes) -> Bool {
    if word.isASCII, text.isASCII { return areFound(word, in: text) }
    var rest = word.scalars[...]
    for scalar in text.scalars.prefix(TextSearch.fuzzyReach) where scalar == rest.first {
      rest.removeFirst()
      if rest.isEmpty { return true }
    }
    return rest.isEmpty
  }

  /// Likewise, where each scalar is a byte.
  private static func areFound(_ word: FoldedBytes, in text: FoldedBytes) -> Bool {
    var found = 0
    for offset in 0..<min(text.count, TextSearch.fuzzyReach) where text[offset] == word[found] {
      found += 1
      if found == word.count { return true }
    }
    return false
  }

  /// The greatest value of an alignment, nil when there is none.
  static func value(of word: FoldedBytes, in text: FoldedBytes) -> Int32? {
    if word.isASCII, text.isASCII { return FuzzyPlaces.value(of: word, in: text) }
    guard isFound(word, in: text) else { return nil }
    let alignment = FuzzyAlignment(word, text)
    var row = alignment.firstRow
    for index in alignment.word.indices.dropFirst() { row = alignment.row(index, after: row) }
    return row.max()
  }

  /// The positions of the best alignment: of several the one whose last position is least, then
  /// the last but one, and so on; none when the work is called off.
  static func positions(
    of word: FoldedBytes,
    in text: FoldedBytes,
    _ work: Work? = nil
  ) -> [Int] {
    guard isFound(word, in: text) else { return [] }
    // All values are kept, which takes longer than to find the best one.
    if work?.mayRead(4 * bytes(word, text)) == false { return [] }
    let alignment = FuzzyAlignment(word, text)
    var rows = [alignment.firstRow]
    for index in alignment.word.indices.dropFirst() {
      rows.append(alignment.row(index, after: rows[index - 1]))
    }
    var positions: [Int] = []
    for row in rows.reversed() {
      let next = positions.last
      let candidates = next.map { row.indices.prefix($0) } ?? row.indices[...]
      // What leads to the greatest value, or to the value that was found at the next position.
      let worth = { (place: Int) in
        next.map { row[place] + alignment.gain(of: $0, after: place) } ?? row[place]
      }
      guard let best = candidates.map(worth).max(),
        let place = candidates.first(where: { worth($0) == best })
      else { return [] }
      positions.append(place)
    }
    return positions.reversed()
  }

  /// The values with the first scalar of the word at each position.
  private var firstRow: [Int32] {
    zip(text, bonuses).map { $0 == word.first ? 16 + $1 : FuzzyAlignment.unreachable }
  }

  /// The values with a scalar of the word at each position, from those with the one before it.
  private func row(_ index: Int, after former: [Int32]) -> [Int32] {
    var row = Array(repeating: FuzzyAlignment.unreachable, count: text.count)
    // The greatest of `former[i] + i` for all i before the last position.
    var reach = FuzzyAlignment.unreachable
    for place in text.indices.dropFirst() {
      if text[place] == word[index] {
        let adjacent = former[place - 1] + 24
        let apart = reach + 16 + bonuses[place] - 1 - Int32(place)
        row[place] = max(adjacent, apart, FuzzyAlignment.unreachable)
      }
      reach = max(reach, former[place - 1] + Int32(place - 1))
    }
    return row
  }

  /// What a scalar of the word at a position adds after the one before it at another.
  private func gain(of place: Int, after former: Int) -> Int32 {
    if place == former + 1 { return 24 }
    return 16 + bonuses[place] - 2 - Int32(place - former - 1)
  }
}
