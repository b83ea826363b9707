public import Snapshots

extension TextSearch {
  /// Finds out of many rows those that are found, and how well.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - places: Their texts, folded as ``folds`` says.
  ///   - ranks: Whether it matters how well they are found.
  ///   - scores: For each row a score, or ``RowScore/none`` for one that is not looked at; it is
  ///     given its own score, 0 when that does not matter, or ``RowScore/none``.
  /// - Complexity: O(rows), and what is looked at of the texts of those that have all letters.
  public func find(
    _ rows: UnsafeBufferPointer<Handle>,
    in places: [FoldedTexts],
    ranks: Bool,
    _ scores: UnsafeMutableBufferPointer<Int32>
  ) {
    if let place = places.first, places.count == 1 {
      for word in words { find(word, rows, in: place, ranks: ranks, scores) }
      return
    }
    for word in words {
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: rows.count) { best in
        best.initialize(repeating: RowScore.none)
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: rows.count) { own in
          for place in places {
            for index in rows.indices {
              own[index] = scores[index] == RowScore.none ? RowScore.none : 0
            }
            find(word, rows, in: place, ranks: ranks, own)
            for index in rows.indices { best[index] = max(best[index], own[index]) }
          }
        }
        for index in rows.indices where scores[index] != RowScore.none {
          scores[index] =
            best[index] == RowScore.none ? RowScore.none : scores[index] &+ best[index]
        }
      }
    }
  }

  /// Adds the scores of a word in the texts of a place.
  private func find(
    _ word: FoldedText,
    _ rows: UnsafeBufferPointer<Handle>,
    in place: FoldedTexts,
    ranks: Bool,
    _ scores: UnsafeMutableBufferPointer<Int32>
  ) {
    let mask = mask(of: word)
    let isDecided = !ranks && isDecidedByLetters(word)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: rows.count) { possible in
      place.withLook { texts in
        let count = passing(mask, rows, texts, scores, possible)
        guard !isDecided else { return }
        word.withBytes { bytes in
          let way = way(of: bytes)
          for index in possible[..<count] {
            let text = texts.text(of: rows[index])
            if !ranks {
              if !isFound(bytes, way, in: text) { scores[index] = RowScore.none }
            } else if let score = score(of: bytes, in: text, texts.masks[Int(rows[index])]) {
              scores[index] &+= score
            } else {
              scores[index] = RowScore.none
            }
          }
        }
      }
    }
  }

  /// Drops the rows whose texts lack a letter; what is left is in no order, so there are no
  /// branches.
  ///
  /// - Returns: How many are left.
  private func passing(
    _ mask: TextMask,
    _ rows: UnsafeBufferPointer<Handle>,
    _ texts: FoldedTexts.Look,
    _ scores: UnsafeMutableBufferPointer<Int32>,
    _ passing: UnsafeMutableBufferPointer<Int>
  ) -> Int {
    var count = 0
    for index in rows.indices {
      let own = texts.masks[Int(rows[index])]
      let missing =
        mask.letters & ~own.letters | mask.beginnings & ~own.beginnings
      // All bits when a letter is missing, and none when not.
      let isMissing = Int32(truncatingIfNeeded: 0 &- (missing | (0 &- missing)) &>> 63)
      let score = scores[index] & ~isMissing | RowScore.none & isMissing
      scores[index] = score
      passing[count] = index
      count &+= RowScore.isFound(score)
    }
    return count
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

/// How well rows are found, as one number for each.
public enum RowScore {
  /// That of a row that is not found.
  public static var none: Int32 { .min }

  /// 1 for the score of a row that is found and 0 for none, without a branch.
  static func isFound(_ score: Int32) -> Int {
    let other = UInt32(bitPattern: score ^ none)
    return Int((other | (0 &- other)) &>> 31)
  }
}
