/// Outlines that are obviously right: each section is a list of items, depth first, with levels.
///
/// What hangs below an item are the entries behind it that stand deeper. The model follows the
/// protocol text, edit by edit, and shares no code and no representation with what it checks.
public struct ModelOutline: Equatable, Sendable {
  /// An item, how deep it stands, and whether it is open.
  public struct Entry: Equatable, Sendable {
    /// The item.
    public var item: Int
    /// How many items it hangs below.
    public var level: Int
    /// Whether what hangs below it is shown.
    public var isOpen: Bool

    /// Creates an entry.
    public init(_ item: Int, _ level: Int, isOpen: Bool) {
      self.item = item
      self.level = level
      self.isOpen = isOpen
    }
  }

  /// A section and its items.
  public struct Section: Equatable, Sendable {
    /// The section's number.
    public var number: Int
    /// Its items, depth first.
    public var entries: [Entry]

    /// Creates a section.
    public init(_ number: Int, _ entries: [Entry] = []) {
      self.number = number
      self.entries = entries
    }
  }

  /// The sections in display order.
  public var sections: [Section] = []

  /// Creates an outline without sections.
  public init() {}
}

// MARK: - Looking

extension ModelOutline {
  /// Where an item is, shown or hidden.
  public func find(_ item: Int) -> (section: Int, index: Int)? {
    for (section, content) in sections.enumerated() {
      if let index = content.entries.firstIndex(where: { $0.item == item }) {
        return (section, index)
      }
    }
    return nil
  }

  /// The index of a section.
  public func index(ofSection number: Int) -> Int? {
    sections.firstIndex { $0.number == number }
  }

  /// The items of the section at an index that are shown.
  public func rows(inSectionAt section: Int) -> [Int] {
    let entries = sections[section].entries
    return entries.indices.filter { isShown(section, $0) }.map { entries[$0].item }
  }

  /// Whether an item is somewhere, and shown.
  public func isShown(_ item: Int) -> Bool {
    find(item).map { isShown($0.section, $0.index) } ?? false
  }

  /// The item that the entry at an index hangs below.
  public func parent(_ section: Int, _ index: Int) -> Int? {
    let entries = sections[section].entries
    return entries[..<index].last { $0.level < entries[index].level }?.item
  }

  /// The indexes of an entry and all that hangs below it.
  public func subtree(_ section: Int, _ index: Int) -> Range<Int> {
    let entries = sections[section].entries
    let end = entries[(index + 1)...].firstIndex { $0.level <= entries[index].level }
    return index..<(end ?? entries.count)
  }

  private func isShown(_ section: Int, _ index: Int) -> Bool {
    guard let parent = parent(section, index), let place = find(parent) else { return true }
    return sections[section].entries[place.index].isOpen && isShown(section, place.index)
  }
}

// MARK: - Editing the tree

extension ModelOutline {
  /// Gives a section another tree, and makes the section when it is not there.
  public mutating func setTree(_ tree: [Entry], ofSection number: Int) {
    if let section = index(ofSection: number) {
      sections[section].entries = []
    } else {
      sections.append(Section(number))
    }
    for entry in tree { leave(entry.item) }
    if let section = index(ofSection: number) { sections[section].entries = tree }
  }

  /// Adds a tree below an item, or with nil at the end of a section.
  public mutating func append(_ tree: [Entry], to parent: Int?, inSectionAt section: Int) {
    for entry in tree { leave(entry.item) }
    guard let parent, let place = find(parent) else {
      sections[section].entries += tree
      return
    }
    let level = sections[section].entries[place.index].level + 1
    put(tree, at: subtree(section, place.index).upperBound, level, inSectionAt: section)
  }

  /// Adds a tree on the level of another item, before it, or after it and what hangs below it.
  public mutating func insert(_ tree: [Entry], beside anchor: Int, isAfter: Bool) {
    for entry in tree { leave(entry.item) }
    guard let place = find(anchor) else { return }
    let range = subtree(place.section, place.index)
    let level = sections[place.section].entries[place.index].level
    put(tree, at: isAfter ? range.upperBound : range.lowerBound, level, inSectionAt: place.section)
  }

  /// Takes an item out with all that hangs below it.
  public mutating func delete(_ item: Int) {
    guard let place = find(item) else { return }
    sections[place.section].entries.removeSubrange(subtree(place.section, place.index))
  }

  /// Replaces what hangs below an item.
  public mutating func replaceChildren(of parent: Int, with tree: [Entry]) {
    guard let place = find(parent) else { return }
    let range = subtree(place.section, place.index).dropFirst()
    sections[place.section].entries.removeSubrange(range)
    append(tree, to: parent, inSectionAt: place.section)
  }

  /// Opens or closes an item.
  public mutating func setOpen(_ item: Int, _ isOpen: Bool) {
    guard let place = find(item) else { return }
    sections[place.section].entries[place.index].isOpen = isOpen
  }

  /// Takes an item out alone: what hangs below it takes its place.
  public mutating func leave(_ item: Int) {
    guard let place = find(item) else { return }
    for index in subtree(place.section, place.index).dropFirst() {
      sections[place.section].entries[index].level -= 1
    }
    sections[place.section].entries.remove(at: place.index)
  }

  private mutating func put(
    _ tree: [Entry],
    at index: Int,
    _ level: Int,
    inSectionAt section: Int
  ) {
    let placed = tree.map { Entry($0.item, $0.level + level, isOpen: $0.isOpen) }
    sections[section].entries.insert(contentsOf: placed, at: index)
  }
}
