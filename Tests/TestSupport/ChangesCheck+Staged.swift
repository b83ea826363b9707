public import Snapshots

extension ChangesCheck {

  /// Says what is wrong with stages; nothing when each keeps UIKit's rules, all of them lead from
  /// one list to the other, and neither stages nor moves are more than need be.
  public func problems(
    of staged: StagedChanges,
    _ changes: Changes,
    _ names: NamedPool
  ) -> [String] {
    var list = before.sections
    var told: [(batch: PlainBatch, list: [ModelSnapshot.Section])] = []
    var problems: [String] = []
    for (index, stage) in staged.stages.enumerated() {
      let batch = PlainBatch(stage.changes)
      let rules = StageRules(batch, before: list, isUpdate: batch.isUpdate)
      problems += rules.problems.map { "stage \(index): \($0)" }
      do throws(NaiveApplier.Misfit) {
        let places = places(of: stage, after: list, names)
        let applier = try NaiveApplier(replaying: stage.changes, from: list, to: places)
        problems += rules.problemsOfCounts(after: applier.sections)
        list = applier.sections
        told.append((batch, list))
      } catch {
        return problems + ["stage \(index): \(error.description)"]
      }
    }
    if list != after.sections {
      problems.append("the stages lead to \(ModelSnapshot(list)), not to \(after)")
    }
    return problems + problemsOfTotals(staged, changes) + problemsOfUpdates(staged, changes)
      + outlines.problems(of: told)
  }

  /// A list in which the names of what a stage inserts can be looked up, and nothing else.
  private func places(
    of stage: StagedChanges.Stage,
    after list: [ModelSnapshot.Section],
    _ names: NamedPool
  ) -> [ModelSnapshot.Section] {
    let inserts = stage.changes.sections.inserts
    let count = list.count + inserts.count - stage.changes.sections.deletes.count
    var places = Array(repeating: ModelSnapshot.Section("?"), count: max(0, count))
    for insert in inserts where places.indices.contains(insert.at) {
      places[insert.at].name = names.sectionName(insert.section)
    }
    for run in stage.changes.items.inserts where places.indices.contains(run.at.section) {
      let path = stage.finalPath(of: run.at)
      for offset in 0..<run.count where after.sections.indices.contains(path.section) {
        let items = after.sections[path.section].items
        while places[run.at.section].items.count <= run.at.item + offset {
          places[run.at.section].items.append("?")
        }
        let item = path.item + offset
        places[run.at.section].items[run.at.item + offset] =
          items.indices.contains(item) ? items[item] : "?"
      }
    }
    return places
  }

  // MARK: - All stages together

  private func problemsOfTotals(_ staged: StagedChanges, _ changes: Changes) -> [String] {
    var problems: [String] = []
    func expect(_ what: String, _ count: (Changes) -> Int) {
      let total = staged.stages.reduce(0) { $0 + count($1.changes) }
      if total != count(changes) {
        problems.append("\(total) \(what) in all stages, not \(count(changes))")
      }
    }
    expect("moved items") { $0.itemCounts.moved }
    expect("inserted items") { $0.itemCounts.inserted }
    expect("deleted items") { $0.itemCounts.deleted }
    expect("moved sections") { $0.sectionCounts.moved }
    expect("inserted sections") { $0.sectionCounts.inserted }
    expect("deleted sections") { $0.sectionCounts.deleted }
    let fewest = fewestStages(for: changes)
    if staged.stages.count != fewest {
      problems.append("\(staged.stages.count) stages, not \(fewest)")
    }
    return problems
  }

  /// How many stages are needed: one for what is to be shown anew, one for the structure, and one
  /// more before and after it if items are where sections come, move or go.
  private func fewestStages(for changes: Changes) -> Int {
    let (sections, items) = (changes.sections, changes.items)
    let from = items.deletes.map(\.at.section) + items.moves.map(\.from.section)
    let to = items.inserts.map(\.at.section) + items.moves.map(\.to.section)
    let arrives =
      sections.moves.contains { from.contains($0.from) || to.contains($0.to) }
      || sections.inserts.contains { to.contains($0.at) }
    let leaves = sections.deletes.contains { from.contains($0.at) }
    let hasStructure =
      !from.isEmpty || !to.isEmpty || !sections.moves.isEmpty || !sections.inserts.isEmpty
      || !sections.deletes.isEmpty
    return (hasStructure ? 1 : 0) + (arrives ? 1 : 0) + (leaves ? 1 : 0)
      + (changes.isUpdate || outlines.changesFormerRows ? 1 : 0)
  }

  private func problemsOfUpdates(_ staged: StagedChanges, _ changes: Changes) -> [String] {
    let isCovered = Set(changes.sections.reloads.map(\.at))
    var expected = Changes()
    expected.sections.reloads = changes.sections.reloads
    expected.sections.reconfigures = changes.sections.reconfigures
    expected.items.reloads = changes.items.reloads.filter { !isCovered.contains($0.at.section) }
    expected.items.reconfigures = changes.items.reconfigures.filter {
      !isCovered.contains($0.at.section)
    }
    // What is told of outlines is looked at by itself.
    expected.outlines = staged.stages.last?.changes.outlines ?? []
    let updates = staged.stages.filter { PlainBatch($0.changes).isUpdate }
    if !changes.isUpdate, !outlines.changesFormerRows, updates.isEmpty { return [] }
    let isRight = updates.map(\.changes) == [expected] && staged.stages.last == updates.first
    return isRight ? [] : ["the last stage does not show \(expected) anew"]
  }
}

extension Changes {
  /// Whether something is shown anew.
  fileprivate var isUpdate: Bool {
    !sections.reloads.isEmpty || !sections.reconfigures.isEmpty || !items.reloads.isEmpty
      || !items.reconfigures.isEmpty
  }
}
