import Snapshots

/// Two numbers that stand to one another as what rows are compared by does, as far as they go.
public struct KeyBeginning: Comparable, Sendable {
  /// What decides first.
  public let first: UInt64
  /// What decides where the first is the same.
  public let second: UInt64

  /// Takes two numbers.
  public init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }

  /// In front of all that there are.
  public static let least = KeyBeginning(0, 0)
  /// Behind all that there are.
  public static let greatest = KeyBeginning(.max, .max)

  /// The same for the other direction.
  public var reversed: KeyBeginning { KeyBeginning(~first, ~second) }

  /// Whether one stands in front of another.
  public static func < (lhs: KeyBeginning, rhs: KeyBeginning) -> Bool {
    lhs.first == rhs.first ? lhs.second < rhs.second : lhs.first < rhs.first
  }
}

/// A row with what puts it in order before anything has to be compared.
struct RankedRow {
  var beginning: KeyBeginning
  var row: Handle
}

extension [RankedRow] {
  /// Below so many rows it is not worth while to count bytes.
  private static let fewest = 256

  /// Sorts the rows by the first of their numbers, byte by byte from the last one; those that have
  /// the same keep their order.
  ///
  /// - Parameter passed: Told how many rows were moved.
  /// - Throws: What that throws.
  /// - Complexity: O(n) for each byte that is not the same in all rows, at most eight.
  mutating func sortByFirst(_ passed: (Int) throws(ViewError) -> Void) throws(ViewError) {
    guard count >= Self.fewest else { return sortFewByFirst() }
    let one = self[0].beginning.first
    var differing: UInt64 = 0
    for entry in self { differing |= entry.beginning.first ^ one }
    var other = self
    // What the numbers begin and end with is often the same in all: integers need half the bytes.
    for shift in stride(from: UInt64(differing.trailingZeroBitCount), to: 64, by: 8)
    where differing >> shift & 0xFF != 0 {
      move(to: &other, by: shift)
      swap(&self, &other)
      try passed(count)
    }
  }

  /// Moves the rows to where their bytes at a number of bits say.
  private func move(to other: inout [RankedRow], by shift: UInt64) {
    var starts = [Int](repeating: 0, count: 257)
    for entry in self { starts[Int(entry.beginning.first >> shift & 0xFF) + 1] += 1 }
    for byte in 0..<256 { starts[byte + 1] += starts[byte] }
    for entry in self {
      let byte = Int(entry.beginning.first >> shift & 0xFF)
      other[starts[byte]] = entry
      starts[byte] += 1
    }
  }

  private mutating func sortFewByFirst() {
    let ranked = indices.sorted { one, other in
      let (lhs, rhs) = (self[one].beginning.first, self[other].beginning.first)
      return lhs == rhs ? one < other : lhs < rhs
    }
    self = ranked.map { self[$0] }
  }
}
