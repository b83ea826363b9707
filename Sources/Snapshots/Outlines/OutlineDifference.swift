/// What became of items between two outlines, found from what these do not share.
struct OutlineDifference {
  private let old: Outline
  private let new: Outline
  private let alignment: BracketAlignment

  /// Compares two outlines; nil when one is an unchanged copy of the other.
  ///
  /// - Complexity: O(k log n + c · block + n / block) for k places where they differ, and c chunks
  ///   that they do not share.
  init?(from old: Outline, to new: Outline) {
    guard !new.isUnchangedCopy(of: old) else { return nil }
    self.old = old
    self.new = new
    alignment = BracketAlignment(from: old.brackets, to: new.brackets)
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
  private var itemsWithOtherChildren: [Handle] {
    var parents = alignment.segments.flatMap { segment in
      [
        new.item(enclosing: segment.newRange.lowerBound),
        new.item(enclosing: segment.newRange.upperBound),
      ]
    }
    for range in alignment.inserted {
      var depth = 0
      for bracket in new.brackets.handles(in: range) {
        depth += Bracket.step(bracket)
        guard depth < 0 else { continue }
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
  private var itemsBelowOther: [Handle] {
    alignment.segments.flatMap { segment -> [Handle] in
      let start = new.firstPosition(onLeastLevelIn: segment.newRange)
      let parent = new.item(enclosing: start)
      guard parent != old.item(enclosing: start - segment.new + segment.old) else { return [] }
      return new.siblings(from: start, upTo: segment.newRange.upperBound)
    }
  }
}

extension OutlineDifference {
  /// How many brackets are new or gone.
  var numberOfReplacedBrackets: Int {
    (alignment.removed + alignment.inserted).reduce(0) { $0 + $1.count }
  }

  /// The items that hang elsewhere, have others below them, or were opened or closed, in any order;
  /// may name one several times, and such as are the same all the same.
  var itemsWithOtherOutline: [Handle] { replacedItems + itemsWithOtherChildren + itemsBelowOther }

  /// Whether an item hangs below more or fewer items.
  func changesLevel(of item: Handle) -> Bool { old.level(of: item) != new.level(of: item) }

  /// Some rows and those below them.
  ///
  /// - Complexity: O(k log n) for k rows that it names.
  func rows(ofAndBelow rows: [Handle]) -> [Handle] {
    var end = 0
    let ranges = rows.compactMap { new.range(of: $0) }.sorted { $0.lowerBound < $1.lowerBound }
    return ranges.flatMap { range -> [Handle] in
      // What is below one of them comes with it.
      guard range.lowerBound >= end else { return [] }
      end = range.upperBound
      return new.shownItems(in: range)
    }
  }
}

extension Snapshot {
  /// Items that hang elsewhere than in another snapshot, have others below them, or were opened or
  /// closed; ascending, each once.
  ///
  /// - Complexity: O(1) when no tree was edited, otherwise O(k · (block + n / block) + c · block)
  ///   for k items that it names and c chunks that the two do not share.
  public func itemsWithOtherOutline(than base: Snapshot) -> [Handle] {
    guard let difference = OutlineDifference(from: base.outline, to: outline) else { return [] }
    return HandleSet.ascending(difference.itemsWithOtherOutline)
  }
}
