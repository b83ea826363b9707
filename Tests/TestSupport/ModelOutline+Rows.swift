// MARK: - Edits that know nothing of trees

extension ModelOutline {
  /// Takes out a row: what it hides goes too, and rows below it stay.
  public mutating func deleteRow(_ item: Int) {
    guard let place = find(item), isShown(item) else { return }
    if sections[place.section].entries[place.index].isOpen { leave(item) } else { delete(item) }
  }

  /// Puts an item, new or from anywhere, in front of the row of an index, counted without it.
  public mutating func placeRow(_ item: Int, at row: Int, inSection number: Int) {
    let former = takeOutRow(item, from: number)
    guard let section = index(ofSection: number) else { return }
    let rows = self.rows(inSectionAt: section)
    let before = row > 0 ? find(rows[row - 1]) : nil
    let behind = row < rows.count ? find(rows[row]) : nil
    let entries = sections[section].entries
    let below = behind.flatMap { parent(section, $0.index) }
    var index = behind?.index ?? entries.count
    let level: Int
    if let parent = former.parent, isOnPath(parent, of: before), isSame(below, orAbove: parent) {
      level = parent.map { levelOf($0) + 1 } ?? 0
    } else if let before, let below, below == entries[before.index].item {
      if former.wasShown {
        level = entries[before.index].level + 1
      } else {
        level = entries[before.index].level
        index = subtree(section, before.index).upperBound
      }
    } else {
      level = before.map { entries[$0.index].level } ?? 0
    }
    let deeper = former.entries.map { Entry($0.item, $0.level + level, isOpen: $0.isOpen) }
    sections[section].entries.insert(contentsOf: deeper, at: index)
    adopt(former.children, by: item)
  }

  private struct Former {
    /// What goes with the row: itself and what it hides, from level 0 on.
    var entries: [Entry]
    /// What it hung below when it was in the same section; nil when it was not.
    var parent: Int??
    /// The rows right below it.
    var children: [Int]
    var wasShown: Bool
  }

  private mutating func takeOutRow(_ item: Int, from number: Int) -> Former {
    guard let place = find(item) else {
      let entry = Entry(item, 0, isOpen: false)
      return Former(entries: [entry], parent: .none, children: [], wasShown: false)
    }
    guard isShown(item) else {
      leave(item)
      let entry = Entry(item, 0, isOpen: false)
      return Former(entries: [entry], parent: .none, children: [], wasShown: false)
    }
    let entries = sections[place.section].entries
    let entry = entries[place.index]
    let parent = self.parent(place.section, place.index)
    let isHere = sections[place.section].number == number
    var former = Former(
      entries: [],
      parent: isHere ? .some(parent) : .none,
      children: [],
      wasShown: true
    )
    if entry.isOpen {
      let below = entries[subtree(place.section, place.index).dropFirst()]
      former.children = below.filter { $0.level == entry.level + 1 }.map(\.item)
      former.entries = [Entry(item, 0, isOpen: true)]
      leave(item)
    } else {
      former.entries = entries[subtree(place.section, place.index)].map {
        Entry($0.item, $0.level - entry.level, isOpen: $0.isOpen)
      }
      delete(item)
    }
    return former
  }

  /// Hangs the rows right behind an item below it again when they hung there before.
  private mutating func adopt(_ children: [Int], by item: Int) {
    guard let place = find(item) else { return }
    let level = sections[place.section].entries[place.index].level
    var next = place.index + 1
    while next < sections[place.section].entries.count,
      children.contains(sections[place.section].entries[next].item)
    {
      let range = subtree(place.section, next)
      let deeper = level + 1 - sections[place.section].entries[next].level
      for index in range { sections[place.section].entries[index].level += deeper }
      next = range.upperBound
    }
  }

  private func levelOf(_ item: Int) -> Int {
    find(item).map { sections[$0.section].entries[$0.index].level } ?? 0
  }

  /// Whether a row could hang below a parent and come right behind another row.
  private func isOnPath(_ parent: Int?, of before: (section: Int, index: Int)?) -> Bool {
    guard let parent else { return true }
    guard let before else { return false }
    return isSame(parent, orAbove: sections[before.section].entries[before.index].item)
  }

  /// Whether an item, or with nil the top, is another one or something that this hangs below.
  private func isSame(_ item: Int?, orAbove other: Int?) -> Bool {
    var next = other
    while let candidate = next {
      if candidate == item { return true }
      guard let place = find(candidate) else { return false }
      next = parent(place.section, place.index)
    }
    return item == nil
  }
}
