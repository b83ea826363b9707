public import Snapshots

/// A snapshot that is obviously right: plain arrays of names, and every question is a search.
///
/// The random and the exhaustive tests hold the real snapshot against it. It follows the protocol
/// text and shares no code with what it checks.
public struct ModelSnapshot: Equatable, Sendable {

  /// A section and its items in display order.
  public struct Section: Equatable, Sendable {
    /// The section's name.
    public var name: String
    /// The names of its items.
    public var items: [String]

    /// Creates a section.
    public init(_ name: String, _ items: [String] = []) {
      self.name = name
      self.items = items
    }
  }

  /// The sections in display order.
  public var sections: [Section] = []

  /// Contents by item, also of items that are gone but whose content was not dropped yet.
  public var itemContents: [String: String] = [:]
  /// Contents by section, likewise.
  public var sectionContents: [String: String] = [:]

  /// The outlines of rows that are not plain.
  public var outlines: [String: RowOutline] = [:]

  /// Marks in the order in which they were set.
  public var reloadedSections: [String] = []
  /// Marks in the order in which they were set.
  public var reloadedItems: [String] = []
  /// Marks in the order in which they were set.
  public var reconfiguredItems: [String] = []

  /// Creates a snapshot without contents and marks.
  public init(_ sections: [Section] = []) {
    self.sections = sections
  }
}

extension ModelSnapshot {

  /// The names of the sections in display order.
  public var sectionNames: [String] { sections.map(\.name) }

  /// The names of all items in display order.
  public var itemNames: [String] { sections.flatMap(\.items) }

  /// Whether a section is here.
  public func containsSection(_ name: String) -> Bool {
    sections.contains { $0.name == name }
  }

  /// Whether an item is here.
  public func containsItem(_ name: String) -> Bool {
    sections.contains { $0.items.contains(name) }
  }

  /// The section that has an item, as an index, and the item's index in it.
  public func place(ofItem name: String) -> (section: Int, item: Int)? {
    for (index, section) in sections.enumerated() {
      if let item = section.items.firstIndex(of: name) { return (index, item) }
    }
    return nil
  }

  /// The same state without marks.
  public func withoutMarks() -> ModelSnapshot {
    var plain = ModelSnapshot(sections)
    plain.itemContents = itemContents
    plain.sectionContents = sectionContents
    plain.outlines = outlines
    return plain
  }

  /// Drops contents that belong to nothing here and to nothing in the others.
  public mutating func dropContents(unlessIn others: [ModelSnapshot]) {
    let items = Set(([self] + others).flatMap(\.itemNames))
    let sections = Set(([self] + others).flatMap(\.sectionNames))
    itemContents = itemContents.filter { items.contains($0.key) }
    sectionContents = sectionContents.filter { sections.contains($0.key) }
  }
}

extension ModelSnapshot: CustomStringConvertible {

  /// The sections in the notation that a string literal is read in.
  public var description: String {
    sections.map { "\($0.name)[\($0.items.joined(separator: ","))]" }.joined(separator: " ")
  }
}

extension ModelSnapshot: ExpressibleByStringLiteral {

  /// Reads sections such as `A[1,2] B[]`; a section without brackets is empty.
  public init(stringLiteral notation: String) {
    let sections = notation.split(separator: " ").map { section in
      let parts = section.split(separator: "[", maxSplits: 1)
      let items = parts.count > 1 ? parts[1].dropLast().split(separator: ",").map(String.init) : []
      return Section(String(parts[0]), items)
    }
    self.init(sections)
  }
}
