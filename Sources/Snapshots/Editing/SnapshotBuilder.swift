/// Builds the snapshot that replaces another one, section by section and item by item.
///
/// Most lists that come are nearly the one that is there. So each identifier is first compared
/// with the one that stands at the expected place in the old list, and hashed only when it is
/// another; and what was changed is found in one go at the end.
public struct SnapshotBuilder {
  private let current: Snapshot
  private var snapshot: Snapshot
  private let old: FlatList
  private var oldPositions: Positions?

  private var sections: [Handle] = []
  private var starts: [Int32] = []
  private var items: [Handle] = []
  private var seenSections = HandleSet()
  private var seenItems = HandleSet()
  /// What was seen more than once, each once: a list may have nothing else.
  private var repeatedSections = OrderedHandles()
  private var repeatedItems = OrderedHandles()
  /// The position in the old list where the next item is expected, and likewise the section.
  private var expectedItem = 0
  private var expectedSection = 0
  /// Where in the old list those of the last items begin that came as expected: they are noted when
  /// another one comes, or the end.
  private var firstUnnoted = 0
  /// Identifiers of items that come next, of which the first was not the expected one.
  private var pending: [UnsafeRawBufferPointer] = []
  /// How many of them are searched together: more and more as long as none is the expected one.
  private var batchSize = 1
  private static let greatestBatch = 32

  /// Starts an empty list.
  ///
  /// - Parameter current: The snapshot to be replaced; contents that are not set anew are its.
  /// - Complexity: O(n) for n items and sections of the snapshot.
  public init(replacing current: Snapshot) {
    self.current = current
    snapshot = current.asBase()
    old = FlatList(current)
  }

  /// Makes room for a number of sections and items.
  ///
  /// - Parameters:
  ///   - sectionCount: How many sections the list will probably have.
  ///   - itemCount: How many items.
  /// - Complexity: As ``Interner/reserveCapacity(_:)``.
  public mutating func reserveCapacity(sections sectionCount: Int, items itemCount: Int) {
    sections.reserveCapacity(sectionCount)
    // Where the last one ends comes on top.
    starts.reserveCapacity(sectionCount + 1)
    snapshot.pool.items.reserveCapacity(itemCount)
    items.reserveCapacity(itemCount)
  }

  /// Begins a section at the end of the list.
  ///
  /// - Parameter identifier: The section identifier's canonical bytes.
  /// - Returns: The section's handle.
  /// - Complexity: O(length), expected.
  @discardableResult
  public mutating func appendSection(_ identifier: UnsafeRawBufferPointer) -> Handle {
    appendPending()
    let expected = expectedSection < old.sections.count ? old.sections[expectedSection] : -1
    let section = snapshot.pool.sections.intern(identifier, expecting: expected)
    expectedSection = (snapshot.sections.index(of: section) ?? expectedSection - 1) + 1
    if !seenSections.insert(section) { repeatedSections.append(section) }
    sections.append(section)
    starts.append(Int32(items.count + expectedItem - firstUnnoted))
    return section
  }

  /// Adds an item at the end of the last section; there must be one.
  ///
  /// - Parameter identifier: The item identifier's canonical bytes.
  /// - Returns: The item's handle.
  /// - Complexity: O(length), expected.
  @discardableResult
  public mutating func appendItem(_ identifier: UnsafeRawBufferPointer) -> Handle {
    appendPending()
    if let item = appendExpectedItem(identifier) { return item }
    let item = snapshot.pool.items.intern(identifier)
    withUnsafePointer(to: item) { append(UnsafeBufferPointer(start: $0, count: 1)) }
    return item
  }

  /// Adds an item at the end of the last section, of whose identifier the bytes stay where they are
  /// until the list is finished; there must be a section.
  ///
  /// Of a long list with many new items it takes less time than ``appendItem(_:)``: the searches for
  /// several identifiers wait for memory at the same time.
  ///
  /// - Parameter identifier: The item identifier's canonical bytes.
  /// - Complexity: O(length), expected.
  public mutating func appendLastingItem(_ identifier: UnsafeRawBufferPointer) {
    if pending.isEmpty, appendExpectedItem(identifier) != nil {
      batchSize = 1
      return
    }
    pending.append(identifier)
    if pending.count >= batchSize { appendPending() }
  }

  /// Gives an item of the list its content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - item: The item.
  public mutating func setContent(_ content: Content, ofItem item: Handle) {
    snapshot.setContent(content, ofItem: item)
  }

  /// Gives a section of the list its content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - section: The section.
  public mutating func setContent(_ content: Content, ofSection section: Handle) {
    snapshot.setContent(content, ofSection: section)
  }

  /// Finishes the list.
  ///
  /// - Returns: A snapshot whose base is the one that it replaces.
  /// - Throws: `repeatedSections` or `repeatedItems`.
  /// - Complexity: O(n) when little changed, O(n log n) at worst.
  public consuming func build() throws(SnapshotError) -> Snapshot {
    appendPending()
    noteLastExpected()
    guard repeatedSections.isEmpty else { throw .repeatedSections(repeatedSections.handles) }
    guard repeatedItems.isEmpty else { throw .repeatedItems(repeatedItems.handles) }
    return try buildDistinct()
  }

  /// Finishes a list in which nothing is known to repeat.
  consuming func buildDistinct() throws(SnapshotError) -> Snapshot {
    noteLastExpected()
    starts.append(Int32(items.count))
    let new = FlatList(sections: sections, starts: starts, items: items)
    try snapshot.rearrange(from: old, to: new)
    return snapshot
  }

  /// Adds an item if it is the expected one, and returns it then.
  private mutating func appendExpectedItem(_ identifier: UnsafeRawBufferPointer) -> Handle? {
    guard expectedItem < old.items.count else { return nil }
    if expectedItem % Self.greatestBatch == 0 { prefetchExpectedItems() }
    let item = old.items[expectedItem]
    guard snapshot.pool.items.isIdentifier(identifier, of: item) else { return nil }
    expectedItem += 1
    return item
  }

  /// Has the identifiers of the next few expected items read together, unless they lie one behind
  /// another: then the processor reads ahead by itself.
  private func prefetchExpectedItems() {
    let next = old.items[expectedItem...].prefix(Self.greatestBatch)
    guard let first = next.first, let last = next.last, Int(last - first) != next.count - 1 else {
      return
    }
    snapshot.pool.items.prefetch(next)
  }

  private mutating func appendPending() {
    guard !pending.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: Handle.self, capacity: pending.count) { batch in
      snapshot.pool.items.intern(pending, into: batch)
      append(UnsafeBufferPointer(batch))
    }
    pending.removeAll(keepingCapacity: true)
    batchSize = min(2 * batchSize, Self.greatestBatch)
  }

  /// Adds items of which each may be the expected one.
  private mutating func append(_ batch: UnsafeBufferPointer<Handle>) {
    noteExpected()
    if !old.items.isEmpty { for item in batch { expectItem(after: item) } }
    firstUnnoted = expectedItem
    note(batch)
  }

  /// Adds the items that came as expected.
  private mutating func noteExpected() {
    let (run, expected) = (firstUnnoted..<expectedItem, old.items)
    firstUnnoted = expectedItem
    guard !run.isEmpty else { return }
    expected.withUnsafeBufferPointer { note(UnsafeBufferPointer(rebasing: $0[run])) }
  }

  /// Adds the last items that came as expected.
  ///
  /// When those are all, the list is not copied, nor compared later on.
  private mutating func noteLastExpected() {
    if firstUnnoted..<expectedItem == old.items.indices, items.isEmpty {
      (items, firstUnnoted) = (old.items, expectedItem)
    } else {
      noteExpected()
    }
  }

  /// Expects the old successor of an item that may be the expected one.
  private mutating func expectItem(after item: Handle) {
    if expectedItem < old.items.count, item == old.items[expectedItem] {
      expectedItem += 1
    } else {
      resynchronise(at: item)
    }
  }

  private mutating func note(_ batch: UnsafeBufferPointer<Handle>) {
    seenItems.insert(batch) { repeatedItems.append($0) }
    items.append(contentsOf: batch)
  }

  /// Expects the old successor of an item next, wherever that is.
  private mutating func resynchronise(at item: Handle) {
    if oldPositions == nil { oldPositions = Positions(of: old.items) }
    if let position = oldPositions?[item], position >= 0 { expectedItem = Int(position) + 1 }
  }
}

extension Snapshot {
  /// Takes on another arrangement, and records what that touches.
  ///
  /// - Throws: `interrupted`; the snapshot is of no use then.
  mutating func rearrange(from old: FlatList, to new: FlatList) throws(SnapshotError) {
    let work = pool.work
    let alignment = try Alignment(from: old, to: new, work)
    let formerSections = sections
    sections = SectionOrder(sections: new.sections, starts: new.starts, geometry: items.geometry)
    try work.pass(all: new.sections.count)
    // A section that moves carries items that nobody touched to other positions.
    let movesSections = try alignment.touchedSections.contains(work) {
      formerSections.contains($0) && sections.contains($0)
    }
    touched.recordAlignment(alignment)
    try work.pass(all: alignment.touchedSections.count + alignment.touchedItems.count)
    // Above this share, building the rope anew costs less than editing it item by item.
    if movesSections || alignment.touchedItems.count * 256 > new.items.count {
      items = Rope(new.items, geometry: items.geometry)
      try work.pass(all: new.items.count)
    } else {
      try patchItems(alignment.touchedItems, to: new)
    }
  }

  /// Edits the rope into the new order, so that the untouched blocks stay shared with the base.
  private mutating func patchItems(
    _ touchedItems: [Handle],
    to new: FlatList
  ) throws(SnapshotError) {
    guard !touchedItems.isEmpty else { return }
    let work = pool.work
    try touchedItems.forEach(work) { item in
      if items.contains(item) { items.remove(item) }
    }
    let touched = HandleSet(touchedItems)
    for (position, item) in new.items.enumerated() {
      try work.pass()
      if touched.contains(item) { items.insert(item, at: position) }
    }
  }
}
