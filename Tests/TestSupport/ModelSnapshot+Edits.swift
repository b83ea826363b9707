extension ModelSnapshot {

  /// Makes an edit, or leaves everything as it was.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: The reasons to refuse it, or, when there are none, the items that were moved
  ///   although the edit meant to add them.
  public mutating func make(_ edit: ModelEdit) -> (refusals: [Refusal], movedItems: [String]) {
    let refusals = refusals(of: edit)
    guard refusals.isEmpty else { return (refusals, []) }
    return ([], perform(edit))
  }

  /// Every reason to refuse an edit.
  public func refusals(of edit: ModelEdit) -> [Refusal] {
    switch edit {
    case .appendSections(let new): refusals(ofNewSections: new)
    case .insertSections(let new, let side):
      refusals(ofNewSections: new) + unknownSections([side.anchor])
        + (new.contains(side.anchor) ? [Refusal(.sectionRelativeToItself, [side.anchor])] : [])
    case .moveSection(let moved, let side):
      unknownSections([moved, side.anchor])
        + (moved == side.anchor ? [Refusal(.sectionRelativeToItself, [moved])] : [])
    case .reloadSections(let marked): unknownSections(marked)
    case .appendItems(let new, let section):
      repeatedItems(new) + (section.map { unknownSections([$0]) } ?? [])
        + (section == nil && sections.isEmpty ? [Refusal(.noSection, [])] : [])
    case .insertItems(let new, let side):
      repeatedItems(new) + unknownItems([side.anchor])
        + (new.contains(side.anchor) ? [Refusal(.itemRelativeToItself, [side.anchor])] : [])
    case .moveItem(let moved, let side):
      unknownItems([moved, side.anchor])
        + (moved == side.anchor ? [Refusal(.itemRelativeToItself, [moved])] : [])
    case .reloadItems(let marked), .reconfigureItems(let marked): unknownItems(marked)
    case .moveItems(let moved, let section, let index):
      unknownItems(moved) + unknownSections([section]) + repeatedItems(moved)
        + outOfRange(index, in: section, without: moved)
    case .replaceItems(let section, let new): unknownSections([section]) + repeatedItems(new)
    case .clearSections(let cleared): unknownSections(cleared ?? [])
    case .swapItems(let first, let second): unknownItems([first, second])
    case .reverseItems(let section), .shuffleItems(let section, _), .sortItems(let section):
      section.map { unknownSections([$0]) } ?? []
    case .deleteSections, .deleteItems, .deleteAllItems, .setItemContent, .setSectionContent: []
    }
  }

  private func refusals(ofNewSections new: [String]) -> [Refusal] {
    let repeated = new.filter { name in new.count { $0 == name } > 1 }
    let existing = new.filter { containsSection($0) }
    return (repeated.isEmpty ? [] : [Refusal(.repeatedSections, repeated)])
      + (existing.isEmpty ? [] : [Refusal(.existingSections, existing)])
  }

  private func repeatedItems(_ new: [String]) -> [Refusal] {
    let repeated = Dictionary(grouping: new) { $0 }.filter { $0.value.count > 1 }.keys
    return repeated.isEmpty ? [] : [Refusal(.repeatedItems, repeated)]
  }

  private func outOfRange(
    _ index: Int?,
    in section: String,
    without moved: [String]
  ) -> [Refusal] {
    guard let index, let section = sections.first(where: { $0.name == section }) else { return [] }
    let rest = section.items.filter { !moved.contains($0) }
    return index >= 0 && index <= rest.count ? [] : [Refusal(.indexOutOfRange, [section.name])]
  }

  private func unknownSections(_ needed: [String]) -> [Refusal] {
    let unknown = needed.filter { !containsSection($0) }
    return unknown.isEmpty ? [] : [Refusal(.unknownSections, unknown)]
  }

  private func unknownItems(_ needed: [String]) -> [Refusal] {
    let unknown = needed.filter { !containsItem($0) }
    return unknown.isEmpty ? [] : [Refusal(.unknownItems, unknown)]
  }
}

// MARK: - Edits that nothing speaks against

extension ModelSnapshot {

  private mutating func perform(_ edit: ModelEdit) -> [String] {
    switch edit {
    case .appendSections(let new): sections += new.map { Section($0) }
    case .insertSections(let new, let side): insert(new.map { Section($0) }, side)
    case .deleteSections(let gone): delete(sections: gone)
    case .moveSection(let name, let side): move(section: name, side)
    case .reloadSections(let marked): add(marked, to: &reloadedSections)
    case .appendItems(let new, let section): return append(new, to: section)
    case .insertItems(let new, let side): return insert(items: new, side)
    case .deleteItems(let gone): delete(items: gone)
    case .deleteAllItems: delete(sections: sectionNames)
    case .moveItem(let name, let side): _ = insert(items: [name], side)
    case .reloadItems(let marked):
      reconfiguredItems.removeAll { marked.contains($0) }
      add(marked, to: &reloadedItems)
    case .reconfigureItems(let marked):
      add(marked.filter { !reloadedItems.contains($0) }, to: &reconfiguredItems)
    case .moveItems(let moved, let section, let index): move(moved, to: section, at: index)
    case .replaceItems(let section, let new): return replace(section, with: new)
    case .clearSections(let cleared):
      delete(items: sections.filter { cleared?.contains($0.name) ?? true }.flatMap(\.items))
    case .swapItems(let first, let second): swap(first, second)
    case .reverseItems(let section): forEach(section) { $0.reverse() }
    case .shuffleItems(let section, let seed): forEach(section) { shuffle(&$0, seed) }
    case .sortItems(let section): forEach(section) { $0.sort() }
    case .setItemContent(let item, let content): itemContents[item] = content
    case .setSectionContent(let section, let content): sectionContents[section] = content
    }
    return []
  }

  private mutating func insert(_ new: [Section], _ side: ModelEdit.Side) {
    guard let anchor = sectionNames.firstIndex(of: side.anchor) else { return }
    switch side {
    case .before: sections.insert(contentsOf: new, at: anchor)
    case .after: sections.insert(contentsOf: new, at: anchor + 1)
    }
  }

  private mutating func move(section name: String, _ side: ModelEdit.Side) {
    let moved = sections.filter { $0.name == name }
    sections.removeAll { $0.name == name }
    insert(moved, side)
  }

  private mutating func delete(sections gone: [String]) {
    delete(items: sections.filter { gone.contains($0.name) }.flatMap(\.items))
    sections.removeAll { gone.contains($0.name) }
    reloadedSections.removeAll { gone.contains($0) }
  }

  private mutating func append(_ new: [String], to section: String?) -> [String] {
    let existing = takeOut(new)
    let target = section ?? sections[sections.count - 1].name
    for index in sections.indices where sections[index].name == target {
      sections[index].items += new
    }
    return existing
  }

  private mutating func insert(items new: [String], _ side: ModelEdit.Side) -> [String] {
    let existing = takeOut(new)
    guard let place = place(ofItem: side.anchor) else { return existing }
    switch side {
    case .before: sections[place.section].items.insert(contentsOf: new, at: place.item)
    case .after: sections[place.section].items.insert(contentsOf: new, at: place.item + 1)
    }
    return existing
  }

  private mutating func move(_ moved: [String], to section: String, at index: Int?) {
    _ = takeOut(moved)
    for place in sections.indices where sections[place].name == section {
      sections[place].items.insert(contentsOf: moved, at: index ?? sections[place].items.count)
    }
  }

  private mutating func replace(_ section: String, with new: [String]) -> [String] {
    guard let index = sectionNames.firstIndex(of: section) else { return [] }
    let pulled = new.filter { containsItem($0) && !sections[index].items.contains($0) }
    delete(items: sections[index].items.filter { !new.contains($0) })
    _ = takeOut(new)
    sections[index].items = new
    return pulled
  }

  private mutating func swap(_ first: String, _ second: String) {
    guard first != second else { return }
    let exchanged = [first: second, second: first]
    for index in sections.indices {
      sections[index].items = sections[index].items.map { exchanged[$0] ?? $0 }
    }
  }

  private mutating func forEach(_ section: String?, _ change: (inout [String]) -> Void) {
    for index in sections.indices where section == nil || sections[index].name == section {
      change(&sections[index].items)
    }
  }

  private mutating func delete(items gone: [String]) {
    _ = takeOut(gone)
    reloadedItems.removeAll { gone.contains($0) }
    reconfiguredItems.removeAll { gone.contains($0) }
  }

  private mutating func takeOut(_ gone: [String]) -> [String] {
    let existing = gone.filter { containsItem($0) }
    let gone = Set(gone)
    for index in sections.indices { sections[index].items.removeAll { gone.contains($0) } }
    return existing
  }

  private func add(_ new: [String], to marks: inout [String]) {
    for name in new where !marks.contains(name) { marks.append(name) }
  }
}

/// The shuffle as the protocol page describes it, step by step.
private func shuffle(_ items: inout [String], _ seed: UInt64) {
  var state = seed
  func draw(_ bound: UInt64) -> UInt64 {
    while true {
      state &+= 0x9E37_79B9_7F4A_7C15
      var number = state
      number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
      number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
      number ^= number >> 31
      let surplus = (UInt64.max % bound + 1) % bound
      if number >= surplus { return number % bound }
    }
  }
  for last in items.indices.dropFirst().reversed() {
    items.swapAt(last, Int(draw(UInt64(last) + 1)))
  }
}
