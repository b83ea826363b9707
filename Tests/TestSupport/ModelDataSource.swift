public import Snapshots

/// A data source that is obviously right, for comparison with the real one.
public struct ModelDataSource {

  /// The state that is shown.
  public var snapshot: ModelSnapshot { states[revision] }
  /// The number of the state.
  public var revision: Int { states.count - 1 }
  /// What unequal content means; contents that differ only in case count as equal.
  public var contentChanges = ContentRules.Effect.reconfigure

  /// The state at each revision.
  private var states = [ModelSnapshot()]
  /// The states as they were applied, with their marks, by the revision that they became.
  private var applied = [ModelSnapshot()]

  /// Creates a data source without sections.
  public init() {}

  /// A copy of the state to edit.
  public func draft() -> ModelDraft {
    ModelDraft(snapshot: snapshot, base: snapshot)
  }

  /// Makes a draft the state that is shown, and the draft a copy of it.
  ///
  /// - Parameter draft: What to show.
  /// - Returns: What the changes must be.
  public mutating func apply(_ draft: inout ModelDraft) -> ChangesCheck {
    var next = draft.snapshot
    next.itemContents = snapshot.itemContents.merging(next.itemContents) { $1 }
    next.sectionContents = snapshot.sectionContents.merging(next.sectionContents) { $1 }
    defer { draft = self.draft() }
    return publish(next)
  }

  /// Makes an earlier state the one that is shown, and shows anew what was marked since.
  ///
  /// - Parameter earlier: Its revision.
  /// - Returns: What the changes must be.
  public mutating func revert(to earlier: Int) -> ChangesCheck {
    var next = states[earlier]
    for state in applied[(earlier + 1)...] {
      next.reloadedSections += state.reloadedSections.filter(next.containsSection)
      next.reloadedItems += state.reloadedItems.filter(next.containsItem)
      next.reconfiguredItems += state.reconfiguredItems.filter(next.containsItem)
    }
    return publish(next)
  }

  /// What the changes since an earlier revision must be.
  ///
  /// - Parameter earlier: The revision.
  /// - Returns: The check of them.
  public func changes(since earlier: Int) -> ChangesCheck {
    ChangesCheck(
      from: states[earlier],
      to: snapshot,
      marks: applied[(earlier + 1)...],
      contentChanges: contentChanges
    )
  }

  /// What the changes between two snapshots must be that nobody applies.
  ///
  /// - Parameters:
  ///   - before: The one.
  ///   - after: The other; its marks count.
  /// - Returns: The check of them.
  public func changes(from before: ModelSnapshot, to after: ModelSnapshot) -> ChangesCheck {
    ChangesCheck(from: before, to: after, marks: [after], contentChanges: contentChanges)
  }

  private mutating func publish(_ next: ModelSnapshot) -> ChangesCheck {
    var next = next
    next.dropContents(unlessIn: [])
    let check = changes(from: snapshot, to: next)
    states.append(next.withoutMarks())
    applied.append(next)
    return check
  }
}

/// A model's snapshot that is being edited.
public struct ModelDraft {

  /// The state in the making.
  public var snapshot = ModelSnapshot()
  /// The state that it started from, nil when it started from nothing.
  public private(set) var base: ModelSnapshot?

  /// Creates an empty draft.
  public init() {}

  init(snapshot: ModelSnapshot, base: ModelSnapshot?) {
    self.snapshot = snapshot
    self.base = base
  }

  /// Makes edits as one step: when one is refused, none has happened.
  ///
  /// - Parameter edits: The edits.
  /// - Returns: The reasons to refuse the first one that is refused.
  public mutating func make(_ edits: [ModelEdit]) -> [Refusal] {
    var edited = snapshot
    for edit in edits {
      let refusals = edited.make(edit).refusals
      guard refusals.isEmpty else { return refusals }
    }
    edited.dropContents(unlessIn: base.map { [$0] } ?? [])
    snapshot = edited
    return []
  }
}
