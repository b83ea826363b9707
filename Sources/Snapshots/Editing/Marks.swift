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

  /// How many bytes they take.
  var byteCount: Int {
    reloadedSections.byteCount + reloadedItems.byteCount + reconfiguredItems.byteCount
  }

  /// Adds another's marks.
  mutating func formUnion(_ other: Marks, _ work: Work) throws(SnapshotError) {
    guard !other.isEmpty else { return }
    try reloadSections(other.reloadedSections.handles, work)
    try reloadItems(other.reloadedItems.handles, work)
    try reconfigureItems(other.reconfiguredItems.handles, work)
  }

  /// Only the marks of what a snapshot holds.
  func kept(in snapshot: Snapshot, _ work: Work) throws(SnapshotError) -> Marks {
    guard !isEmpty else { return self }
    var kept = Marks()
    let (sections, items) = (snapshot.sections, snapshot.items)
    try kept.reloadSections(
      reloadedSections.handles.filter(work) { sections.contains($0) },
      work
    )
    try kept.reloadItems(reloadedItems.handles.filter(work) { items.contains($0) }, work)
    try kept.reconfigureItems(reconfiguredItems.handles.filter(work) { items.contains($0) }, work)
    return kept
  }

  mutating func reloadSections(_ sections: [Handle], _ work: Work) throws(SnapshotError) {
    try sections.forEach(work) { reloadedSections.append($0) }
  }

  mutating func reloadItems(_ items: [Handle], _ work: Work) throws(SnapshotError) {
    try items.forEach(work) { item in
      reconfiguredItems.remove(item)
      reloadedItems.append(item)
    }
  }

  mutating func reconfigureItems(_ items: [Handle], _ work: Work) throws(SnapshotError) {
    try items.forEach(work) { item in
      if !reloadedItems.contains(item) { reconfiguredItems.append(item) }
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
