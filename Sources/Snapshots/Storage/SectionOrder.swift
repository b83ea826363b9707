/// The sections of a snapshot in display order, and how many items each has.
///
/// Few sections are one chunk: flat arrays, which a list of ten sections reads and copies at the
/// least cost. Many are a rope of such chunks, so that an edit copies one or two of them, and an
/// item that comes or goes copies the sums of one.
///
/// - Invariant: ``checkInvariants()`` finds nothing.
package struct SectionOrder {

  /// How many items came to a section or, with a negative number, left it.
  package typealias Change = (section: Int, items: Int)

  package let geometry: RopeGeometry
  /// All sections, unless they are many.
  private var few = SectionChunk()
  /// The rope of all sections when they are many, and otherwise nothing: a list of at most one, so
  /// that to copy a snapshot is to count one reference here and not six.
  private var many: ContiguousArray<Rope<SectionChunk>> = []

  private var isFew: Bool { many.isEmpty }

  /// Creates the order of no sections.
  package init(geometry: RopeGeometry = .production) {
    self.geometry = geometry
  }

  /// Creates the order of distinct sections.
  ///
  /// - Parameters:
  ///   - sections: The sections.
  ///   - starts: The position of each section's first item, and at the end the number of all items.
  ///   - geometry: The sizes of its parts.
  /// - Complexity: O(n).
  package init(sections: [Handle], starts: [Int32], geometry: RopeGeometry = .production) {
    self.init(geometry: geometry)
    insert(sections, at: 0)
    addItems(sections.indices.map { (section: $0, items: Int(starts[$0 + 1] - starts[$0])) })
  }
}

// MARK: - Reading

extension SectionOrder {
  /// The number of sections.
  package var count: Int { isFew ? few.handles.count : many[0].count }

  /// The number of items in all sections.
  package var itemCount: Int { Int((isFew ? few.size : many[0].order.size).items) }

  /// The sections in display order.
  ///
  /// - Complexity: O(n).
  package var allHandles: [Handle] {
    isFew ? Array(few.handles.entries) : many[0].handles(in: 0..<count)
  }

  /// The last section, nil when there is none.
  package var last: Handle? { count == 0 ? nil : self[count - 1] }

  /// The section at an index.
  ///
  /// - Complexity: O(log n).
  package subscript(index: Int) -> Handle { isFew ? few.handles.entries[index] : many[0][index] }

  /// The index of a section, or nil when it is not here.
  ///
  /// - Complexity: O(1) and a scan of one chunk.
  package func index(of section: Handle) -> Int? {
    isFew ? few.handles.offset(of: section, near: 0) : many[0].rank(of: section)
  }

  /// Whether a section is here.
  ///
  /// - Complexity: O(1), for few sections a scan of one chunk.
  package func contains(_ section: Handle) -> Bool {
    isFew ? few.handles.offset(of: section, near: 0) != nil : many[0].contains(section)
  }

  /// The positions of a section's items in the whole snapshot.
  ///
  /// - Complexity: O(log n).
  package func positions(inSectionAt index: Int) -> Range<Int> {
    isFew ? few.positions(inSectionAt: index) : many[0].positions(inSectionAt: index)
  }

  /// The position that the item at an index path has in the whole snapshot, nil when there is none.
  ///
  /// - Complexity: O(log n).
  package func position(of path: IndexPath) -> Int? {
    guard path.section >= 0, path.section < count else { return nil }
    let positions = positions(inSectionAt: path.section)
    guard path.item >= 0, path.item < positions.count else { return nil }
    return positions.lowerBound + path.item
  }

  /// The index of the section that holds the item at a position in the whole snapshot.
  ///
  /// - Complexity: O(log n).
  package func sectionIndex(ofPosition position: Int) -> Int {
    indexPath(ofPosition: position).section
  }

  /// The index path of the item at a position in the whole snapshot.
  ///
  /// - Complexity: O(log n).
  package func indexPath(ofPosition position: Int) -> IndexPath {
    isFew ? few.indexPath(ofPosition: position) : many[0].indexPath(ofPosition: position)
  }
}

// MARK: - Chunk by chunk

extension SectionOrder {
  /// Calls `body` with each section, its index and the positions of its items, in display order.
  ///
  /// - Complexity: O(n).
  func forEach<Failure>(
    _ body: (Int, Handle, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    for slot in slots {
      let (start, chunk) = chunk(inSlot: slot)
      try chunk.forEach(from: start, body)
    }
  }

  /// Calls `body` with each section that has items, likewise.
  ///
  /// - Complexity: O(n / chunk capacity + c · chunk capacity) for c chunks with items.
  func forEachFilled<Failure>(
    _ body: (Int, Handle, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    for slot in slots where isFew || many[0].order.size(ofSlot: slot).items > 0 {
      let (start, chunk) = chunk(inSlot: slot)
      try chunk.forEach(from: start) { (index, section, positions) throws(Failure) in
        if !positions.isEmpty { try body(index, section, positions) }
      }
    }
  }

  private var slots: Range<Int> { 0..<(isFew ? 1 : many[0].order.ids.count) }

  /// The chunks in display order, by what stays their identifier while others come and go.
  var chunkIDs: ContiguousArray<Int32> { isFew ? [0] : many[0].order.ids }

  /// The slot of the chunk that holds the section at an index.
  func slot(containing index: Int) -> Int { isFew ? 0 : many[0].order.slot(containing: index) }

  /// The chunk in a slot, and what is in front of it.
  func chunk(inSlot slot: Int) -> (start: SectionChunk.Size, chunk: SectionChunk) {
    isFew ? (.zero, few) : (many[0].order.starts[slot], many[0].chunk(inSlot: slot))
  }

  /// Calls `body` with each chunk in display order.
  func forEachChunk(_ body: (SectionChunk) -> Void) {
    for slot in slots { body(chunk(inSlot: slot).chunk) }
  }

  /// Calls `body` with each chunk that another order does not share, in any order; few sections
  /// always count for such a one.
  ///
  /// - Complexity: O(n / 32,768 + 32 · c) for c chunks that it does not share.
  func forEachChunk(
    unsharedWith other: SectionOrder,
    _ body: (_ id: Int32, _ chunk: SectionChunk) -> Void
  ) {
    guard !isFew else { return body(0, few) }
    let known = other.isFew ? BlockTable() : other.many[0].chunks
    many[0].chunks.forEach(unsharedWith: known) { body(Int32($0), $1) }
  }
}

// MARK: - Editing

extension SectionOrder {
  /// Counts items that came to the section at an index or, with a negative number, left it.
  ///
  /// - Complexity: O(chunk capacity + n / chunk capacity).
  package mutating func addItems(_ items: Int, toSectionAt index: Int) {
    addItems(CollectionOfOne((section: index, items: items)))
  }

  /// Counts items that came to sections, which ascend, or left them.
  ///
  /// - Complexity: O(k + c · (chunk capacity + n / chunk capacity)) for k sections in c chunks.
  package mutating func addItems(_ changes: some Collection<Change>) {
    guard !isFew else { return few.addItems(changes, firstIndex: 0) }
    many[0].addItems(changes)
  }

  /// Counts no item in any section.
  ///
  /// - Complexity: O(n).
  package mutating func removeAllItems() {
    let sections = allHandles
    removeAll()
    insert(sections, at: 0)
  }

  /// Puts sections without items in front of the one at an index.
  ///
  /// - Complexity: O(k + chunk capacity + n / chunk capacity) for k sections.
  package mutating func insert(_ sections: [Handle], at index: Int) {
    let limit = geometry.chunkCapacity
    if isFew, count + sections.count > limit {
      many = [Rope(few, geometry: geometry)]
      few = SectionChunk()
    }
    guard isFew else { return many[0].insert(contentsOf: sections, at: index) }
    for (offset, section) in sections.enumerated() {
      few.insert(section, at: index + offset, limit: limit)
    }
  }

  /// Takes out the sections at some ranges of indexes, which ascend, with their items, in one pass.
  ///
  /// - Complexity: O(k + c · chunk capacity + n / chunk capacity) for k sections in c chunks.
  package mutating func remove(at indexes: [Range<Int>]) {
    guard !isFew else { return few.removeSubranges(indexes) }
    many[0].removeSubranges(indexes)
    // Not at once, so that it takes many edits to come here again.
    guard count <= geometry.chunkCapacity / 2 else { return }
    few = many[0].part(0..<count)
    many = []
  }

  /// Moves the section at an index, with its items; `target` counts after it was taken out.
  ///
  /// - Complexity: O(chunk capacity + n / chunk capacity).
  package mutating func move(from index: Int, to target: Int) {
    guard isFew else { return many[0].moveSubrange(index..<index + 1, to: target) }
    let section = few.handles.entries[index]
    let removed = few.removeSubrange(index..<index + 1)
    few.insert(section, at: target, limit: geometry.chunkCapacity)
    addItems(Int(removed.items), toSectionAt: target)
  }

  /// Takes out all sections.
  package mutating func removeAll() {
    self = SectionOrder(geometry: geometry)
  }
}

extension SectionOrder {
  /// Says what is wrong with the redundancy; empty when nothing is.
  ///
  /// - Invariant: There is no rope, or there are more sections in it than fit into half a chunk, and
  ///   none elsewhere.
  /// - Complexity: O(n); for tests.
  package func checkInvariants() -> [String] {
    guard let rope = many.first else { return few.checkInvariants() }
    var violations = rope.checkInvariants()
    violations += rope.order.ids.flatMap { rope.chunks[Int($0)].checkInvariants() }
    if rope.count <= geometry.chunkCapacity / 2 || few.handles.count > 0 {
      violations.append("\(rope.count) sections in a rope, \(few.handles.count) beside it")
    }
    return violations
  }
}
