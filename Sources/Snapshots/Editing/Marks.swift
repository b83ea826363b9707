/// What a draft asks to be shown anew although its place and identity stay.
///
/// Each of the three lists is in the order in which the marks were first set. A reload beats a
/// reconfiguration of the same item.
struct Marks {
  private(set) var reloadedSections = OrderedHandles()
  private(set) var reloadedItems = OrderedHandles()
  private(set) var reconfiguredItems = OrderedHandles()

  var isEmpty: Bool {
    reloadedSections.isEmpty && reloadedItems.isEmpty && reconfiguredItems.isEmpty
  }

  /// How many marks there are.
  var count: Int {
    reloadedSections.count + reloadedItems.count + reconfiguredItems.count
  }

  /// Adds another's marks.
  mutating func formUnion(_ other: Marks) {
    guard !other.isEmpty else { return }
    reloadSections(other.reloadedSections.handles)
    reloadItems(other.reloadedItems.handles)
    reconfigureItems(other.reconfiguredItems.handles)
  }

  /// Only the marks of what a snapshot holds.
  func kept(in snapshot: Snapshot) -> Marks {
    guard !isEmpty else { return self }
    var kept = Marks()
    kept.reloadSections(reloadedSections.handles.filter { snapshot.sections.contains($0) })
    kept.reloadItems(reloadedItems.handles.filter { snapshot.items.contains($0) })
    kept.reconfigureItems(reconfiguredItems.handles.filter { snapshot.items.contains($0) })
    return kept
  }

  mutating func reloadSections(_ sections: [Handle]) {
    sections.forEach { reloadedSections.append($0) }
  }

  mutating func reloadItems(_ items: [Handle]) {
    for item in items {
      reconfiguredItems.remove(item)
      reloadedItems.append(item)
    }
  }

  mutating func reconfigureItems(_ items: [Handle]) {
    for item in items where !reloadedItems.contains(item) {
      reconfiguredItems.append(item)
    }
  }

  mutating func forgetItem(_ item: Handle) {
    reloadedItems.remove(item)
    reconfiguredItems.remove(item)
  }

  mutating func forgetSection(_ section: Handle) {
    reloadedSections.remove(section)
  }
}
