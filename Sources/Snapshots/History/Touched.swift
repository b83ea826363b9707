/// What may differ between a snapshot and its base.
///
/// - Invariant: An item outside `items` that is in the base is in the snapshot too, in the same
///   section and in the same order relative to all other such items; the same holds for
///   `sections`. An item outside `itemContents` has the base's content. Naming too much is harmless,
///   naming too little is a bug: the difference is exact because of this alone. Trees need no
///   record: what two of them share shows where they differ.
struct Touched {
  /// Items that were placed, moved or deleted; may name one several times.
  private(set) var items = HandleList()
  /// Sections that were placed, moved or deleted; may name one several times.
  private(set) var sections = HandleList()
  /// Items whose content was set or dropped.
  var itemContents = HandleList()
  /// Sections whose content was set or dropped.
  var sectionContents = HandleList()

  var isEmpty: Bool {
    items.isEmpty && sections.isEmpty && itemContents.isEmpty && sectionContents.isEmpty
  }

  /// Whether it names more than items that came, went or moved.
  var isMoreThanItems: Bool {
    !sections.isEmpty || !itemContents.isEmpty || !sectionContents.isEmpty
  }

  /// Whether `items` names no item that could keep its place: each one must go, come or move.
  private(set) var itemsAreFewest = false

  mutating func touchItems(_ touched: [Handle]) {
    guard !touched.isEmpty else { return }
    items.append(contentsOf: touched)
    itemsAreFewest = false
  }

  mutating func touchSection(_ section: Handle) { sections.append(section) }

  /// Takes over where a step touched something.
  mutating func touch(_ delta: Delta, _ work: Work) throws(SnapshotError) {
    try delta.sections.forEach(work) { touchSection($0) }
    let placed = delta.placedItems
    touchItems(placed)
    try work.pass(all: placed.count)
    for run in delta.displaced {
      touchItems(run.items)
      try work.pass()
      try work.pass(all: run.items.count)
    }
  }

  /// Records the whole of what an alignment found, on top of no other touch.
  mutating func recordAlignment(_ alignment: Alignment) {
    sections = HandleList(alignment.touchedSections)
    items = HandleList(alignment.touchedItems)
    itemsAreFewest = true
  }

  /// Forgets what came and went again: it is in neither snapshot, so that nothing can differ.
  mutating func forget(
    items isPassingItem: (Handle) -> Bool,
    sections isPassingSection: (Handle) -> Bool
  ) {
    items.removeAll(where: isPassingItem)
    itemContents.removeAll(where: isPassingItem)
    sections.removeAll(where: isPassingSection)
    sectionContents.removeAll(where: isPassingSection)
  }

  /// Takes over what another record names: the span from this base to that snapshot.
  mutating func formUnion(_ other: Touched) {
    if !other.items.isEmpty { itemsAreFewest = false }
    items.formUnion(other.items)
    sections.formUnion(other.sections)
    itemContents.formUnion(other.itemContents)
    sectionContents.formUnion(other.sectionContents)
  }
}

extension Snapshot {
  /// Whether some distinct items that were touched are all that is here, and nothing was there before:
  /// then nobody need look for each of them, which is a tenth of the instructions of a short first
  /// document.
  func hasBegun(with touched: [Handle], after before: Snapshot) -> Bool {
    before.numberOfItems == 0 && touched.count == numberOfItems
  }

  /// Items that may differ in place from the base, ascending, each once.
  package var touchedItems: [Handle] { touched.items.unique() }
  /// Sections that may differ in place from the base, likewise.
  package var touchedSections: [Handle] { touched.sections.unique() }
  /// Items that may differ in content from the base, likewise.
  package var itemsWithOtherContent: [Handle] { touched.itemContents.unique() }
  /// Sections that may differ in content from the base, likewise.
  package var sectionsWithOtherContent: [Handle] { touched.sectionContents.unique() }
}

/// Handles in any order, repeats allowed, that never takes much more room than the distinct ones.
package struct HandleList {
  private var handles: [Handle] = []
  /// Whether each handle is greater than the one before it, so that none stands twice.
  private var isAscending = true
  /// The length at which repeats are thrown out next.
  private var threshold = 64

  package init() {}

  package var isEmpty: Bool { handles.isEmpty }

  /// Creates the list of distinct handles.
  init(_ distinct: [Handle]) {
    handles = HandleSet.ascending(distinct)
    threshold = max(64, distinct.count * 2)
  }

  /// How many are kept, repeats included: at most twice the distinct ones, or a small constant.
  package var count: Int { handles.count }

  mutating func append(_ handle: Handle) {
    if let last = handles.last, last >= handle { isAscending = false }
    handles.append(handle)
    if handles.count >= threshold { compact() }
  }

  package mutating func append(contentsOf other: [Handle]) {
    for handle in other { append(handle) }
  }

  /// Takes over what another list names.
  ///
  /// - Complexity: O(1) when this one names nothing.
  mutating func formUnion(_ other: HandleList) {
    if isEmpty { self = other } else { append(contentsOf: other.unique()) }
  }

  /// Whether it is the other list, and not only an equal one.
  package func isShared(with other: HandleList) -> Bool {
    handles.withUnsafeBufferPointer { own in
      other.handles.withUnsafeBufferPointer {
        own.baseAddress == $0.baseAddress && own.count == $0.count
      }
    }
  }

  /// The handles as they came, repeats included.
  var all: [Handle] { handles }

  /// The distinct handles in ascending order.
  package func unique() -> [Handle] {
    isAscending ? handles : HandleSet.ascending(handles)
  }

  mutating func removeAll(where isRemoved: (Handle) -> Bool) {
    self = HandleList(unique().filter { !isRemoved($0) })
  }

  private mutating func compact() {
    handles = unique()
    isAscending = true
    threshold = max(64, handles.count * 2)
  }
}
