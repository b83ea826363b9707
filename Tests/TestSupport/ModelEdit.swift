/// An edit of a snapshot, in names.
public enum ModelEdit: Equatable, Sendable {
  /// A side of something that is there.
  public enum Side: Equatable, Sendable {
    /// Right before it.
    case before(String)
    /// Right after it.
    case after(String)

    /// What the side is relative to.
    public var anchor: String {
      switch self {
      case .before(let anchor), .after(let anchor): anchor
      }
    }
  }

  /// Adds sections at the end.
  case appendSections([String])
  /// Adds sections beside another.
  case insertSections([String], Side)
  /// Takes out sections with their items.
  case deleteSections([String])
  /// Moves a section with its items.
  case moveSection(String, Side)
  /// Marks sections.
  case reloadSections([String])
  /// Adds items at the end of a section, of the last one when it is nil.
  case appendItems([String], to: String?)
  /// Adds items beside another.
  case insertItems([String], Side)
  /// Takes out items.
  case deleteItems([String])
  /// Takes out everything.
  case deleteAllItems
  /// Moves an item.
  case moveItem(String, Side)
  /// Marks items.
  case reloadItems([String])
  /// Marks items.
  case reconfigureItems([String])
  /// Moves items into a section, to an index counted without them, or to its end.
  case moveItems([String], to: String, at: Int?)
  /// Gives a section other items.
  case replaceItems(String, [String])
  /// Takes the items out of sections, or of all.
  case clearSections([String]?)
  /// Lets two items change places.
  case swapItems(String, String)
  /// Turns the order of a section around, or of each.
  case reverseItems(String?)
  /// Shuffles a section, or each.
  case shuffleItems(String?, seed: UInt64)
  /// Sorts a section, or each, by name.
  case sortItems(String?)
  /// Gives an item content.
  case setItemContent(String, String)
  /// Gives a section content.
  case setSectionContent(String, String)
}

/// Why an edit is refused, and which names are to blame.
public struct Refusal: Error, Equatable {
  /// The kinds of reasons.
  public enum Kind: Equatable, Sendable {
    /// Items are needed that are not here.
    case unknownItems
    /// Sections are needed that are not here.
    case unknownSections
    /// Items stand twice among those to be placed.
    case repeatedItems
    /// Sections stand twice among those to be placed.
    case repeatedSections
    /// Sections to be placed are here.
    case existingSections
    case existingItems
    /// There is no section at all.
    case noSection
    /// An index is past the end of a section.
    case indexOutOfRange
    /// An item would be placed relative to itself.
    case itemRelativeToItself
    /// A section would be placed relative to itself.
    case sectionRelativeToItself
  }

  /// The reason.
  public var kind: Kind
  /// The names to blame.
  public var names: Set<String>

  /// Creates a refusal.
  public init(_ kind: Kind, _ names: some Sequence<String>) {
    self.kind = kind
    self.names = Set(names)
  }

  /// Whether this is one of the reasons that there are: an edit may have several faults at once,
  /// and which of them is named first is not laid down.
  public func isAmong(_ reasons: [Refusal]) -> Bool {
    reasons.contains { $0.kind == kind && names.isSubset(of: $0.names) }
      && (kind == .noSection || !names.isEmpty)
  }
}
