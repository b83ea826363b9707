/// The sections of a list, their items, and the contents of both, at one moment.
///
/// A value: a copy costs O(1) and changing the copy leaves the original as it was; the two share
/// what they have in common. Identifiers are handles of the snapshot's ``pool``.
///
/// Beside its order a snapshot carries marks (what the next apply shows anew) and a record of what
/// may differ from its *base*, the snapshot that it was copied from with ``asBase()``. The
/// difference to the base is found from that record, so its cost depends on what was edited and
/// not on how much there is.
///
/// - Invariant: ``checkInvariants()`` finds nothing.
public struct Snapshot {
  /// Where the identifiers of the handles are.
  public let pool: IdentifierPool

  private var state: State

  /// Creates a snapshot without sections.
  ///
  /// - Parameter pool: Where the identifiers of its handles are.
  public init(pool: IdentifierPool) {
    self.init(pool: pool, geometry: .production)
  }

  package init(pool: IdentifierPool, geometry: RopeGeometry) {
    self.pool = pool
    state = State(geometry: geometry)
  }

  /// Whether nothing was edited since the base.
  public var isUntouched: Bool { touched.isEmpty }

  /// About how many items were placed, moved or deleted since the base: at most twice as many.
  public var numberOfTouchedItems: Int { touched.items.count }

  /// Whether what was placed, moved or deleted since the base is noted in the other's list, as in that
  /// of a copy, and not in an equal one.
  public func sharesTouches(with other: Snapshot) -> Bool {
    touched.items.isShared(with: other.touched.items)
  }

  /// How many touches are noted since the base, at most twice as many as there were elements touched.
  public var numberOfTouches: Int {
    touched.items.count + touched.sections.count + touched.itemContents.count
      + touched.sectionContents.count
  }

  /// The same state as a new base: without marks, and with nothing touched.
  ///
  /// - Returns: The base.
  /// - Complexity: O(1).
  public func asBase() -> Snapshot {
    guard !isUntouched || !marks.isEmpty else { return self }
    var base = self
    base.state = State(copying: state, marks: Marks(), touched: Touched())
    return base
  }
}

/// What a section or an item shows, as opaque bytes; whether two are equal is the caller's rule.
public typealias Content = [UInt8]

// MARK: - State

extension Snapshot {
  /// All that a snapshot holds, in one object that its copies share until one of them is changed.
  ///
  /// To copy a snapshot is then to count two references instead of twenty, and an edit over pipes, which
  /// makes some twenty copies, takes 0.8 times the instructions. Nobody else sees the object, and it is
  /// changed by `mutating` functions of a value alone: the compiler has seen that no two accesses
  /// overlap.
  private final class State {
    // None has a value by default, so that the compiler finds a field which a copy leaves out.
    @exclusivity(unchecked) var items: ItemRope
    @exclusivity(unchecked) var sections: SectionOrder
    @exclusivity(unchecked) var itemContents: Contents
    @exclusivity(unchecked) var sectionContents: Contents
    @exclusivity(unchecked) var outline: Outline
    @exclusivity(unchecked) var marks: Marks
    @exclusivity(unchecked) var touched: Touched

    init(geometry: RopeGeometry) {
      items = Rope(geometry: geometry)
      sections = SectionOrder(geometry: geometry)
      itemContents = Contents()
      sectionContents = Contents()
      outline = Outline(geometry: geometry)
      marks = Marks()
      touched = Touched()
    }

    init(copying other: State, marks: Marks, touched: Touched) {
      items = other.items
      sections = other.sections
      itemContents = other.itemContents
      sectionContents = other.sectionContents
      outline = other.outline
      self.marks = marks
      self.touched = touched
    }
  }

  /// Makes the state one that no copy shares.
  private mutating func own() {
    guard !isKnownUniquelyReferenced(&state) else { return }
    state = State(copying: state, marks: marks, touched: touched)
  }

  /// The items of all sections, one after another.
  var items: ItemRope {
    _read { yield state.items }
    _modify {
      own()
      yield &state.items
    }
  }

  var sections: SectionOrder {
    _read { yield state.sections }
    _modify {
      own()
      yield &state.sections
    }
  }

  var itemContents: Contents { state.itemContents }

  var sectionContents: Contents { state.sectionContents }

  /// Which items hang below which others; those that a closed item hides are in it alone.
  var outline: Outline {
    _read { yield state.outline }
    _modify {
      own()
      yield &state.outline
    }
  }

  var marks: Marks {
    _read { yield state.marks }
    _modify {
      own()
      yield &state.marks
    }
  }

  var touched: Touched {
    _read { yield state.touched }
    _modify {
      own()
      yield &state.touched
    }
  }

  /// Changes contents of items, and notes of which.
  mutating func editItemContents<Failure>(
    _ body: (inout Contents, _ touched: inout HandleList) throws(Failure) -> Void
  ) throws(Failure) {
    own()
    try body(&state.itemContents, &state.touched.itemContents)
  }

  /// Changes contents of sections, and notes of which.
  mutating func editSectionContents<Failure>(
    _ body: (inout Contents, _ touched: inout HandleList) throws(Failure) -> Void
  ) throws(Failure) {
    own()
    try body(&state.sectionContents, &state.touched.sectionContents)
  }
}

// MARK: - Reading

extension Snapshot {
  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// The number of items in all sections.
  public var numberOfItems: Int { items.count }

  /// The sections in display order.
  ///
  /// - Complexity: O(sections).
  public var sectionHandles: [Handle] { sections.allHandles }

  /// The section at an index, which must be in range.
  ///
  /// - Complexity: O(log sections).
  public func sectionHandle(at index: Int) -> Handle { sections[index] }

  /// The items of all sections in display order.
  ///
  /// - Complexity: O(n).
  public var itemHandles: [Handle] { items.handles(in: 0..<items.count) }

  /// The number of items in the section at an index, which must be in range.
  ///
  /// - Complexity: O(log sections).
  public func numberOfItems(inSectionAt index: Int) -> Int {
    sections.positions(inSectionAt: index).count
  }

  /// The positions that the section at an index has in the flattened items.
  ///
  /// - Complexity: O(log sections).
  public func positions(inSectionAt index: Int) -> Range<Int> {
    sections.positions(inSectionAt: index)
  }

  /// The items at a range of positions of the flattened items, which must be in bounds.
  ///
  /// - Complexity: O(length + log n).
  public func itemHandles(at positions: Range<Int>) -> [Handle] { items.handles(in: positions) }

  /// The item at a position of the flattened items, which must be in bounds.
  ///
  /// - Complexity: O(log n).
  public func itemHandle(atPosition position: Int) -> Handle { items[position] }

  /// Calls a closure with the items at a range of positions of the flattened items, which must be in
  /// bounds, in display order and many at a time.
  ///
  /// - Complexity: O(length + log n), without a copy of them.
  public func forEachRun(
    ofItemsAt positions: Range<Int>,
    _ body: (UnsafeBufferPointer<Handle>) -> Void
  ) {
    items.forEachRun(in: positions, body)
  }

  /// The index of a section, or nil when it is not here.
  ///
  /// - Complexity: O(1) and a scan of one block.
  public func index(ofSection section: Handle) -> Int? { sections.index(of: section) }

  /// Whether an item is here.
  ///
  /// - Complexity: O(1).
  public func containsItem(_ item: Handle) -> Bool { items.contains(item) }

  /// Whether a section is here.
  ///
  /// - Complexity: O(1), for few sections a scan of one chunk.
  public func containsSection(_ section: Handle) -> Bool { sections.contains(section) }

  /// The position of an item counted across all sections, or nil when it is not here.
  ///
  /// - Complexity: O(1) and a scan of one block.
  public func index(ofItem item: Handle) -> Int? { items.rank(of: item) }

  /// The index path of an item, or nil when it is not here.
  ///
  /// - Complexity: O(log sections) and a scan of one block.
  public func indexPath(ofItem item: Handle) -> IndexPath? {
    items.rank(of: item).map(indexPath(ofPosition:))
  }

  /// The index paths of many items, nil for each that is not here.
  ///
  /// Of a long list it takes less time than as many calls of ``indexPath(ofItem:)``: the look-ups wait
  /// for memory together.
  ///
  /// - Complexity: O(log sections) and a scan of one block for each.
  public func indexPaths(ofItems items: ArraySlice<Handle>) -> [IndexPath?] {
    self.items.ranks(of: items).map { $0.map(indexPath(ofPosition:)) }
  }

  /// The index path of a position of the flattened items, which must be in bounds.
  ///
  /// - Complexity: O(log sections).
  public func indexPath(ofPosition position: Int) -> IndexPath {
    sections.indexPath(ofPosition: position)
  }

  /// The section that holds an item, or nil when the item is not here.
  ///
  /// - Complexity: O(log sections) and a scan of one block.
  public func sectionHandle(containingItem item: Handle) -> Handle? {
    indexPath(ofItem: item).map { sections[$0.section] }
  }

  /// The item at an index path, or nil when there is none.
  ///
  /// - Complexity: O(log n).
  public func itemHandle(at indexPath: IndexPath) -> Handle? {
    sections.position(of: indexPath).map { items[$0] }
  }

  /// The content of an item, or nil when it has none.
  ///
  /// - Complexity: O(1).
  public func content(ofItem item: Handle) -> Content? { itemContents[item] }

  /// The content of a section, or nil when it has none.
  ///
  /// - Complexity: O(1).
  public func content(ofSection section: Handle) -> Content? { sectionContents[section] }

  /// How many bytes the contents of items have together, each as often as it is named.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(items).
  public func contentBytes(ofItems items: [Handle]) throws(SnapshotError) -> Int {
    try itemContents.byteCount(of: items, pool.work)
  }

  /// How many bytes the contents of sections have together, each as often as it is named.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(sections).
  public func contentBytes(ofSections sections: [Handle]) throws(SnapshotError) -> Int {
    try sectionContents.byteCount(of: sections, pool.work)
  }
}
