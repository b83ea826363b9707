import Snapshots
import TestSupport

/// A snapshot and its model that go through the same edits.
struct SnapshotTrial {

  let names: NamedPool
  private(set) var snapshot: Snapshot
  private(set) var model = ModelSnapshot()
  private var base: (snapshot: Snapshot, model: ModelSnapshot)

  init(geometry: RopeGeometry) {
    names = NamedPool()
    snapshot = Snapshot(pool: names.pool, geometry: geometry)
    base = (snapshot, model)
  }

  /// Makes an edit on both sides and says in what the two then differ.
  mutating func make(_ edit: ModelEdit) -> [String] {
    let (refusals, expectedMoves) = model.make(edit)
    let (refusal, moves) = names.make(edit, in: &snapshot)
    var problems: [String] = []
    if let refusal, !refusal.isAmong(refusals) { problems.append("refused with \(refusal)") }
    if refusal == nil, !refusals.isEmpty { problems.append("not refused for \(refusals)") }
    if moves != expectedMoves { problems.append("moved \(moves), not \(expectedMoves)") }
    return problems
  }

  /// Says in what the two differ.
  func problems() -> [String] {
    names.problems(of: snapshot, against: model)
  }

  /// Compares with the base, and says what is wrong with the changes and with the record of what
  /// was touched.
  func problemsOfChanges() throws -> [String] {
    let changes = try snapshot.changes(fromBase: base.snapshot, ContentRules(.ignore))
    var check = ChangesCheck(from: base.model, to: model)
    let oldItems = Set(base.model.itemNames)
    check.reloadedItems = oldItems.intersection(model.reloadedItems)
    check.reconfiguredItems = oldItems.intersection(model.reconfiguredItems)
    check.reloadedSections = Set(base.model.sectionNames).intersection(model.reloadedSections)
    return check.problems(of: changes, names) + problemsOfTouched()
  }

  /// Holds the record of what was touched against its invariant: all else has kept its section and
  /// its order.
  func problemsOfTouched() -> [String] {
    let items = Set(snapshot.touchedItems.map(names.itemName))
    let sections = Set(snapshot.touchedSections.map(names.sectionName))
    var problems: [String] = []
    func untouched(_ model: ModelSnapshot) -> [String: [String]] {
      let lists = model.sections.map { ($0.name, $0.items.filter { !items.contains($0) }) }
      return Dictionary(uniqueKeysWithValues: lists.filter { !$0.1.isEmpty })
    }
    if untouched(base.model) != untouched(model) { problems.append("items untouched \(items)") }
    let before = base.model.sectionNames.filter { !sections.contains($0) }
    let after = model.sectionNames.filter { !sections.contains($0) }
    if before != after { problems.append("sections untouched: \(before), then \(after)") }
    return problems
  }

  /// Makes the state the base of what follows, and gives back the old base.
  mutating func rebase() -> (snapshot: Snapshot, model: ModelSnapshot) {
    let former = base
    snapshot = snapshot.asBase()
    model = model.withoutMarks()
    base = (snapshot, model)
    return former
  }

  /// Replaces the state by a document's, by way of the builder.
  mutating func replace(with document: ModelSnapshot) throws {
    _ = rebase()
    snapshot = try names.build(replacing: snapshot, with: document)
    model.sections = document.sections
    model.itemContents.merge(document.itemContents) { $1 }
    model.sectionContents.merge(document.sectionContents) { $1 }
  }
}
