extension TextSearch {
  /// Finds out of many rows those that are found, and how well when that matters.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - places: Their texts, folded as ``folds`` says.
  /// - Complexity: O(rows), and what is looked at of the texts of those that have all letters.
  public func find(_ rows: inout RowBatch, in places: [FoldedTexts]) {
    for word in words {
      if let place = places.first, places.count == 1 {
        find(word, &rows, in: place)
      } else {
        rows.rateBest(of: places) { place, rows in find(word, &rows, in: place) }
      }
    }
  }

  /// Finds a word in the texts of a place.
  private func find(_ word: FoldedText, _ rows: inout RowBatch, in place: FoldedTexts) {
    let mask = mask(of: word)
    place.withLook { texts in
      rows.keep { texts.masks[Int($0)].covers(mask) }
      guard rows.ranks || !isDecidedByLetters(word) else { return }
      word.withBytes { bytes in
        let way = way(of: bytes)
        if rows.ranks {
          rows.rate { score(of: bytes, in: texts.text(of: $0), texts.masks[Int($0)]) }
        } else {
          rows.keep { isFound(bytes, way, in: texts.text(of: $0)) }
        }
      }
    }
  }

  /// The score of a word in a text that has its letters; of one letter the mask tells it.
  private func score(of word: FoldedBytes, in text: FoldedBytes, _ mask: TextMask) -> Int32? {
    guard match == .fuzzy, word.count == 1, text.isASCII, text.count <= TextSearch.fuzzyReach,
      case let letter = TextMask.bit(of: UInt32(word[0])), letter != TextMask.other
    else { return score(of: word, in: text) }
    let bonus: Int32 = text[0] == word[0] ? 10 : mask.beginnings & letter != 0 ? 8 : 0
    return TextSearch.score(16 + bonus, in: text)
  }

  /// Whether every text that has the letters of a word has the word.
  private func isDecidedByLetters(_ word: FoldedText) -> Bool {
    guard word.numberOfScalars == 1, word.mask.letters != TextMask.other else { return false }
    return match == .words || match == .contains
  }
}
