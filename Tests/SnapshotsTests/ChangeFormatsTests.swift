import Snapshots
import TestSupport
import Testing

/// Steps and stages between random lists that have little to do with each other.
@Suite struct ChangeFormatsTests {

  @Test(arguments: [(3, 8), (6, 20), (12, 30), (2, 60)])
  func `a list in place of another agrees in all formats`(sections: Int, items: Int) throws {
    var generator = EditGenerator(
      seed: UInt64(sections * 1_000 + items),
      sections: sections,
      items: items,
      longestRun: 5
    )
    for round in 0..<150 {
      let before = generator.document(atMost: items)
      let after =
        generator.isRare(3) ? before.shuffled(&generator.random) : generator.document(atMost: items)
      let problems = try problems(from: before, to: after, &generator)
      guard problems != [] else { continue }
      Issue.record(
        "seed \(generator.random.seed), round \(round), \(before) to \(after): \(problems)"
      )
      return
    }
  }

  private func problems(
    from before: ModelSnapshot,
    to after: ModelSnapshot,
    _ generator: inout EditGenerator
  ) throws -> [String] {
    var check = ChangesCheck(from: before, to: after)
    let common = before.itemNames.filter(after.containsItem)
    let sections = before.sectionNames.filter(after.containsSection)
    check.reloadedItems = Set(common.filter { _ in generator.isRare(6) })
    check.reloadedSections = Set(sections.filter { _ in generator.isRare(4) })
    check.reconfiguredItems = Set(common.filter { _ in generator.isRare(6) })
    let trial = try ChangesTrial(before, after) { snapshot, names in
      try snapshot.reconfigureItems(check.reconfiguredItems.sorted().map(names.item))
      try snapshot.reloadItems(check.reloadedItems.sorted().map(names.item))
      try snapshot.reloadSections(check.reloadedSections.sorted().map(names.section))
    }
    func isNew(_ content: String?, _ old: String?) -> Bool { content != nil && content != old }
    check.reconfiguredItems.formUnion(
      common.filter { isNew(after.itemContents[$0], before.itemContents[$0]) }
    )
    check.reconfiguredItems.subtract(check.reloadedItems)
    check.reconfiguredSections = Set(
      sections.filter { isNew(after.sectionContents[$0], before.sectionContents[$0]) }
    )
    check.reconfiguredSections.subtract(check.reloadedSections)
    return check.problems(of: trial.changes, trial.names)
  }

  // MARK: The checks themselves

  @Test func `a check finds steps that lead elsewhere`() throws {
    let trial = try ChangesTrial("A[a,b]", "A[b,a]")
    let other = try ChangesTrial("A[a,b]", "A[b]")
    let check = ChangesCheck(from: "A[a,b]", to: "A[b,a]")
    let steps = try SequentialChanges(other.changes)
    let own = try SequentialChanges(trial.changes)
    #expect(check.problems(of: own, trial.changes, trial.names) == [])
    #expect(check.problems(of: steps, trial.changes, trial.names) != [])
  }

  @Test(arguments: [
    ("A[a,b]", "A[b] B[a]"), ("A[a,b] B[c]", "B[c,a]"), ("A[a] B[b]", "B[b,c] A[a]"),
  ])
  func `a check finds what UIKit does not take`(before: String, after: String) throws {
    let (before, after) = (
      ModelSnapshot(stringLiteral: before), ModelSnapshot(stringLiteral: after)
    )
    let trial = try ChangesTrial(before, after)
    let rules = StageRules(trial.changes, before: before.sections, isUpdate: false)
    #expect(rules.problems != [])
  }
}

extension ModelSnapshot {
  /// The same sections and items in other places, some of them gone.
  fileprivate func shuffled(_ random: inout SeededGenerator) -> ModelSnapshot {
    var shuffled = self
    shuffled.sections.shuffle(using: &random)
    shuffled.sections.removeLast(sections.count / 3)
    guard !shuffled.sections.isEmpty else { return shuffled }
    for index in shuffled.sections.indices { shuffled.sections[index].items = [] }
    for item in itemNames.shuffled(using: &random).dropLast(itemNames.count / 8) {
      let index = Int.random(in: 0..<shuffled.sections.count, using: &random)
      shuffled.sections[index].items.append(item)
    }
    shuffled.itemContents = [:]
    shuffled.sectionContents = [:]
    return shuffled
  }
}
