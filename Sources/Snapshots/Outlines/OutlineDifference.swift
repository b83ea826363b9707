/// What became of items between two outlines, found from what these do not share.
struct OutlineDifference {
  private let old: Outline
  private let new: Outline
  private let alignment: BracketAlignment
  private let work: Work

  /// Compares two outlines; nil when one is an unchanged copy of the other.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log n + c · block + n / block) for k places where they differ, and c chunks
  ///   that they do not share.
  init?(from old: Outline, to new: Outline, _ work: Work) throws(SnapshotError) {
    guard !new.isUnchangedCopy(of: old) else { return nil }
    self.old = old
    self.new = new
    self.work = work
    alignment = try BracketAlignment(from: old.brackets, to: new.brackets, work)
  }

  /// The items of which a bracket is new or gone: those that came, went, were opened or closed, and
  /// some of those that moved or have others below them.
  private var replacedItems: [Handle] {
    let removed = alignment.removed.flatMap { old.brackets.handles(in: $0) }
    let inserted = alignment.inserted.flatMap { new.brackets.handles(in: $0) }
    return (removed + inserted).map { Bracket.item(of: $0) }
  }

  /// The items that have others below them, but for those that were replaced.
  ///
  /// What follows one another below an item in both outlines is one segment with it. So below all
  /// others a segment begins or ends, or something stands that is new.
  private func itemsWithOtherChildren() throws(SnapshotError) -> [Handle] {
    var parents: [Handle?] = []
    try alignment.segments.forEach(work) { segment in
      parents.append(new.item(enclosing: segment.newRange.lowerBound))
      parents.append(new.item(enclosing: segment.newRange.upperBound))
    }
    for range in alignment.inserted {
      var depth = 0
      try new.brackets.handles(in: range).forEach(work) { bracket in
        depth += Bracket.step(bracket)
        guard depth < 0 else { return }
        // Something ends here that began before; what follows is below what it hangs below.
        depth = 0
        parents.append(new.parent(of: Bracket.item(of: bracket)))
      }
    }
    return parents.compactMap { $0 }
  }

  /// The items that hang below another one, but for those that were replaced.
  ///
  /// In a segment all that begins on its least level, where what began before has ended, hangs below
  /// an item that does not begin in it; all else hangs below one that begins or ends in it.
  private func itemsBelowOther(
    where isWanted: (Handle) -> Bool
  ) throws(SnapshotError) -> [Handle] {
    var items: [Handle] = []
    try alignment.segments.forEach(work) { (segment) throws(SnapshotError) in
      let start = new.firstPosition(onLeastLevelIn: segment.newRange)
      let parent = new.item(enclosing: start)
      guard parent != old.item(enclosing: start - segment.new + segment.old),
        let first = new.firstItem(from: start), isWanted(first)
      else { return }
      items += try new.siblings(from: start, upTo: segment.newRange.upperBound, work)
    }
    return items
  }
}

extension OutlineDifference {
  /// How many brackets are new or gone.
  var numberOfReplacedBrackets: Int {
    (alignment.removed + alignment.inserted).reduce(0) { $0 + $1.count }
  }

  /// The items that hang elsewhere, have others below them, or were opened or closed, in any order;
  /// may name one several times, and such as are the same all the same.
  ///
  /// - Parameter isWanted: Whether an item is asked for; where one is not, those beside it below the
  ///   same item may be left out.
  /// - Returns: The items.
  /// - Throws: `interrupted`.
  func itemsWithOtherOutline(
    where isWanted: (Handle) -> Bool
  ) throws(SnapshotError) -> [Handle] {
    let replaced = replacedItems
    try work.pass(all: replaced.count)
    return try replaced + itemsWithOtherChildren() + itemsBelowOther(where: isWanted)
  }

  /// Whether an item hangs below more or fewer items.
  func changesLevel(of item: Handle) -> Bool { old.level(of: item) != new.level(of: item) }

  /// Some rows and those below them.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log n) for k rows that it names.
  func rows(ofAndBelow rows: [Handle]) throws(SnapshotError) -> [Handle] {
    var end = 0
    var found: [Handle] = []
    let ranges = try rows.compactMap(work) { new.range(of: $0) }
    try ranges.sorted(work) { $0.lowerBound < $1.lowerBound }.forEach(work) { range in
      // What is below one of them comes with it.
      guard range.lowerBound >= end else { return }
      end = range.upperBound
      found += new.shownItems(in: range)
    }
    return found
  }
}

extension Snapshot {
  /// Items that hang elsewhere than in another snapshot, have others below them, or were opened or
  /// closed; ascending, each once.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(1) when no tree was edited, otherwise O(k · (block + n / block) + c · block)
  ///   for k items that it names and c chunks that the two do not share.
  public func itemsWithOtherOutline(than base: Snapshot) throws(SnapshotError) -> [Handle] {
    guard let difference = try OutlineDifference(from: base.outline, to: outline, pool.work) else {
      return []
    }
    return HandleSet.ascending(try difference.itemsWithOtherOutline { _ in true })
  }
}
