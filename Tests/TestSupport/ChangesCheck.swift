public import Snapshots

/// What the changes between two snapshots must be, found without any of the real machinery.
public struct ChangesCheck {

  /// The list before.
  public var before: ModelSnapshot
  /// The list after.
  public var after: ModelSnapshot
  /// Items that must be listed as reloads, and no others.
  public var reloadedItems: Set<String> = []
  /// Items that must be listed as reconfigurations, and no others.
  public var reconfiguredItems: Set<String> = []
  /// Sections that must be listed as reloads, and no others.
  public var reloadedSections: Set<String> = []
  /// Sections that must be listed as reconfigurations, and no others.
  public var reconfiguredSections: Set<String> = []

  /// Creates the check of a difference in structure alone.
  public init(from before: ModelSnapshot, to after: ModelSnapshot) {
    self.before = before
    self.after = after
  }

  /// Creates the check of a difference with what is to be shown anew.
  ///
  /// - Parameters:
  ///   - before: The list before.
  ///   - after: The list after.
  ///   - marks: Snapshots whose marks count, of elements that are in both lists.
  ///   - contentChanges: What becomes of elements whose content is another one.
  public init(
    from before: ModelSnapshot,
    to after: ModelSnapshot,
    marks: some Collection<ModelSnapshot>,
    contentChanges: ContentRules.Effect
  ) {
    self.init(from: before, to: after)
    let items = Set(before.itemNames).intersection(after.itemNames)
    let sections = Set(before.sectionNames).intersection(after.sectionNames)
    reloadedItems = items.intersection(marks.flatMap(\.reloadedItems))
    reconfiguredItems = items.intersection(marks.flatMap(\.reconfiguredItems))
    reloadedSections = sections.intersection(marks.flatMap(\.reloadedSections))
    let changedItems = items.filter { differ(before.itemContents[$0], after.itemContents[$0]) }
    let changedSections = sections.filter {
      differ(before.sectionContents[$0], after.sectionContents[$0])
    }
    switch contentChanges {
    case .ignore: break
    case .reload:
      reloadedItems.formUnion(changedItems)
      reloadedSections.formUnion(changedSections)
    case .reconfigure:
      reconfiguredItems.formUnion(changedItems)
      reconfiguredSections.formUnion(changedSections)
    }
    reconfiguredItems.subtract(reloadedItems)
    reconfiguredSections.subtract(reloadedSections)
  }

  /// Says what is wrong with a batch; nothing when it leads from one list to the other, moves as
  /// little as any, and shows the right elements anew, and when the same holds of it in the other
  /// formats.
  public func problems(of changes: Changes, _ names: NamedPool) -> [String] {
    do {
      let applier = try NaiveApplier(
        replaying: changes,
        from: before.sections,
        to: after.sections
      )
      return problemsOfStructure(applier, changes, names) + problemsOfMarks(changes, names)
        + outlines.problems(of: PlainBatch(changes).outlines)
        + problems(of: try SequentialChanges(changes), changes, names)
        + problems(of: try StagedChanges(changes), changes, names)
    } catch {
      return ["\(error)"]
    }
  }

  /// What must be told of outlines.
  var outlines: OutlineCheck { OutlineCheck(from: before, to: after) }

  private func problemsOfStructure(
    _ applier: NaiveApplier,
    _ changes: Changes,
    _ names: NamedPool
  ) -> [String] {
    var problems: [String] = []
    if applier.sections != after.sections {
      problems.append("leads to \(ModelSnapshot(applier.sections)), not to \(after)")
    }
    let gone = applier.deletedItems + applier.itemsDeletedWithSections
    let oldItems = before.itemNames
    let newItems = after.itemNames
    if !Set(gone).isDisjoint(with: newItems) { problems.append("\(gone) are gone and still here") }
    if !Set(applier.insertedItems).isDisjoint(with: oldItems) {
      problems.append("\(applier.insertedItems) are inserted and were here")
    }
    if changes.itemsDeletedWithSections != applier.itemsDeletedWithSections.count {
      problems.append("\(changes.itemsDeletedWithSections) items deleted with their sections")
    }
    return problems + problemsOfSectionNames(changes, names)
      + problemsOfCounts(changes, gone.count, applier.insertedItems.count)
  }

  private func problemsOfCounts(
    _ changes: Changes,
    _ deleted: Int,
    _ inserted: Int
  ) -> [String] {
    var problems: [String] = []
    func expect(_ what: String, _ actual: Int, _ expected: Int) {
      if actual != expected { problems.append("\(what): \(actual), not \(expected)") }
    }
    let minimum = Minimum(from: before.sections, to: after.sections)
    let oldSections = Set(before.sectionNames)
    let newSections = Set(after.sectionNames)
    let items = changes.itemCounts
    let sections = changes.sectionCounts
    expect("moved items", items.moved, minimum.items)
    expect("moved sections", sections.moved, minimum.sections)
    expect("deleted items", items.deleted, deleted)
    expect("inserted items", items.inserted, inserted)
    expect("reloaded items", items.reloaded, reloadedItems.count)
    expect("reconfigured items", items.reconfigured, reconfiguredItems.count)
    expect("deleted sections", sections.deleted, oldSections.subtracting(newSections).count)
    expect("inserted sections", sections.inserted, newSections.subtracting(oldSections).count)
    expect("reloaded sections", sections.reloaded, reloadedSections.count)
    expect("reconfigured sections", sections.reconfigured, reconfiguredSections.count)
    return problems
  }

  private func problemsOfSectionNames(_ changes: Changes, _ names: NamedPool) -> [String] {
    var problems: [String] = []
    func expect(_ section: Handle, _ list: ModelSnapshot, _ index: Int) {
      let isRight =
        list.sections.indices.contains(index)
        && list.sections[index].name == names.sectionName(section)
      if !isRight {
        problems.append("section \(index) of \(list) is named \(names.sectionName(section))")
      }
    }
    for delete in changes.sections.deletes { expect(delete.section, before, delete.at) }
    for insert in changes.sections.inserts { expect(insert.section, after, insert.at) }
    for move in changes.sections.moves {
      expect(move.section, before, move.from)
      expect(move.section, after, move.to)
    }
    return problems
  }

  private func problemsOfMarks(_ changes: Changes, _ names: NamedPool) -> [String] {
    var problems: [String] = []
    func expect(_ what: String, _ actual: [String], _ expected: Set<String>) {
      if Set(actual) != expected || actual.count != expected.count {
        problems.append("\(what): \(actual), not \(expected.sorted())")
      }
    }
    expect("reloads", items(changes.items.reloads), reloadedItems)
    expect("reconfigures", items(changes.items.reconfigures), reconfiguredItems)
    let (reloads, reconfigures) = (changes.sections.reloads, changes.sections.reconfigures)
    expect("section reloads", sections(reloads, names), reloadedSections)
    expect("section reconfigures", sections(reconfigures, names), reconfiguredSections)
    return problems
  }

  private func items(_ runs: [Changes.Run]) -> [String] {
    runs.flatMap { run in
      (run.at.item..<run.at.item + run.count).map { index in
        guard after.sections.indices.contains(run.at.section),
          after.sections[run.at.section].items.indices.contains(index)
        else { return "nothing at \(run.at)" }
        return after.sections[run.at.section].items[index]
      }
    }
  }

  private func sections(_ marked: [Changes.Section], _ names: NamedPool) -> [String] {
    marked.map { section in
      let name = names.sectionName(section.section)
      let index = after.sectionNames.firstIndex(of: name)
      return index == section.at ? name : "\(name) at \(section.at)"
    }
  }
}

/// Whether two contents of a model are another one each: upper and lower case are the same.
public func differ(_ before: String?, _ after: String?) -> Bool {
  before?.lowercased() != after?.lowercased()
}
