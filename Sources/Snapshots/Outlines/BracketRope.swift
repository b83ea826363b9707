/// The brackets of trees in depth-first order, with what it takes to find levels and parents.
///
/// The rope finds the position of a bracket and the bracket at a position. Beside it there are the
/// levels within each chunk, and the level at which each chunk begins: so a question goes through
/// the brackets of a chunk or two and a few numbers of the others. The trees of sections follow one
/// another in any order, all of them on level 0.
///
/// To take an item out alone is to take out its two brackets: what hangs below it then hangs below
/// what it hung below itself.
///
/// - Invariant: An item has both brackets or none, its end behind its start, and what begins between
///   the two ends between them.
struct BracketRope {
  private(set) var brackets: ItemRope
  /// The levels within each chunk by its identifier.
  private var shapes: ContiguousArray<Levels> = []
  /// The level at which the chunk of each slot begins, and 0 for the end.
  private var levels: ContiguousArray<Int32> = [0]
  /// The least level in the chunk of each slot.
  private var leastLevels: ContiguousArray<Int32> = []

  /// Creates a rope without brackets.
  init(geometry: RopeGeometry) {
    brackets = ItemRope(geometry: geometry)
  }

  var count: Int { brackets.count }

  /// Changes the order of the brackets; the invariant must hold afterwards.
  ///
  /// - Complexity: that of the changes, and O(block) for each chunk that they wrote to.
  mutating func edit<Failure>(_ body: (inout ItemRope) throws(Failure) -> Void) throws(Failure) {
    brackets.written = []
    try body(&brackets)
    let written = brackets.written ?? []
    brackets.written = nil
    let missing = brackets.chunks.count - shapes.count
    if missing > 0 { shapes.append(contentsOf: repeatElement(Levels(), count: missing)) }
    for id in HandleSet.ascending(written) where brackets.order.slot(ofChunk: id) >= 0 {
      shapes[Int(id)] = brackets.chunks[Int(id)].entries.withUnsafeBufferPointer {
        Levels(of: $0[...])
      }
    }
    addUp()
  }

  /// Puts another bracket where one is that has the same effect on levels.
  ///
  /// - Complexity: O(1), and the copy of a block when it is shared.
  mutating func replace(_ bracket: Int32, with other: Int32) {
    brackets.replace(bracket, with: other)
  }

  /// Finds the levels at which the chunks begin, and the least within each.
  private mutating func addUp() {
    levels.removeAll(keepingCapacity: true)
    levels.reserveCapacity(brackets.order.ids.count + 1)
    leastLevels.removeAll(keepingCapacity: true)
    leastLevels.reserveCapacity(brackets.order.ids.count)
    var level: Int32 = 0
    for id in brackets.order.ids {
      levels.append(level)
      leastLevels.append(level + shapes[Int(id)].least)
      level += shapes[Int(id)].rise
    }
    levels.append(level)
  }
}

// MARK: - Levels

extension BracketRope {
  /// How many items enclose a position.
  ///
  /// - Complexity: O(log n) and a scan of one block.
  func level(at position: Int) -> Int {
    guard position < count else { return 0 }
    let slot = brackets.order.slot(containing: position)
    let offset = position - brackets.order.start(ofSlot: slot)
    return brackets.chunk(inSlot: slot).entries.withUnsafeBufferPointer { entries in
      // From the nearer end of the chunk.
      offset * 2 < entries.count
        ? Int(levels[slot]) + Bracket.rise(over: entries[..<offset])
        : Int(levels[slot + 1]) - Bracket.rise(over: entries[offset...])
    }
  }

  /// The levels of a range of positions, from the level of the first one on.
  ///
  /// - Complexity: O(length / block) and a scan of two blocks.
  func levels(in range: Range<Int>) -> Levels {
    var found = Levels()
    var position = range.lowerBound
    while position < range.upperBound {
      let slot = brackets.order.slot(containing: position)
      let start = brackets.order.start(ofSlot: slot)
      let end = brackets.order.start(ofSlot: slot + 1)
      if position == start, end <= range.upperBound {
        found.append(shapes[Int(brackets.order.ids[slot])])
      } else {
        let offsets = position - start..<min(end, range.upperBound) - start
        brackets.chunk(inSlot: slot).entries.withUnsafeBufferPointer {
          found.append(Levels(of: $0[offsets]))
        }
      }
      position = end
    }
    return found
  }

  /// The last position before another that has a level which is less: where the item begins that
  /// encloses both the other and all that is on deeper levels around it.
  ///
  /// - Complexity: O(n / block) and a scan of two blocks.
  func lastPosition(before position: Int, onLevel level: Int) -> Int? {
    var slot = brackets.order.slot(containing: position)
    var end = position
    var levelAtEnd = self.level(at: position)
    while true {
      let start = brackets.order.start(ofSlot: slot)
      if leastLevels[slot] <= level,
        let offset = lastOffset(before: end - start, levelAtEnd, onLevel: level, inSlot: slot)
      {
        return start + offset
      }
      guard let previous = lastSlot(before: slot, withLevel: level) else { return nil }
      slot = previous
      (end, levelAtEnd) = (brackets.order.start(ofSlot: slot + 1), Int(levels[slot + 1]))
    }
  }

  /// The last slot before another in whose chunk a level occurs that is less than at its end.
  private func lastSlot(before slot: Int, withLevel level: Int) -> Int? {
    leastLevels.withUnsafeBufferPointer { $0[..<slot].lastIndex { $0 <= level } }
  }

  /// The last offset in a chunk before another that has a level.
  private func lastOffset(
    before end: Int,
    _ levelAtEnd: Int,
    onLevel level: Int,
    inSlot slot: Int
  ) -> Int? {
    brackets.chunk(inSlot: slot).entries.withUnsafeBufferPointer { entries in
      var current = levelAtEnd
      for offset in (0..<end).reversed() {
        current -= Bracket.step(entries[offset])
        if current == level { return offset }
      }
      return nil
    }
  }
}

// MARK: - Going through

extension BracketRope {
  /// The next item that begins at a position or behind it, nil when there is none.
  ///
  /// - Complexity: O(log n) and the level of the position.
  func firstItem(from position: Int) -> Handle? {
    var slot = brackets.order.slot(containing: position)
    var position = position
    while position < count {
      let start = brackets.order.start(ofSlot: slot)
      let entries = brackets.chunk(inSlot: slot).entries
      if let bracket = entries[(position - start)...].first(where: { !Bracket.isEnd($0) }) {
        return Bracket.item(of: bracket)
      }
      slot += 1
      position = start + entries.count
    }
    return nil
  }

  /// Calls a closure with each item that begins in a range of positions, its level, and whether it
  /// is open.
  func forEachItem(in range: Range<Int>, _ body: (Handle, Int, Bool) -> Void) {
    var level = range.isEmpty ? 0 : self.level(at: range.lowerBound)
    brackets.forEachRun(in: range) { run in
      for bracket in run {
        if !Bracket.isEnd(bracket) {
          body(Bracket.item(of: bracket), level, Bracket.isExpandedStart(bracket))
        }
        level += Bracket.step(bracket)
      }
    }
  }

  /// The items in a range of positions that are shown when those on its least level are.
  ///
  /// - Complexity: O(k log n) for k items that are shown.
  func shownItems(in range: Range<Int>) -> [Handle] {
    var shown: [Handle] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let slot = brackets.order.slot(containing: position)
      let start = brackets.order.start(ofSlot: slot)
      let entries = brackets.chunk(inSlot: slot).entries
      var offset = position - start
      let end = min(range.upperBound - start, entries.count)
      position = start + end
      while offset < end {
        let bracket = entries[offset]
        offset += 1
        guard !Bracket.isEnd(bracket) else { continue }
        let item = Bracket.item(of: bracket)
        shown.append(item)
        let isLeaf = offset < entries.count && entries[offset] == Bracket.end(of: item)
        guard !isLeaf, !Bracket.isExpandedStart(bracket) else { continue }
        position = (brackets.rank(of: Bracket.end(of: item)) ?? position) + 1
        break
      }
    }
    return shown
  }
}
