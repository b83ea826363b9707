import Views

/// A row that a search finds, and what is said of it.
struct TextSearchCase {
  let text: String
  let match: TextSearch.Match
  let unit: TextUnit
  let row: [String?]
  let score: Int
  /// The texts in which words are lit, and where in each.
  let places: [Int]
  let ranges: [[Range<Int>]]

  static let all: [TextSearchCase] = cases.map {
    TextSearchCase(text: $0, match: $1, unit: $2, row: $3, score: $4, places: $5, ranges: $6)
  }

  private static let cases:
    [(String, TextSearch.Match, TextUnit, [String?], Int, [Int], [[Range<Int>]])] = [
      (
        "VU deja", .words, .utf16, ["Déjà vu"], 9330,
        [0], [[0..<4, 5..<7]]
      ),
      (
        "go ", .prefix, .utf16, ["Go Your Own Way"], 3185,
        [0], [[0..<2]]
      ),
      (
        "sjt", .fuzzy, .utf16, ["Sources/JSON/Tape.swift"], 3753,
        [0], [[0..<1, 8..<9, 13..<14]]
      ),
      (
        "bar", .fuzzy, .utf16, ["bar"], 4733,
        [0], [[0..<3]]
      ),
      (
        "bar", .fuzzy, .utf16, ["foo bar"], 4601,
        [0], [[4..<7]]
      ),
      (
        "bar", .fuzzy, .utf16, ["b_a_r"], 4347,
        [0], [[0..<1, 2..<3, 4..<5]]
      ),
      (
        "bar", .fuzzy, .utf16, ["foobar"], 4090,
        [0], [[3..<6]]
      ),
      (
        "idi go", .words, .utf16, ["Let It Go", "Idina Menzel"], 7787,
        [0, 1], [[7..<9], [0..<3]]
      ),
      (
        "197", .words, .utf16, ["1976"], 4732,
        [0], [[0..<3]]
      ),
      (
        "京", .words, .utf16, ["東京都"], 1533,
        [0], [[1..<2]]
      ),
      (
        "京", .words, .utf16, ["京都"], 1662,
        [0], [[0..<1]]
      ),
      (
        "stras", .words, .utf16, ["😀 Straße"], 7671,
        [0], [[3..<8]]
      ),
      (
        "et", .words, .utf16, ["e\u{301}te\u{301} sto"], 3193,
        [0], [[0..<3]]
      ),
      (
        "stras", .words, .utf8, ["😀 Straße"], 7671,
        [0], [[5..<11]]
      ),
      (
        "et", .words, .utf8, ["e\u{301}te\u{301} sto"], 3193,
        [0], [[0..<4]]
      ),
      (
        "stras", .words, .utf32, ["😀 Straße"], 7671,
        [0], [[2..<7]]
      ),
      (
        "et", .words, .utf32, ["e\u{301}te\u{301} sto"], 3193,
        [0], [[0..<3]]
      ),
      (
        "go", .words, .utf16, ["Let It Go"], 3063,
        [0], [[7..<9]]
      ),
      (
        "go", .words, .utf16, ["Go Your Own Way"], 3185,
        [0], [[0..<2]]
      ),
    ]
}
