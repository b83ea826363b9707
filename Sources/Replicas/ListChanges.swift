/// What one apply did to a list, row by row.
///
/// A row that was moved and reconfigured is listed twice.
public struct ListChanges: Equatable, Sendable {
  /// What became of a section or of an item.
  public enum Kind: String, Equatable, Sendable, CaseIterable {
    case inserted, deleted, moved, reloaded, reconfigured
  }

  /// A position in a list: the section's index and the item's index in it, zero-based.
  public struct Position: Hashable, Sendable, Comparable {
    /// The section's index.
    public var section: Int
    /// The item's index in the section.
    public var item: Int

    package init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }

    /// Orders positions as they are displayed.
    public static func < (lhs: Position, rhs: Position) -> Bool {
      (lhs.section, lhs.item) < (rhs.section, rhs.item)
    }
  }

  /// A change of one item.
  public struct ItemChange: Equatable, Sendable {
    /// What became of the item.
    public var kind: Kind
    /// The item's identifier as JSON.
    public var identifier: [UInt8]
    /// Where it was, in the list before; nil unless it was deleted or moved.
    public var from: Position?
    /// Where it is, in the list after; nil when it was deleted.
    public var to: Position?

    package init(kind: Kind, identifier: [UInt8], from: Position? = nil, to: Position? = nil) {
      self.kind = kind
      self.identifier = identifier
      self.from = from
      self.to = to
    }
  }

  /// A change of one section.
  public struct SectionChange: Equatable, Sendable {
    /// What became of the section.
    public var kind: Kind
    /// The section's identifier as JSON.
    public var identifier: [UInt8]
    /// Its index in the list before; nil unless it was deleted or moved.
    public var from: Int?
    /// Its index in the list after; nil when it was deleted.
    public var to: Int?

    package init(kind: Kind, identifier: [UInt8], from: Int? = nil, to: Int? = nil) {
      self.kind = kind
      self.identifier = identifier
      self.from = from
      self.to = to
    }
  }

  /// The changes of sections.
  public var sections: [SectionChange] = []
  /// The changes of items, those of deleted sections included.
  public var items: [ItemChange] = []

  /// Whether nothing became of anything.
  public var isEmpty: Bool { sections.isEmpty && items.isEmpty }
}
