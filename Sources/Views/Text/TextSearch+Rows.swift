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
      // Rows without its letters are looked at as well.
      guard work?.mayRead(FoldedBytes.leastSearch * rows.count * places.count) != false else {
        return rows.keep { _ in false }
      }
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
        var searched = SearchedBytes(work)
        if rows.ranks {
          rate(&rows, texts, needle, &searched)
        } else if way == .whereWordsBegin {
          // They are few, and lie far from one another.
          texts.withAll(of: rows.rows) { all in
            var index = -1
            rows.keep { _ in
              index &+= 1
              return searched.maySearch(all[index])
                && all[index].firstWord(beginningWith: needle, work) != nil
            }
          }
        } else {
          rows.keep { row in
            let text = texts.text(of: row)
            return searched.maySearch(text) && text.isFound(needle, way, work)
          }
        }
      }
    }
  }

  /// Rates rows whose texts have all letters.
  private func rate(
    _ rows: inout RowBatch,
    _ texts: FoldedTexts.Look,
    _ needle: Needle,
    _ searched: inout SearchedBytes
  ) {
    let work = searched.work
    // For less, lanes are not worth filling.
    guard way == .fuzzy, !isOneLetter, rows.count >= 8 else {
      return rows.rate { row in
        let text = texts.text(of: row)
        guard searched.maySearch(text) else { return nil }
        return score(of: needle, in: text, texts.mask(of: row), work)
      }
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: rows.count) { scores in
      FuzzyLanes.with(needle.word) { lanes in
        for (index, row) in rows.rows.enumerated() {
          let text = texts.text(of: row)
          guard searched.maySearch(text) else {
            scores[index] = RowBatch.unfound
            continue
          }
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

/// Counts the texts that are searched one after another, most of which are short.
private struct SearchedBytes {
  let work: Work?
  private var count = 0

  init(_ work: Work?) {
    self.work = work
  }

  /// Says that a text is searched, and whether to go on.
  @inline(__always)
  mutating func maySearch(_ text: FoldedBytes) -> Bool {
    count &+= FoldedBytes.leastSearch &+ text.count
    return count < FoldedBytes.portion || mayGoOn()
  }

  @inline(never)
  private mutating func mayGoOn() -> Bool {
    guard work?.mayRead(count) != false else { return false }
    count = 0
    return true
  }
}
