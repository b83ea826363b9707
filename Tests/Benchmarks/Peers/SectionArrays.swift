/// A list as arrays by section, in which an item is found by going through all of them.
struct SectionArrays<Item: Equatable> {
  private(set) var sections: [[Item]]

  init(_ list: ItemList, _ item: (Int) -> Item) {
    sections = (0..<list.numberOfSections).map { section in
      list.items[list.offsets(inSection: section)].map(item)
    }
  }

  mutating func apply(_ edit: SingleEdit, subject: Item, anchor: Item) {
    if !edit.subjectIsNew, let place = place(of: subject) {
      sections[place.section].remove(at: place.item)
    }
    if edit.hasAnchor, let place = place(of: anchor) {
      sections[place.section].insert(subject, at: place.item + 1)
    } else if edit == .append {
      sections[sections.count - 1].append(subject)
    }
  }

  private func place(of item: Item) -> PeerChanges.Place? {
    for (section, items) in sections.enumerated() {
      if let offset = items.firstIndex(of: item) { return (section, offset) }
    }
    return nil
  }
}
