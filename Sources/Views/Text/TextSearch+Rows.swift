public import Snapshots

extension TextSearch {
  /// Finds out of many rows those that are found, and how well when that matters.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - places: Their texts, folded as ``folds`` says.
  ///   - work: Told how far it is; when it is called off, what is found is not to be used.
  /// - Complexity: O(rows), and what is looked at of the texts of those that have all letters.
  public func find(_ rows: inout RowBatch, in places: [FoldedTexts], _ work: Work? = nil) {
    for word in words {
      if let place = places.first, places.count == 1 {
        word.find(&rows, in: place, work)
      } else {
        rows.rateBest(of: places) { place, rows in word.find(&rows, in: place, work) }
      }
    }
  }
}

extension SoughtWord {
  /// Finds rows that have the word in the texts of a place.
  fileprivate func find(_ rows: inout RowBatch, in place: FoldedTexts, _ work: Work?) {
    place.withLook { texts in
      texts.keep(&rows, covering: mask)
      guard rows.ranks || !isDecidedByMask else { return }
      withNeedle { needle in
        if rows.ranks {
          rate(&rows, texts, needle, work)
        } else if way == .whereWordsBegin {
          // They are few, and lie far from one another.
          texts.withAll(of: rows.rows) { all in
            var index = -1
            rows.keep { _ in
              index &+= 1
              return all[index].firstWord(beginningWith: needle) != nil
            }
          }
        } else {
          rows.keep { texts.text(of: $0).isFound(needle, way) }
        }
      }
    }
  }

  /// Rates rows whose texts have all letters.
  private func rate(
    _ rows: inout RowBatch,
    _ texts: FoldedTexts.Look,
    _ needle: Needle,
    _ work: Work?
  ) {
    // For less, lanes are not worth filling.
    guard way == .fuzzy, !isOneLetter, rows.count >= 8 else {
      return rows.rate { score(of: needle, in: texts.text(of: $0), texts.mask(of: $0), work) }
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: rows.count) { scores in
      FuzzyLanes.with(needle.word) { lanes in
        for (index, row) in rows.rows.enumerated() {
          let text = texts.text(of: row)
          if lanes?.takes(text) == true {
            lanes?.append(text, index, to: scores)
          } else {
            scores[index] = text.score(of: needle, way, work) ?? RowBatch.unfound
          }
        }
        lanes?.write(to: scores)
      }
      rows.rate(by: scores)
    }
  }

  /// The score in a text that has its letters; of one letter the mask tells it.
  private func score(
    of needle: Needle,
    in text: FoldedBytes,
    _ mask: TextMask,
    _ work: Work?
  ) -> Int32? {
    guard way == .fuzzy, isOneLetter, text.isASCII, text.count <= TextSearch.fuzzyReach
    else { return text.score(of: needle, way, work) }
    let beginsWord = mask.beginnings & self.mask.letters != 0
    let bonus: Int32 = text[0] == needle.word[0] ? 10 : beginsWord ? 8 : 0
    return text.score(ofValue: 16 + bonus)
  }
}
