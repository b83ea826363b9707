/// The place of an item: its section's index and its own index in that section, both zero-based.
public struct IndexPath: Hashable, Sendable {
  /// The index of the section.
  public var section: Int
  /// The index of the item in its section.
  public var item: Int

  /// Creates an index path.
  ///
  /// - Parameters:
  ///   - section: The index of the section, zero-based.
  ///   - item: The index of the item in its section, zero-based.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension IndexPath: Comparable {
  /// Orders index paths as a list shows them.
  public static func < (lhs: IndexPath, rhs: IndexPath) -> Bool {
    lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
  }
}

extension IndexPath: CustomStringConvertible {
  /// The two indexes as they stand in messages, `[section,item]`.
  public var description: String { "[\(section),\(item)]" }
}
