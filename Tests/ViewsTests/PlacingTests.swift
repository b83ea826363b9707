import Snapshots
import TestSupport
import Testing

@testable import Views

/// Sections that are put where they stand in another list.
@Suite struct PlacingTests {
  @Test(arguments: 0..<400)
  func `touched sections come to the places that they have in the other list`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Handle(Int.random(in: 1...300, using: &random))
    let order = (0..<count).shuffled(using: &random)
    let share: Double = [0.02, 0.1, 0.9].randomElement(using: &random) ?? 1
    let touched = Array(
      order.shuffled(using: &random).prefix(Int.random(in: 0...80, using: &random))
    )
    var here: [Handle] = []
    for section in order where Double.random(in: 0..<1, using: &random) < share {
      here.append(section)
    }
    // Those that were touched stand anywhere, and some of them nowhere.
    let moved = here.filter(touched.contains)
    here.removeAll(where: touched.contains)
    for section in moved {
      here.insert(section, at: Int.random(in: 0...here.count, using: &random))
    }
    for inserts in [false, true] {
      let pool = IdentifierPool()
      var (list, other) = (Snapshot(pool: pool), Snapshot(pool: pool))
      try list.appendSections(here)
      try other.appendSections(order)
      try list.arrangeSections(touched, as: other, inserting: inserts, ViewCheckpoint())
      let expected = order.filter { here.contains($0) || (inserts && touched.contains($0)) }
      #expect(list.sectionHandles == expected, "seed \(seed), inserting \(inserts)")
    }
  }

  @Test func `a section is not put behind others by going past those that are not here`() throws {
    let pool = IdentifierPool()
    var (list, other) = (Snapshot(pool: pool), Snapshot(pool: pool))
    let count: Handle = 20_000
    try list.appendSections([0, 7])
    try other.appendSections(Array((0..<count).filter { $0 != 7 }) + [7])
    var steps = 0
    let checkpoint = ViewCheckpoint {
      steps += $0
      return true
    }
    try list.arrangeSections([7], as: other, inserting: false, checkpoint)
    #expect(list.sectionHandles == [0, 7])
    #expect(steps < 100)
  }
}
