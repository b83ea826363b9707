/// Which items hang below which others, and which are open.
///
/// Most lists are flat, and a section in which nobody has hung, opened or closed anything is not
/// here: it costs nothing. Of any other section all items are here, shown or not, depth first.
///
/// - Invariant: Where trees and rows agree, the items of a section are here either all or not at
///   all, one section after another, and its rows are those of them that nothing closed is above.
package struct Outline {
  private let geometry: RopeGeometry
  /// The brackets, when there are any.
  ///
  /// An array of at most one is a box that is copied when it is written to: it keeps the price of a
  /// flat list, and of a copy, at one reference.
  private var trees: ContiguousArray<BracketRope> = []
  /// How many items are below closed ones.
  package var hiddenCount = 0

  /// Creates an outline of sections that are all flat.
  package init(geometry: RopeGeometry) {
    self.geometry = geometry
  }

  /// Whether all sections are flat.
  package var isEmpty: Bool { trees.isEmpty }

  /// The number of brackets: twice that of the items.
  package var count: Int { trees.isEmpty ? 0 : trees[0].count }

  /// Whether this is another one, or a copy of it, that has not been changed since.
  func isUnchangedCopy(of other: Outline) -> Bool {
    trees.withUnsafeBufferPointer { mine in
      other.trees.withUnsafeBufferPointer { theirs in
        mine.count == theirs.count && (mine.isEmpty || mine.baseAddress == theirs.baseAddress)
      }
    }
  }

  /// The brackets in depth-first order.
  package var brackets: ItemRope {
    trees.isEmpty ? ItemRope(geometry: geometry) : trees[0].brackets
  }
}

extension Outline {
  /// The same trees of items that have other handles.
  func translated(
    _ work: Work,
    _ translate: (Handle) -> Handle
  ) throws(SnapshotError) -> Outline {
    var translated = Outline(geometry: geometry)
    translated.insert(
      try brackets.handles(in: 0..<count).map(work) { Bracket.translated($0, translate) },
      at: 0
    )
    try work.pass(all: count)
    translated.hiddenCount = hiddenCount
    return translated
  }
}

// MARK: - Items

extension Outline {
  /// Whether an item is in a section that is not flat.
  package func contains(_ item: Handle) -> Bool {
    !trees.isEmpty && trees[0].brackets.contains(Bracket.end(of: item))
  }

  /// Whether an item is open.
  package func isExpanded(_ item: Handle) -> Bool {
    !trees.isEmpty && trees[0].brackets.contains(Bracket.start(of: item, isExpanded: true))
  }

  /// How many items an item hangs below: 0 at the top.
  package func level(of item: Handle) -> Int {
    start(of: item).map { trees[0].level(at: $0) } ?? 0
  }

  /// The item that an item hangs below, nil at the top.
  package func parent(of item: Handle) -> Handle? {
    guard let start = start(of: item) else { return nil }
    return ancestor(of: start, onLevel: trees[0].level(at: start) - 1)
  }

  /// The item on the top level that an item hangs below, or is.
  package func top(of item: Handle) -> Handle {
    ancestor(of: item, onLevel: 0) ?? item
  }

  /// The item on a level that an item hangs below, or is; nil when that is on a lesser level.
  package func ancestor(of item: Handle, onLevel level: Int) -> Handle? {
    guard let start = start(of: item) else { return nil }
    let own = trees[0].level(at: start)
    return own == level ? item : own < level ? nil : ancestor(of: start, onLevel: level)
  }

  private func ancestor(of position: Int, onLevel level: Int) -> Handle? {
    guard level >= 0,
      let start = trees[0].lastPosition(before: position, onLevel: level)
    else { return nil }
    return Bracket.item(of: trees[0].brackets[start])
  }

  /// How many items are right below an item.
  package func numberOfChildren(of item: Handle) -> Int {
    guard let range = range(of: item) else { return 0 }
    return Int(trees[0].levels(in: range.lowerBound + 1..<range.upperBound).leastCount) - 1
  }

  /// Whether anything hangs below an item.
  package func hasChildren(_ item: Handle) -> Bool {
    start(of: item).map { trees[0].brackets[$0 + 1] != Bracket.end(of: item) } ?? false
  }

  /// The greatest level of all items, -1 when there are none.
  var greatestLevel: Int {
    trees.isEmpty ? -1 : Int(trees[0].levels(in: 0..<count).greatest) - 1
  }

  /// How much deeper than an item the deepest of what hangs below it stands.
  package func height(of item: Handle) -> Int {
    range(of: item).map { Int(trees[0].levels(in: $0).greatest) - 1 } ?? 0
  }

  /// Whether an item is another one, or something that this hangs below.
  package func isSame(_ item: Handle, orAbove other: Handle) -> Bool {
    guard let range = range(of: item), let start = start(of: other) else { return false }
    return range.contains(start)
  }
}

// MARK: - Positions

extension Outline {
  /// The position at which an item begins, nil when it is not here.
  package func start(of item: Handle) -> Int? {
    guard !trees.isEmpty else { return nil }
    return trees[0].brackets.rank(of: Bracket.start(of: item, isExpanded: isExpanded(item)))
  }

  /// The position behind an item and all that hangs below it, nil when it is not here.
  package func end(of item: Handle) -> Int? {
    guard !trees.isEmpty else { return nil }
    return trees[0].brackets.rank(of: Bracket.end(of: item)).map { $0 + 1 }
  }

  /// The positions of an item and all that hangs below it, nil when it is not here.
  package func range(of item: Handle) -> Range<Int>? {
    guard let start = start(of: item), let end = end(of: item) else { return nil }
    return start..<end
  }

  /// The positions from the start of an item to the end of the tree that another one is in.
  func range(from first: Handle, throughTreeOf last: Handle) -> Range<Int>? {
    guard let start = start(of: first), let end = end(of: top(of: last)) else { return nil }
    return start..<end
  }

  /// How many items enclose a position.
  func level(at position: Int) -> Int { trees.isEmpty ? 0 : trees[0].level(at: position) }

  /// How many items begin before a position.
  package func numberOfItems(before position: Int) -> Int {
    // So many brackets have come before, and as many starts more than ends as the level says.
    (position + level(at: position)) / 2
  }

  /// The next item that begins at a position or behind it, in whatever section.
  package func firstItem(from position: Int) -> Handle? {
    trees.isEmpty ? nil : trees[0].firstItem(from: position)
  }

  /// The innermost item that encloses a position, nil when there is none.
  func item(enclosing position: Int) -> Handle? {
    trees.isEmpty ? nil : ancestor(of: position, onLevel: trees[0].level(at: position) - 1)
  }

  /// The first position on the least level that there is in some range of positions or at its end:
  /// where all has ended that began before and ends there.
  func firstPosition(onLeastLevelIn range: Range<Int>) -> Int {
    guard !trees.isEmpty else { return range.lowerBound }
    let first = trees[0].level(at: range.lowerBound)
    let least = min(
      first + Int(trees[0].levels(in: range).least),
      trees[0].level(at: range.upperBound)
    )
    guard least < first else { return range.lowerBound }
    return ancestor(of: range.lowerBound, onLevel: least).flatMap { end(of: $0) }
      ?? range.upperBound
  }

  /// The items that begin between two positions and stand on the level of the first one.
  ///
  /// - Throws: `interrupted`.
  func siblings(
    from start: Int,
    upTo end: Int,
    _ work: Work
  ) throws(SnapshotError) -> [Handle] {
    var siblings: [Handle] = []
    var position = start
    while position < end {
      try work.pass()
      let item = Bracket.item(of: trees[0].brackets[position])
      siblings.append(item)
      position = self.end(of: item) ?? end
    }
    return siblings
  }

  /// The items that begin in a range of positions, depth first.
  package func items(in range: Range<Int>) -> [Handle] {
    var items: [Handle] = []
    forEachItem(in: range) { item, _, _ in items.append(item) }
    return items
  }

  /// All items below an item, depth first.
  func items(below item: Handle) -> [Handle] {
    range(of: item).map { items(in: $0.lowerBound + 1..<$0.upperBound - 1) } ?? []
  }

  /// All items, shown or not.
  var items: [Handle] { items(in: 0..<count) }

  /// The items below an item, which is taken for open, that are shown when it is: depth first.
  package func shownItems(below item: Handle) -> [Handle] {
    range(of: item).map { shownItems(in: $0.lowerBound + 1..<$0.upperBound - 1) } ?? []
  }

  /// The items in a range of positions that are shown when those on its least level are.
  func shownItems(in range: Range<Int>) -> [Handle] {
    trees.isEmpty ? [] : trees[0].shownItems(in: range)
  }

  /// Calls a closure with each item that begins in a range of positions, its level, and whether it
  /// is open.
  func forEachItem(in range: Range<Int>, _ body: (Handle, Int, Bool) -> Void) {
    if !trees.isEmpty { trees[0].forEachItem(in: range, body) }
  }
}

// MARK: - Changing

extension Outline {
  /// Changes the order of the brackets; the invariant must hold afterwards.
  package mutating func edit<Failure>(
    _ body: (inout ItemRope) throws(Failure) -> Void
  ) throws(Failure) {
    if trees.isEmpty { trees = [BracketRope(geometry: geometry)] }
    try trees[0].edit(body)
    if trees[0].count == 0 { trees = [] }
  }

  /// Puts brackets of items that are nowhere at a position.
  package mutating func insert(_ brackets: [Int32], at position: Int) {
    guard !brackets.isEmpty else { return }
    edit { $0.insert(contentsOf: brackets, at: position) }
  }

  /// Takes out what is at a range of positions.
  package mutating func removeSubrange(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    edit { $0.removeSubrange(range) }
  }

  /// Takes items out alone: what hangs below one of them takes its place.
  ///
  /// - Throws: `interrupted`; the outline is of no use then.
  package mutating func remove(_ items: [Handle], _ work: Work) throws(SnapshotError) {
    guard !items.isEmpty else { return }
    let brackets = items.flatMap { item in
      Bracket.leaf(item, isExpanded: isExpanded(item))
    }
    try edit { (rope) throws(SnapshotError) in try rope.removeAll(brackets, work) }
  }

  /// Opens or closes an item that is the other.
  package mutating func setExpanded(_ isExpanded: Bool, _ item: Handle) {
    guard contains(item) else { return }
    trees[0].replace(
      Bracket.start(of: item, isExpanded: !isExpanded),
      with: Bracket.start(of: item, isExpanded: isExpanded)
    )
  }
}
