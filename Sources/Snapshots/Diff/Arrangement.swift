/// The fewest deletes, inserts and moves that lead from one arrangement to another.
struct Arrangement {
  var deletes: [SectionOffset] = []
  var inserts: [SectionOffset] = []
  var moves: [(from: SectionOffset, to: SectionOffset)] = []

  /// Takes every survivor for a move: right when the touches are already as few as can be.
  init(movingAllOf touches: [TouchedElement]) {
    for touch in touches { add(touch, moves: true) }
  }

  /// Finds the fewest moves.
  ///
  /// Elements that nobody touched kept their section and their order, so within a section they form
  /// runs between the places where touched ones stood or stand. A run is contiguous in both orders
  /// relative to everything else, hence an increasing subsequence that uses one of its members can
  /// take them all: the heaviest increasing subsequence over runs and touched elements leaves out
  /// as few elements as any, whatever the length of the list.
  ///
  /// - Parameters:
  ///   - touches: Each element that may have moved, once.
  ///   - work: Where it is counted.
  ///   - count: How many elements a section had before.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k) for k touches.
  init(
    minimising touches: [TouchedElement],
    _ work: Work,
    countBefore count: (Handle) -> Int
  ) throws(SnapshotError) {
    for touch in touches where !touch.survives { add(touch, moves: true) }
    let sections = try SectionTouches.grouped(touches, work)
    for section in sections {
      let untouched = count(section.handle) - section.old.count
      var solver = try SectionSolver(section, untouched: untouched, work)
      moves += try solver.moves(work)
      // Each is some lists, however short they are.
      try work.pass(all: 4)
    }
  }

  private mutating func add(_ touch: TouchedElement, moves survives: Bool) {
    switch (touch.old, touch.new) {
    case (let old?, let new?): moves.append((from: old, to: new))
    case (let old?, nil): deletes.append(old)
    case (nil, let new?): inserts.append(new)
    case (nil, nil): break
    }
  }
}

/// The touched elements of one section in which at least one survives.
struct SectionTouches {
  var handle: Handle
  /// Offsets before of all touched elements that were here, ascending.
  var old: [Int32] = []
  /// Offsets after of all touched elements that are here, ascending.
  var new: [Int32] = []
  /// The survivors in the order before, as indexes into `old` and `new`.
  var survivors: [(old: Int, new: Int)] = []

  static func grouped(
    _ touches: [TouchedElement],
    _ work: Work
  ) throws(SnapshotError) -> [SectionTouches] {
    guard touches.contains(where: \.survives) else { return [] }
    var groups: [Handle: SectionTouches] = [:]
    // In an order that is the same each time, so that sorting them is the same work.
    var sections: [Handle] = []
    for touch in touches {
      try work.pass()
      guard touch.survives, let section = touch.old?.section else { continue }
      let former = groups.updateValue(SectionTouches(handle: section), forKey: section)
      if former == nil { sections.append(section) }
    }
    for touch in touches {
      try work.pass()
      if let old = touch.old { groups[old.section]?.old.append(old.offset) }
      if let new = touch.new { groups[new.section]?.new.append(new.offset) }
    }
    for section in sections {
      try work.pass()
      try groups[section]?.old.sort(work, by: <)
      try groups[section]?.new.sort(work, by: <)
    }
    for touch in touches {
      try work.pass()
      guard touch.survives, let old = touch.old, let new = touch.new else { continue }
      groups[old.section]?.addSurvivor(old: old.offset, new: new.offset)
    }
    var ordered: [SectionTouches] = []
    for section in try sections.sorted(work, by: <) {
      if let group = groups[section] { ordered.append(try group.ordered(work)) }
      try work.pass()
    }
    return ordered
  }

  private mutating func addSurvivor(old oldOffset: Int32, new newOffset: Int32) {
    survivors.append((old: index(of: oldOffset, in: old), new: index(of: newOffset, in: new)))
  }

  private func ordered(_ work: Work) throws(SnapshotError) -> SectionTouches {
    var ordered = self
    try ordered.survivors.sort(work) { $0.old < $1.old }
    return ordered
  }
}

/// The index of a number that ascending numbers hold.
private func index(of offset: Int32, in offsets: [Int32]) -> Int {
  offsets.indices.partitioningIndex { offsets[$0] >= offset }
}
