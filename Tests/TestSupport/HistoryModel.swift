public import Snapshots

/// Every state that a data source went through, and what each step marked; nothing is composed or
/// undone here, whatever is asked is looked up.
public struct HistoryModel {

  /// A revision: its state, and the marks of the step that led to it.
  private struct Revision {
    var state: ModelSnapshot
    var marks: ModelSnapshot
  }

  private var revisions = [Revision(state: ModelSnapshot(), marks: ModelSnapshot())]

  /// What unequal content means; contents that differ only in case count as equal.
  public var contentChanges = ContentRules.Effect.reconfigure

  /// The number of the newest state.
  public var revision: Int { revisions.count - 1 }

  /// The newest state.
  public var current: ModelSnapshot { revisions[revision].state }

  /// The state of a revision.
  public subscript(revision: Int) -> ModelSnapshot { revisions[revision].state }

  /// Creates the model of a data source to which nothing was applied.
  public init() {}

  /// Adds the state that a draft makes.
  public mutating func apply(_ draft: ModelSnapshot) {
    var next = draft
    next.itemContents = current.itemContents.merging(next.itemContents) { $1 }
    next.sectionContents = current.sectionContents.merging(next.sectionContents) { $1 }
    next.dropContents(unlessIn: [])
    revisions.append(Revision(state: next.withoutMarks(), marks: next))
  }

  /// Adds an earlier state again, with all that was marked since and is in it.
  public mutating func revert(to earlier: Int) {
    let state = revisions[earlier].state
    var marked = state
    let marks = marks(since: earlier)
    marked.reloadedItems = marks.reloadedItems.filter(state.containsItem)
    marked.reconfiguredItems = marks.reconfiguredItems.filter(state.containsItem)
    marked.reloadedSections = marks.reloadedSections.filter(state.containsSection)
    revisions.append(Revision(state: state, marks: marked))
  }

  /// What the changes from an earlier state to the newest one must be.
  public func changes(since earlier: Int) -> ChangesCheck {
    let (before, after) = (revisions[earlier].state, current)
    return changes(from: before, to: after, marks: marks(since: earlier))
  }

  /// What the changes between any two states must be.
  public func changes(
    from before: ModelSnapshot,
    to after: ModelSnapshot,
    marks: ModelSnapshot
  ) -> ChangesCheck {
    ChangesCheck(from: before, to: after, marks: [marks], contentChanges: contentChanges)
  }

  private func marks(since earlier: Int) -> ModelSnapshot {
    var marks = ModelSnapshot()
    for revision in revisions[(earlier + 1)...] {
      marks.reloadedItems += revision.marks.reloadedItems
      marks.reconfiguredItems += revision.marks.reconfiguredItems
      marks.reloadedSections += revision.marks.reloadedSections
    }
    return marks
  }
}
