/// Gives numbers to values that come in any order: equal values get equal numbers, and greater
/// values greater ones.
///
/// There is room for each new number halfway between its neighbours, or a step beyond the last one.
/// Steps become shorter, so that they may be many, and yet the first ones leave much room between
/// them for values that come in no order. Where values crowd so much that no number is left between
/// two of them, the order is given up for the value at hand; different values have different numbers
/// all the same.
package struct OrderedLabels<Value: Comparable> {
  /// No number is further from zero.
  package static var limit: Int { 1 << 53 - 1 }

  /// Numbers that are in order are not further from zero than this; the others are beyond.
  private static var orderedLimit: Int { 1 << 52 }
  private static var longestStep: Int { 1 << 47 }
  private static var longestChunk: Int { 1024 }

  /// In ascending order, none empty.
  private var chunks: [[(value: Value, label: Int)]] = []
  private var nextUnordered = orderedLimit + 1
  private var steps = 0

  /// Whether a value has a number that does not say where it stands among the others.
  package var hasLostOrder: Bool { nextUnordered > Self.orderedLimit + 1 }

  /// Creates a table in which no value has a number yet.
  package init() {}

  /// The number of a value, a new one when it has none yet.
  package mutating func label(of value: Value) -> Int {
    guard !chunks.isEmpty else {
      chunks.append([(value, 0)])
      return 0
    }
    // The chunk is the last one that begins at or before the value, or else the first.
    let after = partition(chunks.indices) { chunks[$0][0].value > value }
    let chunk = max(0, after - 1)
    let place = partition(chunks[chunk].indices) { chunks[chunk][$0].value >= value }
    if place < chunks[chunk].count, chunks[chunk][place].value == value {
      return chunks[chunk][place].label
    }
    let label = newLabel(in: chunk, at: place)
    chunks[chunk].insert((value, label), at: place)
    if chunks[chunk].count > Self.longestChunk { split(chunk) }
    return label
  }

  private mutating func newLabel(in chunk: Int, at place: Int) -> Int {
    let isLast = place == chunks[chunk].count
    let before = place > 0 ? chunks[chunk][place - 1].label : nil
    let after =
      isLast
      ? (chunk + 1 < chunks.count ? chunks[chunk + 1][0].label : nil) : chunks[chunk][place].label
    // Beside a value whose order was given up there is no room, as there was none for it.
    let hasOrder = [before, after].allSatisfy { $0 ?? 0 <= Self.orderedLimit }
    switch (before, after) {
    case (let before?, nil) where hasOrder && Self.orderedLimit - before > 1:
      return before + min(nextStep(), (Self.orderedLimit - before) / 2)
    case (nil, let after?) where hasOrder && after + Self.orderedLimit > 1:
      return after - min(nextStep(), (after + Self.orderedLimit) / 2)
    case (let before?, let after?) where hasOrder && after - before > 1:
      return before + (after - before) / 2
    default:
      nextUnordered += 1
      return nextUnordered - 1
    }
  }

  private mutating func nextStep() -> Int {
    steps += 1
    return max(1, Self.longestStep / steps)
  }

  private mutating func split(_ chunk: Int) {
    let middle = chunks[chunk].count / 2
    chunks.insert(Array(chunks[chunk][middle...]), at: chunk + 1)
    chunks[chunk].removeSubrange(middle...)
  }

  /// The first index for which something is true that stays true for all behind it.
  private func partition(_ range: Range<Int>, _ isBehind: (Int) -> Bool) -> Int {
    var range = range
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBehind(middle) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
