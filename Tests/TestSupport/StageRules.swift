public import Snapshots

/// What UIKit demands of one batch, written down without regard to how batches are made.
public struct StageRules {

  private let changes: PlainBatch
  private let before: [ModelSnapshot.Section]
  private let isUpdate: Bool

  /// Gets ready to judge a batch, which shows things anew or changes the structure.
  public init(_ changes: PlainBatch, before: [ModelSnapshot.Section], isUpdate: Bool) {
    self.changes = changes
    self.before = before
    self.isUpdate = isUpdate
  }

  /// Gets ready to judge a batch that was not written yet.
  public init(_ changes: Changes, before: [ModelSnapshot.Section], isUpdate: Bool) {
    self.init(PlainBatch(changes), before: before, isUpdate: isUpdate)
  }

  /// What can be said without the list after.
  public var problems: [String] {
    if changes == PlainBatch() { return ["it is empty"] }
    return isUpdate ? problemsOfUpdate : problemsOfStructure
  }

  /// Nothing else happens in a batch that shows things anew, and nothing is shown anew twice.
  private var problemsOfUpdate: [String] {
    var structure = changes
    structure.sections.reloads = []
    structure.sections.reconfigures = []
    structure.items.reloads = []
    structure.items.reconfigures = []
    structure.outlines = []
    var problems = structure == PlainBatch() ? [] : ["structure and reloads together: \(structure)"]
    let sections = changes.sections.reloads + changes.sections.reconfigures
    if Set(sections).count != sections.count { problems.append("a section twice: \(sections)") }
    let runs = changes.items.reloads + changes.items.reconfigures
    let shown = runs.flatMap(\.paths)
    if Set(shown).count != shown.count { problems.append("an item twice: \(shown)") }
    let reloaded = Set(changes.sections.reloads)
    if shown.contains(where: { reloaded.contains($0.section) }) {
      problems.append("an item in a section that is reloaded")
    }
    let isInside =
      sections.allSatisfy(before.indices.contains)
      && shown.allSatisfy { path in
        before.indices.contains(path.section)
          && before[path.section].items.indices.contains(path.item)
      }
    return problems + (isInside ? [] : ["something is shown anew that is not there"])
  }

  /// No item operation is in a section that the same batch inserts, deletes or moves, and no path
  /// leaves or comes twice.
  private var problemsOfStructure: [String] {
    let sections = changes.sections
    let left = Set(sections.deletes + sections.moves.map(\.from))
    let entered = Set(sections.inserts + sections.moves.map(\.to))
    var problems: [String] = []
    if left.count != sections.deletes.count + sections.moves.count {
      problems.append("a section leaves twice")
    }
    if entered.count != sections.inserts.count + sections.moves.count {
      problems.append("a section comes twice")
    }
    for path in leaving where left.contains(path.section) {
      problems.append("item \(path) leaves a section that is deleted or moves")
    }
    for path in coming where entered.contains(path.section) {
      problems.append("item \(path) comes to a section that is inserted or moves")
    }
    if Set(leaving).count != leaving.count { problems.append("an item leaves twice") }
    if Set(coming).count != coming.count { problems.append("an item comes twice") }
    return problems
  }

  private var leaving: [PlainBatch.Path] {
    changes.items.deletes.flatMap(\.paths) + changes.items.moves.flatMap(\.from.paths)
  }

  private var coming: [PlainBatch.Path] {
    changes.items.inserts.flatMap(\.paths) + changes.items.moves.flatMap(\.to.paths)
  }

  /// The law that UIKit asserts: the rows of each section that stays, less those that leave, plus
  /// those that come, are the rows that the data source then has; a new section has what it has.
  public func problemsOfCounts(after: [ModelSnapshot.Section]) -> [String] {
    let counts = (before.count, changes.sections.inserts.count, changes.sections.deletes.count)
    var problems: [String] = []
    if counts.0 + counts.1 - counts.2 != after.count { problems.append("\(after.count) sections") }
    for (index, section) in before.enumerated() {
      guard let newIndex = after.firstIndex(where: { $0.name == section.name }) else { continue }
      let expected =
        section.items.count - leaving.count { $0.section == index }
        + coming.count { $0.section == newIndex }
      if expected != after[newIndex].items.count {
        problems.append("\(section.name) has \(after[newIndex].items.count), not \(expected)")
      }
    }
    return problems
  }
}
