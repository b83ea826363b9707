/// Puts trees right after edits that knew nothing of them.
///
/// What was touched is taken out of its tree, what is gone with what it hid. Then the rows that were
/// touched are placed one after another, in the order of the rows: each by the row before it, by the
/// next one that nobody touched, and by what it hung below. Nothing else of a tree is looked at,
/// unless so many rows of a section were touched that going through all of them costs less.
///
/// - Invariant: At any time the trees are what they would be if no further row came: a row that
///   nobody touched hangs below the nearest of its former parents that is on the path to it.
struct OutlineMerge {
  /// A row that comes later than where it stands: behind another one and what hangs below it.
  struct LateRow {
    let row: Handle
    let predecessor: Handle
  }

  /// The touched rows of a section that is not flat.
  struct Part {
    let index: Int
    let positions: [Int]
    let wasFlat: Bool
    /// Whether all rows of the section are gone through.
    let isWalked: Bool
  }

  let origin: OutlineOrigin
  var work: Work { origin.rows.pool.work }
  var outline: Outline
  /// The rows that were placed, in the order of the rows.
  var placed: [Handle] = []
  var late: [LateRow] = []
  /// All rows of sections in which some come later, and that were gone through.
  var reordered: [(section: Handle, rows: [Handle])] = []
  /// What went with a row that hid it.
  var hiddenGone: [Handle] = []

  /// Puts the trees of a snapshot right.
  ///
  /// - Parameters:
  ///   - rows: The snapshot whose rows were edited.
  ///   - base: What it was before.
  ///   - touched: The items that were placed, moved or deleted.
  ///   - isWalked: Whether to go through a section with so many items, shown or not, when so many of
  ///     its rows were touched.
  /// - Throws: `interrupted`.
  init(
    of rows: Snapshot,
    base: Snapshot,
    touched: [Handle],
    walkingWhere isWalked: (_ touched: Int, _ items: Int) -> Bool
  ) throws(SnapshotError) {
    origin = OutlineOrigin(of: rows, base: base, touched: touched)
    outline = rows.outline
    let parts = try parts(touched, isWalked)
    try takeOut(touched, parts)
    for part in parts {
      let before = (placed: placed.count, late: late.count)
      let isPlaced = part.isWalked ? false : try placeRows(of: part)
      if !isPlaced { try walk(part, since: before) }
    }
    for (index, next) in late.enumerated() {
      try rowIsPlaced()
      // Several that come behind the same row keep their order.
      let isSecond = index > 0 && late[index - 1].predecessor == next.predecessor
      let previous = isSecond ? late[index - 1].row : next.predecessor
      outline.insert(Bracket.leaf(next.row), at: outline.end(of: previous) ?? outline.count)
    }
  }
}

// MARK: - What is concerned

extension OutlineMerge {
  /// The sections with touched rows that are not flat, or cease to be.
  private func parts(
    _ touched: [Handle],
    _ isWalked: (Int, Int) -> Bool
  ) throws(SnapshotError) -> [Part] {
    let rows = origin.rows
    let all = try touched.compactMap(work) { rows.items.rank(of: $0) }
    var positions = try all.sorted(work, by: <)[...]
    var parts: [Part] = []
    while let first = positions.first {
      try work.pass()
      let index = rows.sections.sectionIndex(ofPosition: first)
      let section = rows.positions(inSectionAt: index)
      let own = Array(positions.prefix { $0 < section.upperBound })
      positions = positions.dropFirst(own.count)
      let untouched = zip(section, own).first { $0 != $1 }?.0 ?? section.dropFirst(own.count).first
      let wasFlat = untouched.map { !outline.contains(rows.items[$0]) } ?? true
      if wasFlat {
        guard try own.contains(work, where: { needsTree(rows.items[$0]) }) else { continue }
      }
      let hidden = try numberOfHiddenItems(inSectionAt: index, with: own)
      let walks = isWalked(own.count, section.count + hidden)
      parts.append(Part(index: index, positions: own, wasFlat: wasFlat, isWalked: walks))
    }
    return parts
  }

  /// How many items the section at an index hid before, and how many more come with its rows at some
  /// positions.
  private func numberOfHiddenItems(
    inSectionAt index: Int,
    with positions: [Int]
  ) throws(SnapshotError) -> Int {
    let section = origin.rows.sectionHandle(at: index)
    var hidden = 0
    if let former = origin.base.index(ofSection: section),
      let range = origin.base.outlineRange(ofSectionAt: former)
    {
      hidden = range.count / 2 - origin.base.numberOfItems(inSectionAt: former)
    }
    for position in positions {
      try work.pass()
      let row = origin.rows.items[position]
      guard !origin.wasShown(row, inSection: section), origin.hidesItems(row) else { continue }
      hidden += (outline.range(of: row)?.count ?? 2) / 2 - 1
    }
    return hidden
  }

  /// Whether a section in which a row stands cannot be flat.
  private func needsTree(_ row: Handle) -> Bool {
    outline.contains(row) && (outline.isExpanded(row) || outline.hasChildren(row))
  }

  /// Takes out what was touched; rows that hide others, and are to be placed one by one, are put
  /// behind everything with what they hide.
  private mutating func takeOut(_ touched: [Handle], _ parts: [Part]) throws(SnapshotError) {
    let walked = HandleSet(
      parts.filter(\.isWalked).flatMap { $0.positions.map { origin.rows.items[$0] } }
    )
    var gone: [Int32] = []
    var parked: [Handle] = []
    for item in touched {
      try work.pass()
      guard outline.contains(item), origin.isShown(item) || origin.wasShown(item)
      else { continue }
      guard origin.hidesItems(item), let range = outline.range(of: item) else {
        gone.append(Bracket.start(of: item, isExpanded: outline.isExpanded(item)))
        gone.append(Bracket.end(of: item))
        continue
      }
      if origin.isShown(item), !walked.contains(item) {
        parked.append(item)
      } else {
        gone += outline.brackets.handles(in: range)
      }
      if !origin.isShown(item) { hiddenGone += outline.items(in: range.dropFirst()) }
    }
    guard !gone.isEmpty || !parked.isEmpty else { return }
    outline.hiddenCount -= hiddenGone.count
    let work = work
    try outline.edit { (rope) throws(SnapshotError) in try rope.removeAll(gone, work) }
    for item in parked {
      move(item, to: outline.count)
      try rowIsPlaced()
    }
  }

  /// Says that another row was placed: some questions to the tree, and a change of it.
  func rowIsPlaced() throws(SnapshotError) { try work.pass(all: 8) }
}
