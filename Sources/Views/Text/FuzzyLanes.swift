/// The best values of alignments of a word with sixteen texts at once, each in a lane of vectors.
///
/// It is the recurrence of ``FuzzyAlignment``, without branches and with values that fit into a
/// byte. A value is kept with the position of its last scalar added, so that a gap that grows costs
/// nothing, and without the 25 that each further scalar then adds at least next to the one before
/// it: so values only ever fall, by what a gap costs. They are raised so far that 0 is left for
/// what cannot be reached.
struct FuzzyLanes {
  private typealias Lanes = SIMD16<UInt8>
  /// Eight scalars of each of two texts.
  private typealias Rows = SIMD2<UInt64>

  /// How many texts there are at once.
  private static let count = 16
  private static let longestWord = 12
  private static let longestText = 64
  /// The least that a value can be is 16, less what the gaps cost, less the position.
  private static let raise = 10 * (longestWord - 1) + longestText - 16
  /// What a gap costs; 8 less where a word begins behind it.
  private static let gap: UInt8 = 10

  private let word: FoldedBytes
  /// The scalars of the texts, position by position; the highest bit says whether a word begins.
  private let columns: UnsafeMutablePointer<Lanes>
  /// For each scalar of the word the values of alignments that end with it at the position before.
  private let ends: UnsafeMutablePointer<Lanes>
  /// Likewise the greatest of those at all positions before that.
  private let reached: UnsafeMutablePointer<Lanes>
  /// The texts in the lanes, and for whom they are.
  private var texts: [(text: FoldedBytes, index: Int)] = []

  /// Calls a closure with free lanes, nil when the word is none for them.
  static func with(_ word: FoldedBytes, _ body: (inout FuzzyLanes?) -> Void) {
    let isPossible = (0..<word.count).allSatisfy { word[$0] != 0 }
    guard word.isASCII, 1...longestWord ~= word.count, isPossible else {
      var none: FuzzyLanes?
      return body(&none)
    }
    let capacity = longestText + 2 * word.count
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: capacity) { memory in
      memory.initialize(repeating: Lanes())
      // It has a capacity.
      var lanes: FuzzyLanes? = FuzzyLanes(word, memory.baseAddress.unsafelyUnwrapped)
      body(&lanes)
    }
  }

  private init(_ word: FoldedBytes, _ memory: UnsafeMutablePointer<Lanes>) {
    self.word = word
    columns = memory
    ends = memory + Self.longestText
    reached = ends + word.count
    texts.reserveCapacity(Self.count)
  }

  /// Whether a text fits into a lane.
  func takes(_ text: FoldedBytes) -> Bool { text.isASCII && text.count <= Self.longestText }

  /// Puts a text into a lane, and writes the scores of all when that was the last one.
  mutating func append(
    _ text: FoldedBytes,
    _ index: Int,
    to scores: UnsafeMutableBufferPointer<Int32>
  ) {
    texts.append((text, index))
    if texts.count == Self.count { write(to: scores) }
  }

  /// Writes the scores of the texts in the lanes, which are free then; `RowBatch.unfound` for those
  /// without an alignment.
  mutating func write(to scores: UnsafeMutableBufferPointer<Int32>) {
    let longest = texts.reduce(0) { max($0, $1.text.count) }
    for position in stride(from: 0, to: longest, by: 8) { fillColumns(at: position) }
    let values = greatestValues(longest)
    for (lane, entry) in texts.enumerated() {
      let value = Int32(values[lane]) - Int32(Self.raise) + 25 * Int32(word.count - 1)
      scores[entry.index] =
        values[lane] == 0 ? RowBatch.unfound : entry.text.score(ofValue: value)
    }
    texts.removeAll(keepingCapacity: true)
  }

  /// Puts the scalars of all texts at eight positions into columns.
  ///
  /// First each vector has eight scalars of a text and of the one eight lanes further. These two
  /// square matrices of bytes are transposed, as Hacker's Delight (7-3) does it with bits: blocks
  /// of four by four change places first, then of two by two, then single bytes.
  private func fillColumns(at position: Int) {
    let rows = UnsafeMutableRawPointer(columns + position).assumingMemoryBound(to: Rows.self)
    for lane in 0..<8 {
      let first = scalars(ofLane: lane, at: position)
      rows[lane] = Rows(first, scalars(ofLane: lane + 8, at: position))
    }
    for lane in 0..<4 { exchange(&rows[lane], &rows[lane + 4], 32, 0x0000_0000_FFFF_FFFF) }
    for lane in 0..<8 where lane & 2 == 0 {
      exchange(&rows[lane], &rows[lane + 2], 16, 0x0000_FFFF_0000_FFFF)
    }
    for lane in 0..<8 where lane & 1 == 0 {
      exchange(&rows[lane], &rows[lane + 1], 8, 0x00FF_00FF_00FF_00FF)
    }
  }

  /// Exchanges the higher parts of one row for the lower ones of another.
  @inline(__always)
  private func exchange(_ one: inout Rows, _ other: inout Rows, _ bits: UInt64, _ lower: UInt64) {
    let differing = ((one &>> Rows(repeating: bits)) ^ other) & Rows(repeating: lower)
    other ^= differing
    one ^= differing &<< Rows(repeating: bits)
  }

  /// Eight scalars of a text, the first in the lowest bits, 0 behind its end.
  private func scalars(ofLane lane: Int, at position: Int) -> UInt64 {
    guard lane < texts.count else { return 0 }
    let text = texts[lane].text
    guard position < text.count else { return 0 }
    let eight = text.eightWithBeginnings(at: position)
    let rest = text.count &- position
    return rest < 8 ? eight & (1 &<< UInt64(8 &* rest) &- 1) : eight
  }

  private func greatestValues(_ longest: Int) -> Lanes {
    ends.update(repeating: Lanes(), count: 2 * word.count)
    var greatest = Lanes()
    for position in 0..<longest {
      let column = columns[position]
      let letters = column & 0x7F
      // The highest bit becomes an 8, and at the front there are always 10.
      let begins = position == 0 ? Lanes(repeating: 10) : (column & 0x80) &>> 4
      let cost = Lanes(repeating: Self.gap) &- begins
      for index in (1..<max(1, word.count)).reversed() {
        let adjacent = ends[index - 1]
        let apart = reached[index - 1].lowered(by: cost)
        reached[index - 1] = reached[index - 1].raised(to: adjacent)
        ends[index] = adjacent.raised(to: apart).where(letters .== Lanes(repeating: word[index]))
      }
      let first = Lanes(repeating: UInt8(Self.raise + 16 + position)) &+ begins
      ends[0] = first.where(letters .== Lanes(repeating: word[0]))
      greatest = greatest.raised(
        to: ends[word.count - 1].lowered(by: Lanes(repeating: UInt8(position)))
      )
    }
    return greatest
  }
}

extension SIMD16<UInt8> {
  /// The greater numbers of two.
  @inline(__always)
  fileprivate func raised(to other: Self) -> Self {
    replacing(with: other, where: self .< other)
  }

  /// The numbers less others, 0 where those are greater.
  @inline(__always)
  fileprivate func lowered(by other: Self) -> Self { raised(to: other) &- other }

  /// The numbers where something holds, and 0 elsewhere.
  @inline(__always)
  fileprivate func `where`(_ holds: SIMDMask<SIMD16<Int8>>) -> Self {
    Self().replacing(with: self, where: holds)
  }
}
