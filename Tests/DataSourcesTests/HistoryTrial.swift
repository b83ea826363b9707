import DataSources
import Snapshots
import TestSupport

/// A data source with a short history, some drafts, and a slow reader, each beside its model.
struct HistoryTrial {

  /// A draft beside its model; the model's base is the state whose contents it may fall back on.
  private struct Pair {
    var real: Draft
    var model: ModelSnapshot
    var base: ModelSnapshot?
  }

  /// What a reader has missed: applies that are merged into one difference.
  private struct Span {
    let fromRevision: Int
    let before: Snapshot
    var after: Snapshot
  }

  private let source: DataSource
  private let foreign = DataSource(geometry: RopeGeometry(chunkCapacity: 8, pageCapacity: 8))
  private var model = HistoryModel()
  private var drafts: [Pair] = []
  private var states: [Snapshot]
  private var span: Span?
  private let historyRevisions: Int
  private var pools: [ObjectIdentifier: NamedPool] = [:]
  private(set) var generator: EditGenerator
  /// What happened last, for failures.
  private(set) var event = ""
  /// How many edits were made.
  private(set) var edits = 0

  init(_ generator: EditGenerator, geometry: RopeGeometry, historyRevisions: Int) {
    self.generator = generator
    self.historyRevisions = historyRevisions
    source = DataSource(
      historyRevisions: historyRevisions,
      contentRules: ContentRules(areEqual: areEqual),
      geometry: geometry
    )
    states = [source.snapshot]
    drafts = [Pair(real: source.draft(), model: ModelSnapshot(), base: ModelSnapshot())]
  }

  /// Makes something happen on both sides and says in what the two then differ.
  mutating func step() throws -> [String] {
    let draft = Int.random(in: 0..<drafts.count, using: &generator.random)
    switch Int.random(in: 0..<40, using: &generator.random) {
    case 0..<4: return makeDraft()
    case 4, 5: return try replace(draft)
    case 6..<16: return try apply(draft)
    case 16, 17: return try revert()
    case 18: return changePolicy()
    case 19: return try compare(draft)
    default: return edit(draft)
    }
  }

  /// Says which older states are no longer what they were.
  mutating func problemsOfStates() -> [String] {
    let names = names(of: source.snapshot.pool)
    return states.indices.suffix(100).flatMap { revision in
      names.problems(of: states[revision], against: model[revision])
    }
  }

  // MARK: Events

  private mutating func makeDraft() -> [String] {
    if drafts.count > 4 { drafts.remove(at: 0) }
    switch Int.random(in: 0..<8, using: &generator.random) {
    case 0:
      event = "a draft from nothing"
      drafts.append(Pair(real: Draft(), model: ModelSnapshot(), base: nil))
    case 1:
      event = "a draft of another data source"
      // Nothing is ever applied to that one, so its state is empty.
      drafts.append(Pair(real: foreign.draft(), model: ModelSnapshot(), base: ModelSnapshot()))
    case 2:
      event = "a copy of a draft"
      drafts.append(drafts[0])
    default:
      event = "a draft"
      drafts.append(Pair(real: source.draft(), model: model.current, base: model.current))
    }
    return problems(of: drafts[drafts.count - 1])
  }

  private mutating func edit(_ draft: Int) -> [String] {
    var pair = drafts[draft]
    let names = names(of: pair.real.snapshot.pool)
    event = "in draft \(draft)"
    let longest = [2, 8, 64].randomElement(using: &generator.random) ?? 2
    for _ in 0..<Int.random(in: 1...longest, using: &generator.random) {
      let edit = generator.edit(of: pair.model)
      event += " \(edit)"
      edits += 1
      let refusals = pair.model.make(edit).refusals
      do throws(SnapshotError) {
        try pair.real.edit { (snapshot) throws(SnapshotError) in
          _ = try names.perform(edit, in: &snapshot)
        }
        if !refusals.isEmpty { return ["not refused for \(refusals)"] }
      } catch {
        if refusals.isEmpty { return ["refused with \(names.refusal(error))"] }
      }
      pair.model.dropContents(unlessIn: pair.base.map { [$0] } ?? [])
    }
    drafts[draft] = pair
    return problems(of: pair)
  }

  private mutating func replace(_ draft: Int) throws -> [String] {
    let document = generator.document(atMost: 60)
    event = "draft \(draft) becomes \(document)"
    let names = names(of: source.snapshot.pool)
    var pair = Pair(real: source.draft(), model: model.current, base: model.current)
    pair.real.replace(with: try names.build(replacing: source.snapshot, with: document))
    pair.model.sections = document.sections
    pair.model.itemContents.merge(document.itemContents) { $1 }
    pair.model.sectionContents.merge(document.sectionContents) { $1 }
    drafts[draft] = pair
    return problems(of: pair)
  }

  private mutating func changePolicy() -> [String] {
    let policies: [ContentRules.Effect] = [.reconfigure, .reload, .ignore]
    let policy = policies[Int.random(in: 0..<3, using: &generator.random)]
    event = "policy \(policy)"
    source.contentRules.effect = policy
    model.contentChanges = policy
    return []
  }

  private mutating func apply(_ draft: Int) throws -> [String] {
    event = "apply of draft \(draft) of \(drafts[draft].real.base?.revision ?? -1)"
    let (applied, unsound) = try source.applyInHalves(&drafts[draft].real)
    model.apply(drafts[draft].model)
    drafts[draft].model = model.current
    drafts[draft].base = model.current
    return try unsound + problems(of: applied) + problems(of: drafts[draft])
  }

  private mutating func revert() throws -> [String] {
    let oldest = source.oldestRevision
    let target = Int.random(
      in: max(0, oldest - 3)...(source.revision + 1),
      using: &generator.random
    )
    event = "revert to \(target) from \(source.revision)"
    let applied = try source.apply(revertingTo: target)
    guard let applied else {
      return (oldest...model.revision).contains(target) ? ["not reverted to \(target)"] : []
    }
    guard (oldest...model.revision).contains(target) else { return ["reverted to \(target)"] }
    model.revert(to: target)
    return try problems(of: applied)
  }

  private mutating func compare(_ draft: Int) throws -> [String] {
    let from = drafts[draft]
    let to = drafts[Int.random(in: 0..<drafts.count, using: &generator.random)]
    event = "comparison of draft \(draft)"
    let after = try to.real.compared(to: from.real, among: [source])
    let changes = try after.changes(
      fromBase: from.real.snapshot,
      source.contentRules
    )
    return model.changes(from: from.model, to: to.model, marks: to.model)
      .problems(of: changes, names(of: from.real.snapshot.pool))
  }

  // MARK: Checks

  private mutating func problems(of pair: Pair) -> [String] {
    names(of: pair.real.snapshot.pool).problems(of: pair.real.snapshot, against: pair.model)
  }

  private mutating func problems(of applied: Applied) throws -> [String] {
    states.append(source.snapshot)
    let names = names(of: source.snapshot.pool)
    var problems = names.problems(of: source.snapshot, against: model.current)
    problems += model.changes(since: model.revision - 1).problems(of: applied.changes, names)
    if source.revision != model.revision || applied.revision != model.revision {
      problems.append("revision \(source.revision)")
    }
    return try problems + problemsOfHistory(names) + problemsOfSpan(applied, names)
  }

  private func problemsOfHistory(_ names: NamedPool) throws -> [String] {
    let oldest = max(0, model.revision - historyRevisions)
    var problems: [String] = []
    if source.oldestRevision != oldest { problems.append("oldest \(source.oldestRevision)") }
    for outside in [-1, oldest - 1, model.revision + 1] {
      if try source.changes(since: outside) != nil {
        problems.append("changes since \(outside)")
      }
    }
    for earlier in oldest...model.revision {
      guard let changes = try source.changes(since: earlier) else {
        problems.append("no changes since \(earlier)")
        continue
      }
      let found = model.changes(since: earlier).problems(of: changes, names)
      problems += found.map { "since \(earlier): \($0)" }
    }
    return problems
  }

  /// Merges the apply into what the slow reader has missed, and now and then lets it catch up.
  private mutating func problemsOfSpan(_ applied: Applied, _ names: NamedPool) throws -> [String] {
    var merged =
      span
      ?? Span(
        fromRevision: applied.fromRevision,
        before: applied.before,
        after: applied.after
      )
    if span != nil { merged.after.advance(to: applied.after) }
    span = generator.isRare(8) ? nil : merged
    let changes = try merged.after.changes(
      fromBase: merged.before,
      source.contentRules
    )
    let found = model.changes(since: merged.fromRevision).problems(of: changes, names)
    return found.map { "merged since \(merged.fromRevision): \($0)" }
  }

  private mutating func names(of pool: IdentifierPool) -> NamedPool {
    let names = pools[ObjectIdentifier(pool)] ?? NamedPool(pool)
    pools[ObjectIdentifier(pool)] = names
    return names
  }
}

private func areEqual(_ left: Content, _ right: Content) -> Bool {
  String(decoding: left, as: UTF8.self).lowercased()
    == String(decoding: right, as: UTF8.self).lowercased()
}
