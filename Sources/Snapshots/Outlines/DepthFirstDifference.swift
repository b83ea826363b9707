/// Which items stand elsewhere among all items of their sections, shown or hidden and depth first,
/// in one of two snapshots.
///
/// Rows of flat sections do when an edit has placed them. In trees it is seen from the brackets: what
/// the two outlines have in common is some segments; of those that lie in one section the heaviest
/// that keep their order stay, and what begins in the others has moved.
private struct DepthFirstDifference {
  /// A part of a segment that lies in one section of the newer snapshot.
  private struct Part {
    var section: Int
    var old: Int
    var newRange: Range<Int>
  }

  private let old: Snapshot
  private let new: Snapshot
  private let brackets: ItemRope
  private let work: Work

  init(from old: Snapshot, to new: Snapshot) {
    self.old = old
    self.new = new
    brackets = new.outline.brackets
    work = new.pool.work
  }

  /// The items that edits of rows have placed, and what came to another section below them.
  func placedItems() throws(SnapshotError) -> [Handle] {
    var placed: [Handle] = []
    var ranges: [Range<Int>] = []
    try new.touched.items.unique().forEach(work) { item in
      let isInTrees = new.outline.contains(item) && old.outline.contains(item)
      let section = new.section(inTreeOf: item)
      if !isInTrees || section == nil { placed.append(item) }
      if section != old.section(inTreeOf: item), let range = new.outline.range(of: item) {
        ranges.append(range)
      }
    }
    var end = 0
    try ranges.sorted(work) { $0.lowerBound < $1.lowerBound }.forEach(work) {
      (range) throws(SnapshotError) in
      // What is below one of them comes with it.
      guard range.lowerBound >= end else { return }
      end = range.upperBound
      placed += try items(beginningIn: range)
    }
    return placed
  }

  /// The items that edits of trees have placed or taken out, opened or closed.
  func itemsMovedInTrees() throws(SnapshotError) -> [Handle] {
    guard !new.outline.isUnchangedCopy(of: old.outline) else { return [] }
    let alignment = try BracketAlignment(from: old.outline.brackets, to: brackets, work)
    var moved: [Handle] = []
    for range in alignment.removed {
      let gone = old.outline.brackets.handles(in: range)
      try work.pass(all: gone.count)
      moved += gone.map { Bracket.item(of: $0) }
    }
    for range in alignment.inserted {
      let came = brackets.handles(in: range)
      try work.pass(all: came.count)
      moved += came.map { Bracket.item(of: $0) }
    }
    // A section has parts of several segments only where it begins or ends in them.
    var parts: [Part] = []
    try alignment.segments.forEach(work) { parts += ends(of: $0) }
    parts = try parts.sorted(work) {
      ($0.section, $0.newRange.lowerBound) < ($1.section, $1.newRange.lowerBound)
    }
    var start = 0
    while start < parts.count {
      let end = parts[start...].firstIndex { $0.section != parts[start].section } ?? parts.count
      moved += try itemsMoved(among: Array(parts[start..<end]))
      start = end
    }
    return moved
  }

  /// The parts of a segment that lie in the first and in the last section that it reaches into.
  private func ends(of segment: BracketAlignment.Segment) -> [Part] {
    let range = segment.newRange
    return [range.lowerBound, range.upperBound - 1].compactMap { position -> Part? in
      let item = Bracket.item(of: brackets[position])
      guard let section = new.section(inTreeOf: item).flatMap({ new.index(ofSection: $0) }),
        let tree = new.outlineRange(ofSectionAt: section)
      else { return nil }
      let part = range.clamped(to: tree)
      // One section alone is told once.
      if position > range.lowerBound, part.lowerBound == range.lowerBound { return nil }
      return Part(
        section: section,
        old: segment.old + part.lowerBound - range.lowerBound,
        newRange: part
      )
    }
  }

  /// The items that begin in those parts of a section that do not stay.
  private func itemsMoved(among parts: [Part]) throws(SnapshotError) -> [Handle] {
    let native = parts.filter(isFromItsSection)
    let order = try native.indices.map { $0 }.sorted(work) { native[$0].old < native[$1].old }
    var ranks = Array(repeating: 0, count: native.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    let stays = try heaviestIncreasingSubsequence(
      ranks: ranks,
      weights: native.map(\.newRange.count),
      work
    )
    var moved: [Handle] = []
    for part in parts where !isFromItsSection(part) {
      moved += try items(beginningIn: part.newRange)
    }
    for (index, part) in native.enumerated() where !stays[index] {
      moved += try items(beginningIn: part.newRange)
    }
    return moved
  }

  /// Whether a part was in its section before, but for rows at its ends that edits have placed.
  ///
  /// Anything else that comes from another section hung below an item there and hangs below one
  /// here, so that nothing beside it is in its segment.
  private func isFromItsSection(_ part: Part) -> Bool {
    let section = new.sectionHandle(at: part.section)
    return [part.newRange.lowerBound, part.newRange.upperBound - 1].contains { position in
      old.section(inTreeOf: Bracket.item(of: brackets[position])) == section
    }
  }

  private func items(beginningIn range: Range<Int>) throws(SnapshotError) -> [Handle] {
    try work.pass(all: range.count)
    return brackets.handles(in: range).filter { !Bracket.isEnd($0) }.map { Bracket.item(of: $0) }
  }
}

extension Snapshot {
  /// Items that came, went or stand elsewhere among all items of their sections, shown or hidden and
  /// depth first, than in a snapshot that this one comes from.
  ///
  /// All others are in both, in the same sections and in the same order. Trees and rows must agree
  /// in both.
  ///
  /// - Parameter base: The other snapshot, since which all that was touched is noted.
  /// - Returns: The items, ascending, each once; may name what stands where it stood.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log n + c · block + n / block) for k items that it names or that were touched,
  ///   and c chunks of the trees that the two do not share.
  public func itemsWithOtherPlaceInTrees(than base: Snapshot) throws(SnapshotError) -> [Handle] {
    let difference = DepthFirstDifference(from: base, to: self)
    let items = try difference.placedItems() + difference.itemsMovedInTrees()
    try pool.work.pass(all: items.count)
    return HandleSet.ascending(items)
  }

  /// Puts items to the places that they have among all items of another snapshot, shown or hidden and
  /// depth first.
  ///
  /// - Parameters:
  ///   - items: Items that are not here; those that the other snapshot does not have are passed over.
  ///   - other: The other snapshot, which has the same sections. All else that it has is here, in the
  ///     same order.
  /// - Throws: `interrupted`; the snapshot is of no use then.
  /// - Complexity: O(k (block + log n)) for k items.
  public mutating func placeNewItems(
    _ items: [Handle],
    asInTreesOf other: Snapshot
  ) throws(SnapshotError) {
    let work = pool.work
    let places = try items.compactMap(work) { item -> (path: IndexPath, item: Handle)? in
      other.indexPathInTrees(ofItem: item).map { ($0, item) }
    }
    try places.sorted(work) { $0.path < $1.path }.forEach(work) { place in
      // From the front on, all that stands in front of an item is here when it comes.
      placeNewItems([place.item], inSectionAt: place.path.section, at: place.path.item)
    }
  }

  private func indexPathInTrees(ofItem item: Handle) -> IndexPath? {
    guard let index = section(inTreeOf: item).flatMap({ index(ofSection: $0) }) else { return nil }
    return indexInTree(ofItem: item, inSectionAt: index).map {
      IndexPath(section: index, item: $0)
    }
  }
}
