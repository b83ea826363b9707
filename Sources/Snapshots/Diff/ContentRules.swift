/// When two contents under an equal identifier are different, and what that means.
public struct ContentRules {
  /// What different content means.
  public var change: Snapshot.ContentChanges
  /// Says whether two contents, whose bytes differ, are equal all the same.
  public let areEqual: (Content, Content) -> Bool

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - change: What different content means.
  ///   - areEqual: Says whether two contents, whose bytes differ, are equal all the same.
  public init(
    _ change: Snapshot.ContentChanges = .reconfigure,
    areEqual: @escaping (Content, Content) -> Bool = (==)
  ) {
    self.change = change
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
