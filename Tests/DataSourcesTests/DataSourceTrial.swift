import DataSources
import Snapshots
import TestSupport

/// Two data sources and some drafts, each beside its model, that go through the same events.
struct DataSourceTrial {

  private static let historyRevisions = 6

  private var sources: [(real: DataSource, model: ModelDataSource)]
  private var drafts: [(real: Draft, model: ModelDraft)] = []
  private var published: [(real: Snapshot, model: ModelSnapshot)] = []
  /// The changes of data source 0 that nobody has seen yet: from which revision and state, and the
  /// state with all that was touched since.
  private var owed: (revision: Int, before: Snapshot, after: Snapshot)?
  private var pools: [ObjectIdentifier: NamedPool] = [:]
  private(set) var generator: EditGenerator
  /// What happened last, for failures.
  private(set) var event = ""
  /// How many edits were made.
  private(set) var edits = 0

  init(geometry: RopeGeometry, _ generator: EditGenerator) {
    self.generator = generator
    sources = (0..<2).map { _ in
      let history = DataSourceTrial.historyRevisions
      let source = DataSource(
        historyRevisions: history,
        contentRules: ContentRules(areEqual: areEqual),
        geometry: geometry
      )
      return (source, ModelDataSource())
    }
    drafts = [(sources[0].real.draft(), sources[0].model.draft())]
  }

  /// Makes something happen on both sides and says in what the two then differ.
  mutating func step() throws -> [String] {
    let draft = Int.random(in: 0..<drafts.count, using: &generator.random)
    switch Int.random(in: 0..<40, using: &generator.random) {
    case 0: makeDraft()
    case 1: try replace(draft)
    case 2..<7: return try apply(draft)
    case 7: changePolicy()
    case 8: return try revert()
    case 9: return try problemsOfHistory()
    case 10: return try compare(draft)
    case 11: if generator.isRare(3) { recycle() }
    default: return edit(draft)
    }
    return problems(of: drafts.count - 1)
  }

  /// Says which older states are no longer what they were.
  mutating func problemsOfPublished() -> [String] {
    published.flatMap { names(of: $0.real).problems(of: $0.real, against: $0.model) }
  }

  // MARK: Events

  private mutating func makeDraft() {
    event = "a new draft"
    if drafts.count > 5 { drafts.remove(at: 0) }
    switch Int.random(in: 0..<6, using: &generator.random) {
    case 0: drafts.append((Draft(), ModelDraft()))
    case 1: drafts.append(drafts[0])
    default:
      let source = sources[generator.isRare(3) ? 1 : 0]
      drafts.append((source.real.draft(), source.model.draft()))
    }
  }

  private mutating func edit(_ draft: Int) -> [String] {
    var list: [ModelEdit] = []
    var model = drafts[draft].model.snapshot
    for _ in 0..<Int.random(in: 1...4, using: &generator.random) {
      list.append(generator.edit(of: model))
      _ = model.make(list[list.count - 1])
    }
    edits += list.count
    event = "in draft \(draft) \(list)"
    let refusals = drafts[draft].model.make(list)
    let names = names(of: drafts[draft].real.snapshot)
    do throws(SnapshotError) {
      try drafts[draft].real.edit { (snapshot) throws(SnapshotError) in
        for edit in list { _ = try names.perform(edit, in: &snapshot) }
      }
      if !refusals.isEmpty { return ["not refused for \(refusals)"] }
    } catch {
      let refusal = names.refusal(error)
      if !refusal.isAmong(refusals) { return ["refused with \(refusal), not \(refusals)"] }
    }
    return problems(of: draft)
  }

  /// Makes a draft of a data source what a whole document says.
  private mutating func replace(_ draft: Int) throws {
    let source = sources[generator.isRare(3) ? 1 : 0]
    let document = generator.document(atMost: 60)
    event = "draft \(draft) replaced by \(document)"
    var (real, model) = (source.real.draft(), source.model.draft())
    real.replace(with: try names(of: real.snapshot).build(replacing: real.snapshot, with: document))
    model.snapshot.sections = document.sections
    model.snapshot.itemContents.merge(document.itemContents) { $1 }
    model.snapshot.sectionContents.merge(document.sectionContents) { $1 }
    drafts.append((real, model))
    if drafts.count > 6 { drafts.remove(at: 0) }
  }

  private mutating func changePolicy() {
    let policies: [ContentRules.Effect] = [.reconfigure, .reload, .ignore]
    let policy = policies[Int.random(in: 0..<3, using: &generator.random)]
    event = "policy \(policy)"
    sources[0].real.contentRules.effect = policy
    sources[0].model.contentChanges = policy
  }

  private mutating func apply(_ draft: Int) throws -> [String] {
    let source = generator.isRare(5) ? 1 : 0
    event = "apply of draft \(draft) to \(source)"
    let before = sources[source].real.snapshot
    published.append((before, sources[source].model.snapshot))
    if published.count > 20 { published.removeFirst(10) }

    let check = sources[source].model.apply(&drafts[draft].model)
    let (applied, unsound) = try sources[source].real.applyInHalves(&drafts[draft].real)
    var problems = try unsound + problems(of: applied, check, source)
    if drafts[draft].real.base?.revision != applied.revision {
      problems.append("the draft is not current")
    }
    return problems + self.problems(of: draft)
  }

  private mutating func problems(
    of applied: Applied,
    _ check: ChangesCheck,
    _ source: Int
  ) throws -> [String] {
    let names = names(of: applied.before)
    var problems = check.problems(of: applied.changes, names)
    if applied.revision != sources[source].model.revision
      || applied.fromRevision != applied.revision - 1
      || sources[source].real.revision != applied.revision
    {
      problems.append("revision \(applied.revision)")
    }
    let (real, model) = sources[source]
    problems += names.problems(of: real.snapshot, against: model.snapshot)
    problems += names.problems(of: applied.before, against: check.before)
    return try source == 0 ? problems + problemsOfOwed(applied) : problems
  }

  /// Merges the changes with those that are owed, and now and then looks at what that comes to.
  private mutating func problemsOfOwed(_ applied: Applied) throws -> [String] {
    guard var owed else {
      owed = (applied.fromRevision, applied.before, applied.after)
      return []
    }
    owed.after.advance(to: applied.after)
    self.owed = generator.isRare(3) ? nil : owed
    let (real, model) = sources[0]
    let changes = try owed.after.changes(fromBase: owed.before, real.contentRules)
    return model.changes(since: owed.revision).problems(of: changes, names(of: owed.before))
      .map { "merged since \(owed.revision): \($0)" }
  }

  private mutating func revert() throws -> [String] {
    let source = generator.isRare(4) ? 1 : 0
    let earlier = revision(of: source)
    event = "revert of \(source) to \(earlier)"
    guard let applied = try sources[source].real.apply(revertingTo: earlier) else {
      return earlier < sources[source].real.oldestRevision ? [] : ["revert gave nothing"]
    }
    return try problems(of: applied, sources[source].model.revert(to: earlier), source)
  }

  private mutating func problemsOfHistory() throws -> [String] {
    let source = generator.isRare(4) ? 1 : 0
    let earlier = revision(of: source)
    let (real, model) = sources[source]
    event = "changes of \(source) since \(earlier)"
    guard let changes = try real.changes(since: earlier) else {
      return earlier < real.oldestRevision ? [] : ["no changes"]
    }
    let kept = min(real.revision, DataSourceTrial.historyRevisions)
    let problems = real.oldestRevision == real.revision - kept ? [] : ["\(real.oldestRevision)"]
    return problems + model.changes(since: earlier).problems(of: changes, names(of: real.snapshot))
  }

  /// A revision that is probably kept.
  private mutating func revision(of source: Int) -> Int {
    let revision = sources[source].real.revision
    let steps = DataSourceTrial.historyRevisions + 1
    return max(0, revision - Int.random(in: 0...steps, using: &generator.random))
  }

  private mutating func compare(_ draft: Int) throws -> [String] {
    let other = Int.random(in: 0..<drafts.count, using: &generator.random)
    event = "changes from draft \(other) to \(draft)"
    let (before, after) = (drafts[other], drafts[draft])
    let changes = try after.real.compared(to: before.real, among: sources.map(\.real)).changes(
      fromBase: before.real.snapshot,
      sources[0].real.contentRules
    )
    return sources[0].model.changes(from: before.model.snapshot, to: after.model.snapshot)
      .problems(of: changes, names(of: before.real.snapshot))
  }

  /// Gives back the handles of a pool that nothing names any more.
  private mutating func recycle() {
    let source = generator.isRare(3) ? 1 : 0
    event = "handles of \(source) given back"
    let real = sources[source].real
    let pool = real.snapshot.pool
    var live = LiveHandles()
    live.insert(real)
    live.insert(drafts.map(\.real).filter { $0.snapshot.pool === pool })
    pool.release(unless: live)
    published.removeAll { $0.real.pool === pool }
    if source == 0 { owed = nil }
    pools[ObjectIdentifier(pool)] = NamedPool(pool)
  }

  private mutating func problems(of draft: Int) -> [String] {
    let (real, model) = drafts[draft]
    return names(of: real.snapshot).problems(of: real.snapshot, against: model.snapshot)
  }

  private mutating func names(of snapshot: Snapshot) -> NamedPool {
    let pool = snapshot.pool
    let names = pools[ObjectIdentifier(pool)] ?? NamedPool(pool)
    pools[ObjectIdentifier(pool)] = names
    return names
  }
}

private func areEqual(_ lhs: Content, _ rhs: Content) -> Bool {
  String(decoding: lhs, as: UTF8.self).lowercased()
    == String(decoding: rhs, as: UTF8.self).lowercased()
}
