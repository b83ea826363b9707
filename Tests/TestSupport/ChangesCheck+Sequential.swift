public import Snapshots

extension ChangesCheck {

  /// Says what is wrong with steps; nothing when they lead from one list to the other, move as
  /// little as the batch, show the right elements anew at the end, and are as few as they can be.
  ///
  /// Whether neighbouring steps could be one is looked at in lists that are not long only.
  public func problems(
    of sequential: SequentialChanges,
    _ changes: Changes,
    _ names: NamedPool
  ) -> [String] {
    let isShort = before.itemNames.count < 300
    var stepper = NaiveStepper(from: before.sections, to: after.sections, names)
    var problems: [String] = []
    var lists = [stepper.sections]
    for (index, step) in sequential.steps.enumerated() {
      do throws(NaiveStepper.Misfit) {
        try stepper.make(step)
      } catch {
        return ["step \(index), \(step): \(error)"]
      }
      guard isShort else { continue }
      lists.append(stepper.sections)
      if index > 0, canBeOne(sequential.steps[index - 1], step, lists) {
        problems.append("steps \(index - 1) and \(index) could be one: \(step)")
      }
      lists = lists.suffix(2)
    }
    if stepper.sections != after.sections {
      problems.append("the steps lead to \(ModelSnapshot(stepper.sections)), not to \(after)")
    }
    return problems + problemsOfEnd(stepper, changes) + outlines.problems(of: stepper.outlines)
  }

  private func problemsOfEnd(_ stepper: NaiveStepper, _ changes: Changes) -> [String] {
    var problems: [String] = []
    if stepper.numberOfMovedItems != changes.itemCounts.moved {
      problems.append("steps move \(stepper.numberOfMovedItems) items")
    }
    if stepper.numberOfMovedSections != changes.sectionCounts.moved {
      problems.append("steps move \(stepper.numberOfMovedSections) sections")
    }
    func expect(_ kind: String, _ expected: Set<String>) {
      let actual = stepper.updates[kind] ?? []
      if Set(actual) != expected || actual.count != expected.count {
        problems.append("\(kind) steps: \(actual), not \(expected.sorted())")
      }
    }
    expect("reloadSections", reloadedSections)
    expect("reconfigureSections", reconfiguredSections)
    expect("reloadItems", reloadedItems)
    expect("reconfigureItems", reconfiguredItems)
    return problems
  }

  /// Whether two steps that follow one another could be written as one; the lists are the one before
  /// them, the one between them, and the one after them.
  private func canBeOne(
    _ first: SequentialChanges.Step,
    _ second: SequentialChanges.Step,
    _ lists: [[ModelSnapshot.Section]]
  ) -> Bool {
    switch (first, second) {
    case (.deleteItems(let a), .deleteItems(let b)):
      return a.at == b.at || path(b.at, plus: b.count) == a.at
    case (.insertItems(let a), .insertItems(let b)), (.reloadItems(let a), .reloadItems(let b)),
      (.reconfigureItems(let a), .reconfigureItems(let b)):
      return path(a.at, plus: a.count) == b.at || a.at == b.at
    case (.moveItems(let a), .moveItems(let b)):
      return continues(a, b, lists)
    case (.deleteSections(let a, _), .deleteSections(let b, let count)):
      return a == b || b + count == a
    case (.insertSections(let a, let new), .insertSections(let b, _)),
      (.reloadSections(let a, let new), .reloadSections(let b, _)),
      (.reconfigureSections(let a, let new), .reconfigureSections(let b, _)):
      return a + new.count == b || a == b
    default: return false
    }
  }

  /// Whether the second run followed the first one before the two steps, and does so after them.
  private func continues(
    _ a: Changes.Move,
    _ b: Changes.Move,
    _ lists: [[ModelSnapshot.Section]]
  ) -> Bool {
    let first = lists[0][a.from.section].items[a.from.item...].prefix(a.count)
    let second = lists[1][b.from.section].items[b.from.item...].prefix(b.count)
    let followed = lists[0][a.from.section].items[(a.from.item + a.count)...].prefix(b.count)
    let precedes = lists[2][b.to.section].items[..<b.to.item].suffix(a.count)
    return followed.elementsEqual(second) && precedes.elementsEqual(first)
  }

  private func path(_ path: IndexPath, plus count: Int) -> IndexPath {
    IndexPath(section: path.section, item: path.item + count)
  }
}
