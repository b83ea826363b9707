import Snapshots
import TestSupport
import Testing
import Views

@Suite struct TextSearchTests {
  @Test(arguments: TextSearchCase.all.indices)
  func `a row is found, scored and lit`(index: Int) {
    let known = TextSearchCase.all[index]
    let search = TextSearch(known.text, known.match)
    let folded = known.row.map { $0.map { FoldedText($0) } }

    #expect(search.score(in: folded) == known.score)
    let lit = search.highlights(in: known.row, folded: folded, known.unit)
    #expect(lit.map(\.place) == known.places)
    #expect(lit.map(\.ranges) == known.ranges)
  }

  @Test(arguments: [
    ("source", "DataSource", true), ("ata", "DataSource", false), ("3", "mp3", true),
    ("京", "東京都", true), ("#tag", "a#tag", true), ("vu", "déjà vu", true),
    ("a", "cafe\u{301}a", false), ("o", "naïve·o", true), ("x", "a_x", true), ("x", "éx", false),
  ])
  func `a word is found where a word begins`(word: String, text: String, isFound: Bool) {
    let search = TextSearch(word, .words)
    #expect((search.score(in: [FoldedText(text)]) != nil) == isFound)
  }

  @Test func `nothing typed has no words`() {
    #expect(TextSearch(" \u{A0}\u{3000}\t", .words).numberOfWords == 0)
    #expect(TextSearch("\u{301}", .contains).numberOfWords == 0)
    #expect(TextSearch(" a b ", .contains).numberOfWords == 1)
    #expect(TextSearch(" a b ", .fuzzy).numberOfWords == 2)
  }

  @Test func `without folding case and marks count`() {
    let search = TextSearch("É", .contains, folds: false)
    #expect(search.score(in: [FoldedText("aÉ", folds: false)]) != nil)
    #expect(search.score(in: [FoldedText("aé", folds: false)]) == nil)
  }

  @Test func `each word may be in another text, and is lit where it is found best`() {
    let search = TextSearch("b c", .words)
    #expect(search.score(in: [FoldedText("a b"), nil, FoldedText("c")]) != nil)
    #expect(search.score(in: [FoldedText("a b"), nil]) == nil)
  }

  @Test func `random texts are found and scored as every alignment says`() {
    var random = SeededGenerator(seed: 1)
    let letters = ["a", "b", "A", "é", " ", "-", "1", "ß", "京", "B", "b"]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random))
        .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for turn in 0..<3000 {
      let match = [TextSearch.Match.words, .contains, .prefix, .fuzzy][turn % 4]
      let (typed, row) = (text(4), [text(9), text(6)])
      let folds = turn % 3 != 0
      let search = TextSearch(typed, match, folds: folds)
      let expected = AlignmentOracle.score(typed, match, folds, in: row)
      let folded = row.map { FoldedText($0, folds: folds) }
      #expect(search.score(in: folded) == expected, "\(typed) in \(row), \(match)")
      let longer = TextSearch(typed + text(2), match, folds: folds)
      if longer.narrows(search), expected == nil {
        #expect(longer.score(in: folded) == nil, "\(longer) narrows \(typed) in \(row)")
      }
    }
  }
}

extension TextSearchTests {
  /// Texts of all lengths around those at which they are looked at otherwise, in two places.
  @Test func `rows that are searched together are found as each alone`() {
    var random = SeededGenerator(seed: 2)
    let letters = ["a", "b", "A", "é", " ", "-", "1", "ß", "京", "b", "c", "d"]
    // Words of up to twelve letters and texts of up to 64 are aligned several at a time.
    let longest = [1, 2, 3, 4, 5, 12, 13, 16]
    for turn in 0..<640 {
      let isLong = longest[turn / 4 % longest.count] > 5
      let alphabet =
        isLong
        ? ["a", "b", "A", "-", "\0"]
        : turn % 3 == 0 ? letters : letters.filter { $0.utf8.count == 1 }
      func text(_ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random))
          .map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
      }
      let match = [TextSearch.Match.words, .contains, .prefix, .fuzzy][turn % 4]
      // With all gaps that there can be, and the last letter far behind.
      let sparse = isLong && turn % 3 == 0 ? String(repeating: "bbbba", count: 12) + "bbbb" : nil
      let typed = sparse.map { $0.filter { $0 == "a" } }
      let folds = turn % 5 != 0
      let word = typed ?? text(longest[turn / 4 % longest.count])
      let search = TextSearch(word, match, folds: folds)
      let rows = (0..<40).map { _ in
        [sparse ?? text(80), text(9)].map {
          Bool.random(using: &random) ? FoldedText($0, folds: folds) : nil
        }
      }
      let numberOfPlaces = turn % 2 + 1
      let places = (0..<numberOfPlaces).map { place in
        var texts = FoldedTexts()
        for row in rows.indices { texts.set(nil, of: Handle(row)) }
        for (row, own) in rows.enumerated() { texts.set(own[place], of: Handle(row)) }
        return texts
      }
      for ranks in [false, true] {
        let looked = rows.indices.filter { $0 % 5 != 4 }
        var found = looked.map(Handle.init)
        var scores = Array(repeating: Int32(7), count: found.count)
        let number = found.withUnsafeMutableBufferPointer { found in
          scores.withUnsafeMutableBufferPointer { scores in
            var batch = RowBatch(found, scores: ranks ? scores : nil)
            search.find(&batch, in: places)
            return batch.rows.count
          }
        }
        let expected = looked.compactMap { row in
          search.score(in: Array(rows[row].prefix(numberOfPlaces))).map { (row, $0) }
        }
        #expect(found[..<number].map { Int($0) } == expected.map(\.0), "\(search), \(rows)")
        if ranks {
          #expect(scores[..<number].map { Int($0) } == expected.map(\.1), "\(search), \(rows)")
        }
      }
    }
  }
}

extension TextSearchTests {
  @Test func `what lies behind a text is no part of it`() {
    // Where its words begin is kept behind it, in a byte that is an "a" here.
    let text = "abbb-bB"
    let rows = [text] + Array(repeating: "bbbbbbbbbbbba", count: 15)
    var texts = FoldedTexts()
    for (row, text) in rows.enumerated() { texts.set(FoldedText(text), of: Handle(row)) }
    var all = rows.indices.map(Handle.init)
    var scores = Array(repeating: Int32(0), count: all.count)
    let number = all.withUnsafeMutableBufferPointer { all in
      scores.withUnsafeMutableBufferPointer { scores in
        var batch = RowBatch(all, scores: scores)
        TextSearch("ba", .fuzzy).find(&batch, in: [texts])
        return batch.rows.count
      }
    }
    #expect(all[..<number].map { Int($0) } == Array(1..<16))
  }

  @Test func `no two letters look like a capital or a word that begins with others`() {
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    var texts = FoldedTexts()
    let rows = letters.flatMap { first in letters.map { "\(first)\($0)" } }
    for (row, text) in rows.enumerated() {
      texts.set(FoldedText(text, folds: false), of: Handle(row))
    }
    func found(_ word: String, _ match: TextSearch.Match) -> [String] {
      var all = rows.indices.map(Handle.init)
      let number = all.withUnsafeMutableBufferPointer { all in
        var batch = RowBatch(all)
        TextSearch(word, match, folds: false).find(&batch, in: [texts])
        return batch.rows.count
      }
      return all[..<number].map { rows[Int($0)] }
    }
    for letter in letters {
      #expect(found(letter.uppercased(), .words) == [])
      #expect(found(letter.uppercased(), .contains) == [])
      #expect(found(letter, .words) == rows.filter { $0.hasPrefix(letter) })
      #expect(found(letter, .contains) == rows.filter { $0.contains(letter) })
      #expect(found(letter + "x", .words) == [letter + "x"])
    }
  }
}

/// Scores by going through all alignments of a word, with a folding of its own.
private enum AlignmentOracle {
  static func score(
    _ typed: String,
    _ match: TextSearch.Match,
    _ folds: Bool,
    in row: [String]
  ) -> Int? {
    let isSplit = match == .words || match == .fuzzy
    let trimmed = typed.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    let words = isSplit ? typed.split(separator: " ").map(String.init) : [String(trimmed)]
    let folded = words.map { fold($0, folds).map(\.letter) }.filter { !$0.isEmpty }
    var sum = 0
    for word in folded {
      guard let best = row.compactMap({ score(word, match, in: fold($0, folds)) }).max() else {
        return nil
      }
      sum += best
    }
    return sum
  }

  private typealias Place = (letter: Character, begins: Bool)

  private static func fold(_ text: String, _ folds: Bool) -> [Place] {
    var places: [Place] = []
    var before: Character = " "
    for letter in text {
      let isWordy = letter != " " && letter != "-"
      let wasWordy = before != " " && before != "-"
      let begins =
        isWordy
        && (!wasWordy || letter == "京" || before == "京"
          || "ab".contains(before) && "AB".contains(letter)
          || letter == "1" && before != "1")
      let small = ["A": "a", "B": "b", "é": "e", "ß": "ss"][letter]
      let folded = folds ? small ?? String(letter) : String(letter)
      for (index, one) in folded.enumerated() { places.append((one, begins && index == 0)) }
      before = letter
    }
    return places
  }

  private static func score(
    _ word: [Character],
    _ match: TextSearch.Match,
    in text: [Place]
  ) -> Int? {
    var best: Int?
    func go(_ index: Int, _ last: Int, _ value: Int) {
      guard index < word.count else {
        best = max(best ?? .min, value)
        return
      }
      for place in last + 1..<max(last + 1, text.count) where text[place].letter == word[index] {
        let bonus = place == 0 ? 10 : text[place].begins ? 8 : 0
        if index == 0 {
          if match == .prefix, place > 0 { continue }
          if match == .words, word[0] != "-", !text[place].begins { continue }
          go(1, place, 16 + bonus)
        } else if place == last + 1 {
          go(index + 1, place, value + 24)
        } else if match == .fuzzy {
          go(index + 1, place, value + 16 + bonus - 2 - (place - last - 1))
        }
      }
    }
    go(0, -1, 0)
    return best.map { 64 * $0 - min(63, text.count) }
  }
}

extension TextSearchTests {
  @Test(arguments: [
    "", "a", "DataSource mp3", "x-Y_z 10", "aB1cD 22e-F34Gh[7", "Straße", "東京 Tower", "e\u{301}A",
  ])
  func `bytes are folded as the text that they are`(text: String) {
    for folds in [true, false] {
      let bytes = Array(text.utf8).withUnsafeBytes { FoldedText($0, folds: folds) }
      #expect(bytes == FoldedText(text, folds: folds))
    }
  }

  @Test(arguments: ["a", "ä", "1a"])
  func `a long text is left in its midst when that is called off`(part: String) {
    let bytes = Array(String(repeating: part, count: 100_000).utf8)
    let work = Work()
    let whole = bytes.withUnsafeBytes { FoldedText($0, folds: true, work) }
    #expect(whole.text.count == 100_000 * part.count && !work.isCalledOff)

    work.mayContinue = { _ in false }
    let left = bytes.withUnsafeBytes { FoldedText($0, folds: true, work) }
    #expect(work.isCalledOff)
    #expect(left.text.prefix { $0 != "\0" }.count < 20_000)

    var key: [UInt8] = []
    whole.appendSortKey(to: &key, isNatural: true, work)
    #expect(key.count < 40_000)
  }
}
