public import JSON

/// One edit of a snapshot, as it stands in a message; lists and identifiers are not looked into.
public enum Edit {
  case appendSections(JSONView)
  case insertSections(JSONView, Anchor)
  case deleteSections(JSONView)
  case moveSection(JSONView, Anchor)
  case reloadSections(JSONView)
  case appendItems(JSONView, toSection: JSONView?)
  case insertItems(JSONView, Anchor)
  case deleteItems(JSONView)
  case deleteAllItems
  case moveItem(JSONView, Anchor)
  case reloadItems(JSONView)
  case reconfigureItems(JSONView)
  case moveItems(JSONView, toSection: JSONView, at: Destination)
  case replaceItems(JSONView, section: JSONView)
  case clearSections(JSONView?)
  case setItems(JSONView)
  case setSections(JSONView)
  case patchItems([Patch])
  case patchSections([Patch])
  case swapItems(JSONView)
  case reverseItems(section: JSONView?)
  case shuffleItems(section: JSONView?, seed: Int)
  case sortItems(section: JSONView?, by: [SortKey])

  /// Where in a section items are placed.
  public enum Destination: Equatable, Sendable {
    /// In front of the items that are there.
    case start
    /// Behind the items that are there.
    case end
    /// At an index, counted when those that move are taken out.
    case index(Int)
  }

  /// What items are sorted by.
  public struct SortKey: Equatable, Sendable {
    /// Where in an item's content the value is.
    public let pointer: JSONPointer
    /// Whether the greatest value comes first.
    public let isDescending: Bool

    static let members = MemberNames(of: "a sort key", ["pointer", "order"])
  }

  /// What becomes of the content of a section or item.
  public struct Patch {
    /// Its identifier, which is not looked into.
    public let id: JSONView
    /// An object: a JSON Merge Patch.
    public let changes: JSONView

    static let members = MemberNames(of: "a patch of a content", ["id", "patch"])
  }

  /// The section or item beside which something is placed, and the member that names it.
  public enum Anchor {
    /// In front of it.
    case before(JSONView, member: String)
    /// Behind it.
    case after(JSONView, member: String)
  }

  /// The names of the edits, as `op` spells them.
  public enum Operation: String, CaseIterable, Sendable {
    case appendSections
    case insertSections
    case deleteSections
    case moveSection
    case reloadSections
    case appendItems
    case insertItems
    case deleteItems
    case deleteAllItems
    case moveItem
    case reloadItems
    case reconfigureItems
    case moveItems
    case replaceItems
    case clearSections
    case setItems
    case setSections
    case patchItems
    case patchSections
    case swapItems
    case reverseItems
    case shuffleItems
    case sortItems
  }
}

extension Edit {
  /// Reads an edit.
  ///
  /// - Parameter reader: The edit's members.
  /// - Throws: `invalidParams`, naming the member, and for an unknown `op` the known ones.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    let operation = try reader.operation(Operation.self)
    try reader.check(operation.members)
    switch operation {
    case .appendSections:
      self = .appendSections(try reader.array("sections"))
    case .insertSections:
      self = .insertSections(try reader.array("sections"), try reader.sectionAnchor())
    case .deleteSections:
      self = .deleteSections(try reader.array("sections"))
    case .moveSection:
      self = .moveSection(try reader.required("section"), try reader.sectionAnchor())
    case .reloadSections:
      self = .reloadSections(try reader.array("sections"))
    case .appendItems:
      self = .appendItems(try reader.array("items"), toSection: reader.optional("toSection"))
    case .insertItems:
      self = .insertItems(try reader.array("items"), try reader.itemAnchor())
    case .deleteItems:
      self = .deleteItems(try reader.array("items"))
    case .deleteAllItems:
      self = .deleteAllItems
    case .moveItem:
      self = .moveItem(try reader.required("item"), try reader.itemAnchor())
    case .reloadItems:
      self = .reloadItems(try reader.array("items"))
    case .reconfigureItems:
      self = .reconfigureItems(try reader.array("items"))
    case .moveItems:
      let (items, section) = (try reader.array("items"), try reader.required("toSection"))
      self = .moveItems(items, toSection: section, at: try reader.destination())
    case .replaceItems:
      self = .replaceItems(try reader.array("items"), section: try reader.required("section"))
    case .clearSections:
      self = .clearSections(try reader.optionalArray("sections"))
    case .setItems:
      self = .setItems(try reader.array("items"))
    case .setSections:
      self = .setSections(try reader.array("sections"))
    case .patchItems:
      self = .patchItems(try reader.patches("items"))
    case .patchSections:
      self = .patchSections(try reader.patches("sections"))
    case .swapItems:
      self = .swapItems(try reader.pair("items"))
    case .reverseItems:
      self = .reverseItems(section: reader.optional("section"))
    case .shuffleItems:
      self = .shuffleItems(section: reader.optional("section"), seed: try reader.seed())
    case .sortItems:
      self = .sortItems(section: reader.optional("section"), by: try reader.sortKeys())
    }
  }
}

extension ObjectReader {
  fileprivate func sectionAnchor() throws(DiffableError) -> Edit.Anchor {
    try anchor("beforeSection", "afterSection")
  }

  fileprivate func itemAnchor() throws(DiffableError) -> Edit.Anchor {
    try anchor("beforeItem", "afterItem")
  }

  /// One of two members that name what something is placed beside.
  ///
  /// - Throws: `invalidParams`.
  func anchor(
    _ before: StaticString,
    _ after: StaticString
  ) throws(DiffableError) -> Edit.Anchor {
    switch (optional(before), optional(after)) {
    case (let anchor?, nil): return .before(anchor, member: "\(before)")
    case (nil, let anchor?): return .after(anchor, member: "\(after)")
    case (nil, nil): throw invalid(before, "is missing; give \(before) or \(after)")
    case (_?, _?): throw invalid(after, "must not stand beside \(before); give one of the two")
    }
  }
}
