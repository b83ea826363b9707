import Snapshots
import TestSupport
import Testing

/// Running sums against plain addition, over random edits.
@Suite struct HeightsTests {

  private static let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `running sums are those of plain addition after any edits`(seed: UInt64) throws {
    try run(seed, Self.tiny, items: 60, edits: 300)
  }

  @Test func `running sums are those of plain addition in blocks of production`() throws {
    try run(99, .production, items: 3000, edits: 30)
  }

  private func run(_ seed: UInt64, _ geometry: RopeGeometry, items: Int, edits: Int) throws {
    var trial = HeightsTrial(SeededGenerator(seed: seed), geometry)
    try trial.fill(items)
    for turn in 0..<edits {
      try trial.edit()
      // Several applies between two questions, too.
      guard trial.chance(2) else { continue }
      let problems = trial.problems()
      guard problems.isEmpty else {
        Issue.record("seed \(trial.random.seed), turn \(turn): \(problems.prefix(3))")
        return
      }
    }
  }

  @Test func `an empty list has no rows and no height`() {
    let snapshot = Snapshot(pool: IdentifierPool())
    let rows = RowHeights(of: snapshot) { _, _ in 1 }
    #expect(rows.total == 0 && rows.indexPath(at: 0) == nil)
    #expect(rows.top(of: IndexPath(section: 0, item: 0)) == nil)
    let sections = SectionHeights(of: snapshot) { _ in 1 }
    #expect(sections.total == 0 && sections.indexPath(at: 0) == nil)
  }
}

/// A snapshot that is edited, with the sums beside it and the heights in plain dictionaries.
private struct HeightsTrial {
  private(set) var random: SeededGenerator
  private var snapshot: Snapshot
  private var rows: RowHeights
  private var sections: SectionHeights
  /// Contents are heights written out; an item without one is as high as its section says.
  private var nextName = 0

  init(_ random: SeededGenerator, _ geometry: RopeGeometry) {
    self.random = random
    snapshot = Snapshot(pool: IdentifierPool(), geometry: geometry)
    rows = RowHeights(of: snapshot) { _, _ in 0 }
    sections = SectionHeights(of: snapshot) { _ in 0 }
  }

  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private static func height(of item: Handle, in section: Handle, _ snapshot: Snapshot) -> Int32 {
    let own = snapshot.content(ofItem: item).flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
    return own ?? (section % 3) * 1000
  }

  private mutating func apply(_ next: Snapshot) {
    rows.note(next.touchedItems)
    rows.note(next.itemsWithOtherContent)
    sections.note(next.touchedSections)
    snapshot = next.asBase()
  }

  mutating func fill(_ count: Int) throws {
    var next = snapshot
    let sections = (0..<5).map { next.pool.sections.handle(of: "s\($0)") }
    try next.appendSections(sections)
    for section in sections {
      try next.appendItems((0..<count / 5).map { _ in newItem(&next) }, toSection: section)
    }
    apply(next)
  }

  private mutating func newItem(_ next: inout Snapshot) -> Handle {
    nextName += 1
    let item = next.pool.items.handle(of: "i\(nextName)")
    if !chance(3) { setHeight(of: item, &next) }
    return item
  }

  private mutating func setHeight(of item: Handle, _ next: inout Snapshot) {
    let height = chance(4) ? 0 : Int.random(in: 0...1_000_000_000, using: &random)
    next.setContent(Array("\(height)".utf8), ofItem: item)
  }

  mutating func edit() throws {
    var next = snapshot
    for _ in 0..<Int.random(in: 1...3, using: &random) { try edit(&next) }
    apply(next)
  }

  private mutating func edit(_ next: inout Snapshot) throws {
    let items = next.itemHandles
    let sections = next.sectionHandles
    guard let item = items.randomElement(using: &random),
      let other = items.randomElement(using: &random),
      let section = sections.randomElement(using: &random),
      let target = sections.randomElement(using: &random)
    else { return try fill(40) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: setHeight(of: item, &next)
    case 1: try next.deleteItems([item])
    case 2 where item != other: try next.moveItem(item, .before(other))
    case 3: try next.insertItems((0..<4).map { _ in newItem(&next) }, .after(other))
    case 4 where section != target: try next.moveSection(section, .before(target))
    case 5: try next.appendItems(Array(Set([item, other])), toSection: section)
    case 6: try next.appendItems([newItem(&next)], toSection: section)
    case 7 where sections.count > 3 && chance(10):
      try next.deleteSections([section])
      nextName += 1
      try next.appendSections([next.pool.sections.handle(of: "t\(nextName)")])
    default: next.setContent(Array("7".utf8), ofItem: item)
    }
  }

  /// Says where the sums differ from plain addition.
  mutating func problems() -> [String] {
    rows.update(to: snapshot) { Self.height(of: $0, in: $1, snapshot) }
    sections.update(to: snapshot) { ($0 % 3) * 1000 }
    var problems: [String] = []
    var (top, sectionTop) = (0, 0)
    for (index, section) in snapshot.sectionHandles.enumerated() {
      let items = snapshot.itemHandles(at: snapshot.positions(inSectionAt: index))
      for (row, item) in items.enumerated() {
        let path = IndexPath(section: index, item: row)
        let height = Int(Self.height(of: item, in: section, snapshot))
        let uniform = Int(section % 3) * 1000
        if rows.top(of: path) != top || rows.height(at: path) != height
          || sections.top(of: path) != sectionTop || sections.height(at: path) != uniform
        {
          problems.append("\(path): \(String(describing: rows.top(of: path))), not \(top)")
        }
        let edges = [top, top + height / 2, top + height - 1]
        if height > 0, edges.contains(where: { rows.indexPath(at: $0) != path }) {
          problems.append("\(path) does not cover \(edges)")
        }
        if uniform > 0, sections.indexPath(at: sectionTop + uniform - 1) != path {
          problems.append("\(path) does not cover its end, by sections")
        }
        top += height
        sectionTop += uniform
      }
      let past = IndexPath(section: index, item: items.count)
      if rows.top(of: past) != nil || sections.top(of: past) != nil {
        problems.append("\(past) is past the end")
      }
    }
    if rows.total != top || sections.total != sectionTop { problems.append("total") }
    let outside = [-1, top, top + 1].map { rows.indexPath(at: $0) }
    return outside.allSatisfy { $0 == nil } ? problems : problems + ["rows outside of all"]
  }
}

extension Interner {
  fileprivate func handle(of name: String) -> Handle {
    Array(name.utf8).withUnsafeBytes { intern($0) }
  }
}
