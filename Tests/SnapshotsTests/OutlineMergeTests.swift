import Snapshots
import TestSupport
import Testing

/// What becomes of trees under plain edits, found in two ways that share little: row by row from what
/// is around each, and by going through all rows of a section.
///
/// `TEST_EDITS` sets the number of edits, and `TEST_SEED` the seed.
@Suite struct OutlineMergeTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `rows are placed alike one by one and all at once`(seed: UInt64) throws {
    var trial = OutlineMergeTrial(seed: seed)
    for turn in 0..<Share.steps(of: 1_500) {
      let problems = try trial.step()
      guard problems.isEmpty else {
        Issue.record("seed \(trial.random.seed), turn \(turn): \(problems)")
        return
      }
    }
  }
}

/// A snapshot with trees whose rows are edited at random, several at a time.
private struct OutlineMergeTrial {
  private(set) var random: SeededGenerator
  private var snapshot: Snapshot
  private let items: [Handle]
  private let sections: [Handle]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let names = NamedPool(IdentifierPool())
    let geometry = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)
    snapshot = Snapshot(pool: names.pool, geometry: geometry)
    items = (0..<24).map { names.item("\($0)") }
    sections = (0..<2).map { names.section("s\($0)") }
  }

  /// Makes another tree now and then, edits rows, and says in what both ways differ.
  mutating func step() throws -> [String] {
    if snapshot.numberOfSections < 2 || Int.random(in: 0..<6, using: &random) == 0 {
      try setTree()
    }
    let base = snapshot.asBase()
    var edited = base
    for _ in 0..<Int.random(in: 1...6, using: &random) { try edit(&edited) }
    var walked = edited
    try edited.mergeOutline(from: base, greatestLevel: .max) { _, _ in false }
    try walked.mergeOutline(from: base, greatestLevel: .max) { _, _ in true }
    var problems = edited.checkInvariants() + edited.checkOutline() + walked.checkOutline()
    for index in 0..<edited.numberOfSections {
      let found = edited.sectionSnapshot(ofSectionAt: index)
      let expected = walked.sectionSnapshot(ofSectionAt: index)
      if found != expected {
        let before = base.sectionSnapshot(ofSectionAt: index)
        problems.append("\(found.text), not \(expected.text), before \(before.text)")
      }
    }
    snapshot = edited.asBase()
    return problems
  }

  private mutating func setTree() throws {
    var tree = SectionSnapshot()
    var level = -1
    for item in some(items, atMost: 14) {
      level = Int.random(in: 0...level + 1, using: &random)
      let isOpen = Int.random(in: 0..<4, using: &random) > 0
      tree.append(.init(item: item, level: level, isExpanded: isOpen))
    }
    try snapshot.setTree(tree, ofSection: sections.randomElement(using: &random) ?? 0)
    for section in sections where snapshot.index(ofSection: section) == nil {
      try snapshot.appendSections([section])
    }
  }

  private mutating func edit(_ snapshot: inout Snapshot) throws {
    let rows = snapshot.itemHandles
    let section = sections.randomElement(using: &random) ?? 0
    switch (Int.random(in: 0..<12, using: &random), rows.randomElement(using: &random)) {
    case (0, _):
      try snapshot.appendItems(some(items, atMost: 2), toSection: section)
    case (1, let row?), (2, let row?):
      let placed = some(items, atMost: 3).filter { $0 != row }
      try snapshot.insertItems(placed, Bool.random(using: &random) ? .before(row) : .after(row))
    case (3, _):
      try snapshot.deleteItems(some(rows, atMost: 3))
    case (4, _) where Int.random(in: 0..<10, using: &random) == 0:
      try snapshot.reverseItems(inSection: section)
    case (_, let row?):
      guard let other = rows.randomElement(using: &random), other != row else { return }
      try snapshot.moveItem(row, Bool.random(using: &random) ? .before(other) : .after(other))
    default:
      try snapshot.appendItems(some(items, atMost: 4), toSection: section)
    }
  }

  private mutating func some(_ items: [Handle], atMost count: Int) -> [Handle] {
    Array(items.shuffled(using: &random).prefix(Int.random(in: 0...count, using: &random)))
  }
}

extension SectionSnapshot {
  fileprivate var text: String {
    entries.map { "\($0.item):\($0.level)\($0.isExpanded ? "+" : "")" }.joined(separator: " ")
  }
}
