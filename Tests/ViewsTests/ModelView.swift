import Snapshots
import TestSupport

/// A view that is obviously right: it evaluates everything anew and keeps every state.
struct ModelView {
  /// The index of the view that it is of, nil for the data source at the bottom.
  let base: Int?
  var definition: NamedDefinition
  let contentChanges: ContentRules.Effect
  /// What it shows at each revision.
  private(set) var states = [ViewOracle()]
  /// What was passed on to be shown anew with each revision.
  private var marks = [ModelSnapshot()]
  private(set) var baseRevision = 0

  var current: ViewOracle { states[states.count - 1] }
  var revision: Int { states.count - 1 }
  /// What its views take.
  var asBase: ViewOracle.Base { .init(rows: current.shown, items: current.shown) }
  /// What the last revision passed on.
  var lastMarks: ModelSnapshot { marks[marks.count - 1] }

  init(of base: Int?, _ definition: NamedDefinition, _ contentChanges: ContentRules.Effect) {
    self.base = base
    self.definition = definition
    self.contentChanges = contentChanges
  }

  /// Takes a step of the base.
  ///
  /// - Returns: Whether there is a new revision.
  mutating func follow(_ base: ViewOracle.Base, _ baseRevision: Int, _ asked: ModelSnapshot) -> Bool
  {
    guard definition.isLive else { return false }
    self.baseRevision = baseRevision
    let next = ViewOracle(definition, of: base, offset: current.extent?.offset ?? 0)
    let marks = passedOn(asked, to: next)
    guard differs(next) || !marks.hasNoMarks else {
      states[states.count - 1] = next
      return false
    }
    states.append(next)
    self.marks.append(marks)
    return true
  }

  /// Takes an update, which is always a revision.
  mutating func update(to definition: NamedDefinition, _ base: ViewOracle.Base, _ baseRevision: Int)
  {
    self.definition = definition
    self.baseRevision = baseRevision
    states.append(ViewOracle(definition, of: base, offset: current.extent?.offset ?? 0))
    marks.append(ModelSnapshot())
  }

  /// What the changes since a revision must be.
  func changes(since earlier: Int) -> ChangesCheck {
    let (before, after) = (states[earlier].shown, current.shown)
    return ChangesCheck(
      from: before,
      to: after,
      marks: marks[(earlier + 1)...],
      contentChanges: contentChanges
    )
  }

  private func differs(_ next: ViewOracle) -> Bool {
    let (before, after) = (current.shown, next.shown)
    return before.sections != after.sections || current.extent != next.extent
      || after.itemNames.contains { differ(before.itemContents[$0], after.itemContents[$0]) }
      || after.sectionNames.contains {
        differ(before.sectionContents[$0], after.sectionContents[$0])
      }
  }

  private func passedOn(_ asked: ModelSnapshot, to next: ViewOracle) -> ModelSnapshot {
    let items = Set(current.shown.itemNames).intersection(next.shown.itemNames)
    let sections = Set(current.shown.sectionNames).intersection(next.shown.sectionNames)
    var marks = ModelSnapshot()
    marks.reloadedItems = asked.reloadedItems.filter(items.contains)
    marks.reconfiguredItems = asked.reconfiguredItems.filter(items.contains)
    if case .base = definition.sections {
      marks.reloadedSections = asked.reloadedSections.filter(sections.contains)
    }
    return marks
  }
}

extension ModelSnapshot {
  var hasNoMarks: Bool {
    reloadedItems.isEmpty && reconfiguredItems.isEmpty && reloadedSections.isEmpty
  }
}
