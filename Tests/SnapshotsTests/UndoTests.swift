import Snapshots
import TestSupport
import Testing

/// Steps between all orders of a few sections, undone: in small blocks step by step, in those of
/// production by going through the whole list.
@Suite struct UndoTests {

  private static let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

  @Test(arguments: [tiny, .production])
  func `undoing a step between any orders of sections restores the first`(
    geometry: RopeGeometry
  ) throws {
    let names = NamedPool()
    let before = Self.list(["A", "B", "C", "D"])
    let empty = Snapshot(pool: names.pool, geometry: geometry)
    let base = try names.build(replacing: empty, with: before).asBase()
    for order in Self.orders(of: ["A", "B", "C", "D", "E"]) {
      let after = Self.list(order)
      let next = try names.build(replacing: base, with: after)
      var undone = next.asBase()
      try undone.undo(Delta(from: base, to: next))
      let problems =
        try names.problems(of: undone, against: before)
        + problemsOfChanges(from: after, next.asBase(), to: before, undone, names)
      #expect(problems == [], "back from \(order)")
    }
  }

  @Test(arguments: [tiny, .production])
  func `undoing a step restores runs that stood at the ends of sections`(
    geometry: RopeGeometry
  ) throws {
    let names = NamedPool()
    let before: ModelSnapshot = "A[1,2,3,4,5,6] B[7,8,9] C[] D[10,11,12,13,14,15,16,17]"
    for after in [
      "A[3,4] B[8] C[] D[12,13,14,15]", "A[] B[6,7] C[5,8] D[9,10]", "D[10,11] C[1] B[7,9]",
      "A[6,1,2,3,4,5] B[9,7,8] C[] D[17,10,11,12,13,14,15,16]", "",
    ] as [ModelSnapshot] {
      let empty = Snapshot(pool: names.pool, geometry: geometry)
      let base = try names.build(replacing: empty, with: before).asBase()
      let next = try names.build(replacing: base, with: after)
      var undone = next.asBase()
      try undone.undo(Delta(from: base, to: next))
      let problems =
        try names.problems(of: undone, against: before)
        + problemsOfChanges(from: after, next.asBase(), to: before, undone, names)
      #expect(problems == [], "back from \(after)")
    }
  }

  /// The record of a step may name many more sections than had to move.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `undoing random steps over sections moves as few as can be`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for turn in 0..<100 {
      let names = NamedPool()
      let sections = (0..<40).map { names.section("\($0)") }
      var base = Snapshot(pool: names.pool, geometry: Self.tiny)
      try base.appendSections(Array(sections[..<30]))
      base = base.asBase()
      var next = base
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        try edit(&next, sections, using: &random)
      }
      var undone = next.asBase()
      try undone.undo(Delta(from: base, to: next))
      let (before, after) = (model(of: base, names), model(of: next, names))
      let problems =
        try names.problems(of: undone, against: before)
        + problemsOfChanges(from: after, next.asBase(), to: before, undone, names)
      #expect(problems == [], "seed \(random.seed), turn \(turn)")
    }
  }

  /// When a good part of a long list was touched, its places are found by going through all of it.
  @Test(arguments: [1, 3, 15, 17, 40])
  func `undoing a step that touched a part of a long list restores it`(part: Int) throws {
    let names = NamedPool()
    var random = SeededGenerator(seed: UInt64(part))
    let sections = ["A", "B", "C", "D"].map { names.section($0) }
    var base = Snapshot(pool: names.pool, geometry: Self.tiny)
    try base.appendSections(sections)
    for (index, section) in sections.enumerated() where index != 2 {
      let items = (0..<(100 << (2 * index))).map { names.item("\(index) \($0)") }
      try base.appendItems(items, toSection: section)
    }
    base = base.asBase()
    var next = base
    for (index, item) in base.itemHandles.enumerated() where index % part == 0 {
      let anchor = base.itemHandle(atPosition: Int.random(in: 0..<20, using: &random))
      if index % 4 == 0 || anchor == item || !next.containsItem(anchor) {
        try next.deleteItems([item])
      } else {
        try next.moveItem(item, .after(anchor))
      }
    }
    var undone = next.asBase()
    try undone.undo(Delta(from: base, to: next))
    #expect(next.itemHandles != base.itemHandles)
    #expect(undone.itemHandles == base.itemHandles)
    #expect(
      sections.indices.allSatisfy {
        undone.positions(inSectionAt: $0) == base.positions(inSectionAt: $0)
      }
    )
  }

  private func model(of snapshot: Snapshot, _ names: NamedPool) -> ModelSnapshot {
    ModelSnapshot(snapshot.sectionHandles.map { ModelSnapshot.Section(names.sectionName($0), []) })
  }

  private func edit(
    _ snapshot: inout Snapshot,
    _ sections: [Handle],
    using random: inout SeededGenerator
  ) throws {
    guard let section = sections.randomElement(using: &random),
      let anchor = snapshot.sectionHandles.randomElement(using: &random), section != anchor
    else { return }
    let place = Bool.random(using: &random) ? Snapshot.Place.before(anchor) : .after(anchor)
    if snapshot.index(ofSection: section) == nil {
      try snapshot.insertSections([section], place)
    } else if Int.random(in: 0..<4, using: &random) == 0 {
      try snapshot.deleteSections([section])
    } else {
      try snapshot.moveSection(section, place)
    }
  }

  private func problemsOfChanges(
    from before: ModelSnapshot,
    _ base: Snapshot,
    to after: ModelSnapshot,
    _ undone: Snapshot,
    _ names: NamedPool
  ) throws -> [String] {
    let changes = try undone.changes(fromBase: base, ContentRules(.ignore))
    return ChangesCheck(from: before, to: after).problems(of: changes, names)
  }

  /// Sections with a dozen items each.
  private static func list(_ sections: [String]) -> ModelSnapshot {
    ModelSnapshot(
      sections.map { name in
        ModelSnapshot.Section(name, (0..<12).map { "\(name)\($0)" })
      }
    )
  }

  /// Every order of every subset.
  private static func orders(of names: [String]) -> [[String]] {
    [[]]
      + names.flatMap { first in
        orders(of: names.filter { $0 != first }).map { [first] + $0 }
      }
  }
}
