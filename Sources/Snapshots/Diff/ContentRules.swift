/// When two contents under an equal identifier are different, and what that means.
public struct ContentRules {
  /// What different content means.
  public enum Effect: Sendable {
    /// The element is shown anew in the cell that it has.
    case reconfigure
    /// The element is shown anew in a new cell.
    case reload
    /// Nothing.
    case ignore
  }

  /// What different content means.
  public var effect: Effect
  /// Says whether two contents, whose bytes differ, are equal all the same.
  public let areEqual: (Content, Content) -> Bool

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - effect: What different content means.
  ///   - areEqual: Says whether two contents, whose bytes differ, are equal all the same.
  public init(
    _ effect: Effect = .reconfigure,
    areEqual: @escaping (Content, Content) -> Bool = (==)
  ) {
    self.effect = effect
    self.areEqual = areEqual
  }

  /// Whether two contents, of which either may be none, are different.
  ///
  /// - Parameters:
  ///   - before: One content.
  ///   - after: The other.
  /// - Returns: False when both are none, too.
  /// - Complexity: O(length), and what ``areEqual`` takes when the bytes differ.
  public func differ(_ before: Content?, _ after: Content?) -> Bool {
    guard let before, let after else { return before != after }
    return before != after && !areEqual(before, after)
  }
}
