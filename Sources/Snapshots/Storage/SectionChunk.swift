/// Sections that follow one another, and how many items they have.
///
/// - Invariant: `ends` has an entry for each handle, and ascends from 0 or more.
struct SectionChunk: RopeChunk {

  /// How many sections there are, and how many items in them.
  struct Size: RopeSize {
    private var sections: Int32
    private(set) var items: Int32

    init(count: Int) { self.init(sections: Int32(count), items: 0) }

    init(sections: Int32, items: Int32) { (self.sections, self.items) = (sections, items) }

    var count: Int { Int(sections) }

    static var zero: Size { Size(count: 0) }

    static func + (lhs: Size, rhs: Size) -> Size {
      Size(sections: lhs.sections &+ rhs.sections, items: lhs.items &+ rhs.items)
    }

    static func - (lhs: Size, rhs: Size) -> Size {
      Size(sections: lhs.sections &- rhs.sections, items: lhs.items &- rhs.items)
    }
  }

  private(set) var handles = Block()
  /// How many items the sections up to and with each have together.
  private(set) var ends = Block()

  init() {}

  init(_ run: UnsafeBufferPointer<Handle>, limit: Int) {
    handles = Block(run, limit: limit)
    ends = Block(zeros: run.count, limit: limit)
  }

  private init(handles: Block, ends: Block) { (self.handles, self.ends) = (handles, ends) }

  var size: Size { Size(sections: Int32(handles.count), items: start(at: handles.count)) }

  /// How many items the sections in front of an offset have.
  private func start(at offset: Int) -> Int32 { offset == 0 ? 0 : ends.entries[offset - 1] }

  /// The positions that the items of the section at an offset have among those of the chunk.
  func positions(inSectionAt offset: Int) -> Range<Int> {
    Int(start(at: offset))..<Int(ends.entries[offset])
  }

  /// The index path of the item at a position, when the chunk is all that there is.
  func indexPath(ofPosition position: Int) -> IndexPath {
    let offset = ends.countOfAscending(notAbove: Int32(position))
    return IndexPath(section: offset, item: position - Int(start(at: offset)))
  }

  /// Calls `body` with each section, its index and the positions of its items, in display order.
  ///
  /// - Parameters:
  ///   - start: What is in front of the chunk.
  ///   - body: What to do with a section.
  /// - Throws: What the closure throws.
  func forEach<Failure>(
    from start: Size = .zero,
    _ body: (Int, Handle, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var position = Int(start.items)
    for (offset, section) in handles.entries.enumerated() {
      let end = Int(start.items + ends.entries[offset])
      try body(start.count + offset, section, position..<end)
      position = end
    }
  }

  /// Counts items that came to sections or, with a negative number, left them.
  ///
  /// - Parameters:
  ///   - changes: Sections by their index, ascending, and how many items more each has.
  ///   - first: The index of the chunk's first section.
  mutating func addItems(_ changes: some Collection<SectionOrder.Change>, firstIndex first: Int) {
    var rest = changes[...]
    var sum: Int32 = 0
    while let change = rest.popFirst() {
      sum += Int32(change.items)
      let next = rest.first.map { $0.section - first } ?? ends.count
      ends.add(sum, to: change.section - first..<next)
    }
  }

  func isShared(with other: SectionChunk) -> Bool {
    handles.isShared(with: other.handles) && ends.isShared(with: other.ends)
  }

  mutating func insert(_ handle: Handle, at offset: Int, limit: Int) {
    let start = start(at: offset)
    handles.insert(handle, at: offset, limit: limit)
    ends.insert(start, at: offset, limit: limit)
  }

  mutating func insert(_ other: SectionChunk, at offset: Int, limit: Int) {
    let start = start(at: offset)
    let next = offset + other.handles.count
    handles.insert(other.handles, at: offset, limit: limit)
    ends.insert(other.ends, at: offset, limit: limit)
    ends.add(start, to: offset..<next)
    ends.add(other.size.items, to: next..<ends.count)
  }

  mutating func removeSubrange(_ range: Range<Int>) -> Size {
    let items = start(at: range.upperBound) - start(at: range.lowerBound)
    handles.removeSubrange(range)
    ends.removeSubrange(range)
    ends.add(-items, to: range.lowerBound..<ends.count)
    return Size(sections: Int32(range.count), items: items)
  }

  mutating func removeSubranges(_ ranges: [Range<Int>]) {
    let before = self
    var removed: Int32 = 0
    var next = 0
    for range in ranges {
      ends.add(-removed, to: next..<range.lowerBound)
      removed += before.start(at: range.upperBound) - before.start(at: range.lowerBound)
      next = range.upperBound
    }
    ends.add(-removed, to: next..<ends.count)
    handles.removeSubranges(ranges)
    ends.removeSubranges(ranges)
  }

  func part(_ range: Range<Int>, limit: Int) -> SectionChunk {
    var ends = ends.part(range, limit: limit)
    ends.add(-start(at: range.lowerBound), to: 0..<ends.count)
    return SectionChunk(handles: handles.part(range, limit: limit), ends: ends)
  }
}

extension SectionChunk {
  /// Says what is wrong with the sums; empty when nothing is.
  func checkInvariants() -> [String] {
    let sums = [0] + ends.entries
    let ascend = zip(sums, sums.dropFirst()).allSatisfy(<=)
    return ascend && ends.count == handles.count ? [] : ["sums \(sums) of \(handles.entries)"]
  }
}
