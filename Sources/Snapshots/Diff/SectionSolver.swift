/// Decides which elements of one section stay and which move.
struct SectionSolver {
  /// A survivor, or a run of untouched elements between two cuts.
  private enum Element {
    case survivor(Int)
    case run(Int)
  }

  private let section: SectionTouches
  /// For each survivor the untouched elements in front of it, before and after.
  private let untouchedBefore: [Int]
  private let untouchedAfter: [Int]
  /// Where runs begin and end, counted in untouched elements; ascending and distinct.
  private let cuts: [Int]

  init(_ section: SectionTouches, untouched: Int, _ work: Work) throws(SnapshotError) {
    self.section = section
    untouchedBefore = section.survivors.map { Int(section.old[$0.old]) - $0.old }
    untouchedAfter = section.survivors.map { Int(section.new[$0.new]) - $0.new }
    var cuts = untouchedBefore + untouchedAfter + [0, untouched]
    try cuts.sort(work, by: <)
    self.cuts = cuts.indices.filter { $0 == 0 || cuts[$0] != cuts[$0 - 1] }.map { cuts[$0] }
  }

  /// The moves of this section: those survivors, and those runs, that did not keep their order.
  mutating func moves(
    _ work: Work
  ) throws(SnapshotError) -> [(from: SectionOffset, to: SectionOffset)] {
    let oldOrder = elements(Array(section.survivors.indices), at: untouchedBefore)
    let newSurvivors = try Array(section.survivors.indices).sorted(work) {
      section.survivors[$0].new < section.survivors[$1].new
    }
    let newOrder = elements(newSurvivors, at: untouchedAfter)
    let ranks = ranks(of: newOrder, in: oldOrder)
    try work.pass(all: ranks.count)
    let chosen = try heaviestIncreasingSubsequence(
      ranks: ranks,
      weights: newOrder.map(weight),
      work
    )
    var moves: [(from: SectionOffset, to: SectionOffset)] = []
    for (element, stays) in zip(newOrder, chosen) where !stays {
      switch element {
      case .survivor(let index): moves.append(move(ofSurvivor: index))
      case .run(let index): moves += (cuts[index]..<cuts[index + 1]).map(move(ofUntouched:))
      }
    }
    return moves
  }

  /// Survivors, in an order given, and runs, each survivor in front of the run at its cut.
  private func elements(_ survivors: [Int], at cutOfSurvivor: [Int]) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(survivors.count + cuts.count)
    var next = 0
    for (index, cut) in cuts.enumerated() {
      while next < survivors.count, cutOfSurvivor[survivors[next]] == cut {
        elements.append(.survivor(survivors[next]))
        next += 1
      }
      if index + 1 < cuts.count { elements.append(.run(index)) }
    }
    return elements
  }

  private func ranks(of newOrder: [Element], in oldOrder: [Element]) -> [Int] {
    var rankOfSurvivor = Array(repeating: 0, count: section.survivors.count)
    var rankOfRun = Array(repeating: 0, count: cuts.count)
    for (rank, element) in oldOrder.enumerated() {
      switch element {
      case .survivor(let index): rankOfSurvivor[index] = rank
      case .run(let index): rankOfRun[index] = rank
      }
    }
    return newOrder.map { element in
      switch element {
      case .survivor(let index): rankOfSurvivor[index]
      case .run(let index): rankOfRun[index]
      }
    }
  }

  /// How much is kept when an element stays: its elements count first, and of two choices that
  /// keep as many, the one that moves what was touched wins.
  private func weight(_ element: Element) -> Int {
    switch element {
    case .survivor: 1 << 32
    case .run(let index): (cuts[index + 1] - cuts[index]) * ((1 << 32) + 1)
    }
  }

  private func move(ofSurvivor index: Int) -> (from: SectionOffset, to: SectionOffset) {
    let survivor = section.survivors[index]
    return (from: place(section.old[survivor.old]), to: place(section.new[survivor.new]))
  }

  /// An untouched element's offset is its rank among the untouched plus the touched ones in front.
  private func move(ofUntouched rank: Int) -> (from: SectionOffset, to: SectionOffset) {
    (
      from: place(Int32(rank + touched(section.old, inFrontOf: rank))),
      to: place(Int32(rank + touched(section.new, inFrontOf: rank)))
    )
  }

  /// How many touched offsets have at most `rank` untouched elements in front of them.
  private func touched(_ offsets: [Int32], inFrontOf rank: Int) -> Int {
    offsets.indices.partitioningIndex { Int(offsets[$0]) - $0 > rank }
  }

  private func place(_ offset: Int32) -> SectionOffset {
    SectionOffset(section: section.handle, offset: offset)
  }
}
