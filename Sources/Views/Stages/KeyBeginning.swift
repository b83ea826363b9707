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
  public static var least: KeyBeginning { KeyBeginning(0, 0) }
  /// Behind all that there are.
  public static var greatest: KeyBeginning { KeyBeginning(.max, .max) }

  /// The same for the other direction.
  public var reversed: KeyBeginning { KeyBeginning(~first, ~second) }

  /// Whether one stands in front of another.
  public static func < (lhs: KeyBeginning, rhs: KeyBeginning) -> Bool {
    lhs.first == rhs.first ? lhs.second < rhs.second : lhs.first < rhs.first
  }
}
