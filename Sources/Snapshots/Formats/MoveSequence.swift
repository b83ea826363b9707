/// Turns moves that happen all at once into moves that happen one after the other.
///
/// Each run that moves has two slots, one where it leaves and one where it comes; elements that do
/// not move only count. Slots of one list are ordered by how many unmoved elements stand before
/// them; among equal ones those that are left come first, in the order before, and then those that
/// are filled, in the order after. With every slot that is left full and every other one empty that
/// is the list before, and the other way round it is the list after. So the place of a run at any
/// time is the number of unmoved elements before its slot and the sum of the full slots before it.
///
/// - Complexity: O(k log k) for k moves, however long the lists are.
struct MoveSequence {
  /// A place among the elements that do not move.
  struct Gap {
    /// Which list it is in.
    var list: Int
    /// How many unmoved elements of the list are before it.
    var unmoved: Int
  }

  /// Elements that follow one another on both sides.
  struct Run {
    var from: Gap
    var to: Gap
    /// What orders runs that leave the same gap.
    var offset: Int
    var count: Int
  }

  private let work: Work
  private let runs: [Run]
  /// The slots that the runs leave and fill.
  private let sources: [Int]
  private let targets: [Int]
  /// The first slot of the list that a slot is in.
  private let firsts: [Int]
  /// How many elements are in each slot.
  private var contents: PrefixSums

  /// How much work was done, counted in nodes of the tree of sums.
  var visits: Int { contents.visits }

  /// Gets ready.
  ///
  /// - Parameters:
  ///   - runs: The moves in the order of the places that they go to.
  ///   - work: Where it is counted.
  /// - Throws: `interrupted`.
  init(_ runs: [Run], _ work: Work) throws(SnapshotError) {
    var (sources, targets) = (Array(repeating: 0, count: runs.count), [Int]())
    var slots = Slots()
    // The runs are in the order of their targets, so only the sources are to be sorted.
    let order = try order(
      of: runs.map(work) { IndexPath(section: $0.from.list, item: $0.offset) },
      work
    )
    for run in order {
      try work.pass()
      while targets.count < runs.count, runs[targets.count].to < runs[run].from {
        targets.append(slots.add(0, list: runs[targets.count].to.list))
      }
      sources[run] = slots.add(runs[run].count, list: runs[run].from.list)
    }
    for run in runs[targets.count...] {
      try work.pass()
      targets.append(slots.add(0, list: run.to.list))
    }

    self.work = work
    self.runs = runs
    self.sources = sources
    self.targets = targets
    firsts = slots.firsts
    contents = try PrefixSums(slots.counts, work)
  }

  /// Makes the moves in the order of the places that they go to.
  ///
  /// - Parameter joining: Whether runs go at once that lie side by side on both sides by then.
  /// - Returns: The moves; `to` counts after the run was taken out.
  /// - Throws: `interrupted`.
  mutating func steps(joining: Bool) throws(SnapshotError) -> [Changes.Move] {
    var steps: [Changes.Move] = []
    var next = 0
    while next < runs.count {
      let first = next
      let from = place(of: sources[first], runs[first].from)
      var count = 0
      repeat {
        try work.pass()
        contents.add(-runs[next].count, at: sources[next])
        count += runs[next].count
        next += 1
      } while joining && next < runs.count && run(next, continues: first, leaving: from)
      let to = place(of: targets[first], runs[first].to)
      contents.add(count, at: targets[first])
      steps.append(Changes.Move(from: from, to: to, count: count))
    }
    return steps
  }

  /// Whether a run follows those from another one on, which left a place just now, on both sides.
  private mutating func run(_ next: Int, continues first: Int, leaving from: IndexPath) -> Bool {
    let (run, leader) = (runs[next], runs[first])
    guard run.to.list == leader.to.list, run.to.unmoved == leader.to.unmoved,
      run.from.list == leader.from.list
    else { return false }
    return place(of: sources[next], run.from) == from
  }

  private mutating func place(of slot: Int, _ gap: Gap) -> IndexPath {
    let full = contents.sum(below: slot) - contents.sum(below: firsts[slot])
    return IndexPath(section: gap.list, item: gap.unmoved + full)
  }
}

/// Slots in the making, in order.
private struct Slots {
  /// How many elements are in each slot at first.
  private(set) var counts: [Int] = []
  /// The first slot of the list that each slot is in.
  private(set) var firsts: [Int] = []
  private var lastList = -1

  mutating func add(_ count: Int, list: Int) -> Int {
    let slot = counts.count
    firsts.append(list == lastList ? firsts[slot - 1] : slot)
    lastList = list
    counts.append(count)
    return slot
  }
}

extension MoveSequence.Gap: Comparable {
  static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.list == rhs.list ? lhs.unmoved < rhs.unmoved : lhs.list < rhs.list
  }
}

/// The indexes of some places, in the order of the places.
func order(of paths: [IndexPath], _ work: Work) throws(SnapshotError) -> [Int] {
  // One number for each place compares in one step; neither index comes near 32 bits.
  let keys = try Array(paths.indices).map(work) {
    (key: paths[$0].section << 32 | paths[$0].item, index: $0)
  }
  return try keys.sorted(work) { $0.key < $1.key }.map(work) { $0.index }
}
