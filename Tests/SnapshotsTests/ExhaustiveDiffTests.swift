import Snapshots
import TestSupport
import Testing

/// The changes between all pairs of small snapshots, each reached in three ways.
///
/// An optimised build goes through all 328,832 pairs. A debug build takes every 193rd, about thirty
/// for each first side.
@Suite struct ExhaustiveDiffTests {

  private static let stride = Share.oneIn(193)

  @Test func `there are as many small snapshots as there should be`() {
    #expect(SmallSnapshots.canonical.count == 56)
    #expect(SmallSnapshots.all.count == 5_872)
    #expect(Set(SmallSnapshots.all.map(\.description)).count == 5_872)
  }

  @Test func `a document leads to the fewest changes`() throws {
    try checkEveryPair { names, before, _, after in
      try names.build(replacing: before, with: after)
    }
  }

  @Test func `building everything anew by edits leads to the fewest changes`() throws {
    try checkEveryPair { names, before, _, after in
      var snapshot = before
      try snapshot.deleteAllItems()
      try snapshot.appendSections(after.sections.map { names.section($0.name) })
      for section in after.sections {
        let items = section.items.map(names.item)
        try snapshot.appendItems(items, toSection: names.section(section.name))
      }
      return snapshot
    }
  }

  @Test func `editing only what differs leads to the fewest changes`() throws {
    try checkEveryPair { names, before, model, after in
      var trial = FrugalEditor(snapshot: before, model: model, names: names)
      try trial.turn(into: after)
      return trial.snapshot
    }
  }

  private func checkEveryPair(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ reach: (NamedPool, Snapshot, ModelSnapshot, ModelSnapshot) throws -> Snapshot
  ) throws {
    let trace = Trace()
    let names = NamedPool()
    var pair = 0
    var failures = 0
    try trace.withEvery("before", in: SmallSnapshots.canonical) { before in
      let empty = Snapshot(pool: names.pool)
      let base = try names.build(replacing: empty, with: before).asBase()
      try trace.withEvery("after", in: SmallSnapshots.all) { after in
        pair += 1
        guard pair % Self.stride == 0, failures < 10 else { return }
        let problems = try problems(
          of: reach(names, base, before, after),
          base,
          before,
          after,
          names
        )
        guard !problems.isEmpty else { return }
        failures += 1
        Issue.record("\(trace): \(problems)", sourceLocation: sourceLocation)
      }
    }
  }

  private func problems(
    of snapshot: Snapshot,
    _ base: Snapshot,
    _ before: ModelSnapshot,
    _ after: ModelSnapshot,
    _ names: NamedPool
  ) throws -> [String] {
    let changes = try snapshot.changes(fromBase: base, ContentRules(.reconfigure))
    guard names.sections(of: snapshot) == after.sections, snapshot.checkInvariants() == [] else {
      return ["the snapshot is \(ModelSnapshot(names.sections(of: snapshot)))"]
    }
    return ChangesCheck(from: before, to: after).problems(of: changes, names)
  }
}

/// Turns one snapshot into another and touches little more than it must.
private struct FrugalEditor {

  private(set) var snapshot: Snapshot
  private var model: ModelSnapshot
  private let names: NamedPool

  init(snapshot: Snapshot, model: ModelSnapshot, names: NamedPool) {
    self.snapshot = snapshot
    self.model = model
    self.names = names
  }

  mutating func turn(into target: ModelSnapshot) throws {
    let goneItems = model.itemNames.filter { !target.containsItem($0) }
    if !goneItems.isEmpty { try make(.deleteItems(goneItems)) }
    for (index, section) in target.sections.enumerated() {
      try bring(section.name, to: index)
    }
    for section in target.sections {
      for (index, item) in section.items.enumerated() {
        try bring(item, to: index, of: section.name)
      }
    }
    let goneSections = model.sectionNames.filter { !target.containsSection($0) }
    if !goneSections.isEmpty { try make(.deleteSections(goneSections)) }
  }

  private mutating func bring(_ section: String, to index: Int) throws {
    guard index < model.sections.count else { return try make(.appendSections([section])) }
    let there = model.sections[index].name
    guard there != section else { return }
    if model.containsSection(section) {
      try make(.moveSection(section, .before(there)))
    } else {
      try make(.insertSections([section], .before(there)))
    }
  }

  private mutating func bring(_ item: String, to index: Int, of section: String) throws {
    let here = model.sections.first { $0.name == section }?.items ?? []
    guard index < here.count else { return try make(.appendItems([item], to: section)) }
    guard here[index] != item else { return }
    if model.containsItem(item) {
      try make(.moveItem(item, .before(here[index])))
    } else {
      try make(.insertItems([item], .before(here[index])))
    }
  }

  private mutating func make(_ edit: ModelEdit) throws {
    _ = model.make(edit)
    _ = try names.perform(edit, in: &snapshot)
  }
}
