import TestSupport
import Testing

@testable import Views

/// Searches that find nothing but what another one found.
@Suite struct NarrowingTests {
  @Test(arguments: [
    (TextSearch.Match.words, "", "a", true),
    (.words, "a", "ab", true), (.words, "a", "b a", true), (.words, "a b", "bc ad", true),
    // "ab" is found in texts in which no word begins with "b".
    (.words, "b", "ab", false), (.words, "b", "a-b", false), (.words, "a b", "ab", false),
    (.words, "ab", "a", false), (.words, "-b", "a-b", false), (.words, "-", "-b", true),
    (.contains, "b", "abc", true), (.contains, "a c", "a c", true), (.contains, "ac", "abc", false),
    (.contains, "ab", "b", false),
    (.prefix, "a", "ab", true), (.prefix, "b", "ab", false), (.prefix, "ab", "a", false),
    (.fuzzy, "ac", "abc", true), (.fuzzy, "a", "b a", true), (.fuzzy, "ca", "abc", false),
    (.fuzzy, "ab", "a b", false),
  ])
  func `a search narrows another by its words`(
    match: TextSearch.Match,
    former: String,
    typed: String,
    narrows: Bool
  ) {
    #expect(TextSearch(typed, match).narrows(TextSearch(former, match)) == narrows)
  }

  @Test func `another way to search narrows nothing`() {
    #expect(!TextSearch("ab", .prefix).narrows(TextSearch("a", .contains)))
    #expect(!TextSearch("ab", .words, folds: false).narrows(TextSearch("a", .words)))
  }

  @Test func `what a narrower search finds was found`() {
    var random = SeededGenerator(seed: 3)
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &random))
        .map { _ in ["a", "b", "c", " ", "-", "B"].randomElement(using: &random) ?? "" }.joined()
    }
    var number = 0
    for turn in 0..<4000 {
      let match = [TextSearch.Match.words, .contains, .prefix, .fuzzy][turn % 4]
      let (former, search) = (TextSearch(text(3), match), TextSearch(text(4), match))
      guard search.narrows(former) else { continue }
      for _ in 0..<20 {
        let row = [FoldedText(text(8))]
        guard search.score(in: row) != nil else { continue }
        number += 1
        #expect(former.score(in: row) != nil, "\(search), \(former), seed \(random.seed)")
      }
    }
    #expect(number > 500)
  }
}
