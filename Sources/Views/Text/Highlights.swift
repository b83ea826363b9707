public import Snapshots

/// The unit in which positions in a text are counted.
public enum TextUnit: Sendable {
  /// Bytes of UTF-8.
  case utf8
  /// Code units of UTF-16.
  case utf16
  /// Unicode scalars.
  case utf32
}

extension TextSearch {
  /// Where words are lit in the texts of a row: each word at the place where it is found best.
  ///
  /// - Parameters:
  ///   - texts: The row's texts as they are, nil where it has none.
  ///   - folded: The same, folded as ``folds`` says.
  ///   - unit: What the ranges are counted in.
  ///   - work: Told how far it is; when it is called off, the ranges are not to be used.
  /// - Returns: For each text in which a word is lit, its index and ranges of it, ascending and as
  ///   long as they can be.
  public func highlights(
    in texts: [String?],
    folded: [FoldedText?],
    _ unit: TextUnit,
    _ work: Work? = nil
  ) -> [(place: Int, ranges: [Range<Int>])] {
    var lit: [Int: Set<Int>] = [:]
    for word in words {
      var best: (place: Int, score: Int)?
      for (place, text) in folded.enumerated() {
        guard let text, let score = score(of: word, in: text, work) else { continue }
        if score > best?.score ?? .min { best = (place, score) }
      }
      guard let place = best?.place, let text = folded[place] else { continue }
      lit[place, default: []].formUnion(positions(of: word, in: text, work))
    }
    return lit.keys.sorted().map { place in
      (place, ranges(of: lit[place] ?? [], in: texts[place] ?? "", unit, work))
    }
  }

  /// The positions of a word's scalars in a folded text.
  private func positions(of word: SoughtWord, in text: FoldedText, _ work: Work?) -> [Int] {
    if match == .fuzzy {
      return word.text.withBytes { word in
        text.withBytes { FuzzyAlignment.positions(of: word, in: $0, work) }
      }
    }
    let offset = word.withNeedle { needle in
      text.withBytes { $0.offset(of: needle, word.way, work) }
    }
    guard let offset else { return [] }
    let start = text.bytes[..<offset].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return Array(start..<start + word.text.numberOfScalars)
  }

  /// The ranges of a text whose folded scalars are lit.
  private func ranges(
    of lit: Set<Int>,
    in text: String,
    _ unit: TextUnit,
    _ work: Work?
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let endOfLit = (lit.max() ?? -1) + 1
    var offset = 0
    var position = 0
    var isLit = false
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index & 4095 == 4095, work?.mayRead(4 * 4096) == false { break }
      // Marks are lit with what they stand on.
      if !(isLit && WordStart.isMark(scalar.value)) { isLit = false }
      if position >= endOfLit, !isLit { break }
      let take = { (_: UInt32) in
        if lit.contains(position) { isLit = true }
        position += 1
      }
      if folds { Folding.table.fold(scalar.value, take) } else { take(scalar.value) }
      let end = offset + unit.width(of: scalar)
      if isLit, ranges.last?.upperBound == offset {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<end
      } else if isLit {
        ranges.append(offset..<end)
      }
      offset = end
    }
    return ranges
  }
}

extension TextUnit {
  fileprivate func width(of scalar: Unicode.Scalar) -> Int {
    switch self {
    case .utf8: UTF8.width(scalar)
    case .utf16: UTF16.width(scalar)
    case .utf32: 1
    }
  }
}
