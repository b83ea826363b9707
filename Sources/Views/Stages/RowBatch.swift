public import Snapshots

/// Rows that are looked through together: those that are not found drop out, and the others close
/// up.
///
/// It is good for as long as the memory is that it was made of.
public struct RowBatch {
  /// How many rows are left.
  @usableFromInline var count: Int
  @usableFromInline let memory: UnsafeMutablePointer<Handle>?
  /// How well each is found, nil when that does not matter.
  @usableFromInline let scores: UnsafeMutablePointer<Int32>?

  /// Creates a batch of rows that all have the score 0.
  ///
  /// - Parameters:
  ///   - rows: The rows, none of them twice; what drops out is lost.
  ///   - scores: Memory for a score for each, nil when it does not matter how well rows are found.
  public init(
    _ rows: UnsafeMutableBufferPointer<Handle>,
    scores: UnsafeMutableBufferPointer<Int32>? = nil
  ) {
    count = rows.count
    memory = rows.baseAddress
    self.scores = scores?.baseAddress
    scores?.initialize(repeating: 0)
  }

  /// Whether it matters how well rows are found.
  public var ranks: Bool { scores != nil }

  /// The rows that are left, in their order.
  public var rows: UnsafeBufferPointer<Handle> { UnsafeBufferPointer(start: memory, count: count) }

  /// The score of each of them, empty when that does not matter.
  public var allScores: UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: scores, count: ranks ? count : 0)
  }

  /// Keeps the rows that pass.
  ///
  /// - Parameter passes: Whether a row does.
  @inlinable
  @inline(__always)
  public mutating func keep(where passes: (Handle) -> Bool) {
    keep { passes($0) ? 0 : 1 }
  }

  /// Keeps the rows of which nothing is missing, without branches: they are in no order.
  ///
  /// - Parameter missing: What a row lacks, 0 for nothing.
  @inlinable
  @inline(__always)
  mutating func keep(missing: (Handle) -> UInt64) {
    guard let memory else { return }
    var (kept, index) = (0, 0)
    if let scores {
      while index < count {
        let (row, score) = (memory[index], scores[index])
        (memory[kept], scores[kept]) = (row, score)
        kept &+= RowBatch.oneForNothing(missing(row))
        index &+= 1
      }
    } else {
      while index < count {
        let row = memory[index]
        memory[kept] = row
        kept &+= RowBatch.oneForNothing(missing(row))
        index &+= 1
      }
    }
    count = kept
  }

  @inlinable
  @inline(__always)
  static func oneForNothing(_ missing: UInt64) -> Int {
    1 &- Int(truncatingIfNeeded: (missing | (0 &- missing)) &>> 63)
  }

  /// Keeps the rows that are found, and adds to their scores.
  ///
  /// - Parameter score: How well a row is found, nil when it is not.
  public mutating func rate(_ score: (Handle) -> Int32?) {
    guard let memory, let scores else { return keep { score($0) != nil } }
    var kept = 0
    for index in 0..<count {
      guard let score = score(memory[index]) else { continue }
      (memory[kept], scores[kept]) = (memory[index], scores[index] &+ score)
      kept &+= 1
    }
    count = kept
  }

  /// What stands for the score of a row that is not found.
  static var unfound: Int32 { .min }

  /// Likewise, by a score for each row.
  mutating func rate(by scores: UnsafeMutableBufferPointer<Int32>) {
    var index = -1
    rate { _ in
      index += 1
      return scores[index] == RowBatch.unfound ? nil : scores[index]
    }
  }

  /// Keeps the rows that are found in any of several ways, and adds the greatest of the scores.
  ///
  /// - Parameters:
  ///   - ways: The ways.
  ///   - find: Finds rows in one way.
  mutating func rateBest<Way>(of ways: [Way], _ find: (Way, inout RowBatch) -> Void) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
      let best = UnsafeMutableBufferPointer(rebasing: numbers[..<count])
      let own = UnsafeMutableBufferPointer(rebasing: numbers[count...])
      best.initialize(repeating: RowBatch.unfound)
      withUnsafeTemporaryAllocation(of: Handle.self, capacity: count) { copy in
        for way in ways {
          _ = copy.initialize(from: rows)
          var found = RowBatch(copy, scores: own)
          find(way, &found)
          found.raise(best, of: rows)
        }
      }
      rate(by: best)
    }
  }

  /// Raises the scores of rows, among which these are in the same order, to those that these have.
  private func raise(_ best: UnsafeMutableBufferPointer<Int32>, of all: UnsafeBufferPointer<Handle>)
  {
    var place = 0
    for (row, score) in zip(rows, allScores) {
      while all[place] != row { place += 1 }
      best[place] = max(best[place], score)
    }
  }
}
