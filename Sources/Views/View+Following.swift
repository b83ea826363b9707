import DataSources
import Snapshots

extension View {
  /// Finds what the view shows after an apply of its base that is not committed.
  ///
  /// - Parameters:
  ///   - applied: What the apply will have done.
  ///   - columnStep: What it gives other values in columns.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Returns: What is to be committed.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k (block + log n)) for k rows concerned.
  func prepare(
    following applied: Applied,
    _ columnStep: ColumnStep?,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedView {
    guard isLive else {
      return pausing(applied.itemsWithOtherContent, applied.sectionsWithOtherContent)
    }
    var next = state
    next.baseRevision = applied.revision
    let step = try next.unfolded?.follow(applied, checkpoint) ?? BaseStep(applied)
    return try prepare(following: step, contents: applied.after, columnStep, next, checkpoint)
  }

  /// Finds what the view shows after its base was given equal contents in other bytes.
  func prepare(
    following equal: EqualContents,
    _ columnStep: ColumnStep?,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedView {
    guard isLive else { return pausing(equal.items, equal.sections) }
    let step = BaseStep(equal, of: base.snapshot)
    return try prepare(following: step, contents: equal.snapshot, columnStep, state, checkpoint)
  }

  private func pausing(_ items: [Handle], _ sections: [Handle]) -> PreparedView {
    PreparedView(
      view: self,
      state: state,
      unseen: .added(items: items, sections: sections),
      outcome: .silent(nil)
    )
  }

  private func prepare(
    following step: BaseStep,
    contents: Snapshot,
    _ columnStep: ColumnStep?,
    _ start: State,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedView {
    var next = start
    let rules = next.definition.rules
    let arranger = RowArranger(
      rules,
      rows: step.after,
      reading: RowReading(
        of: step.after,
        contents: contents,
        isPublished: isBasePublished,
        step: columnStep
      ),
      isWindowed: next.definition.window != nil
    )
    var list = next.arranged ?? source.snapshot
    let concerned = arranger.concerned(by: step)
    let silently = { (next: State, equal: EqualContents?) in
      PreparedView(
        view: self,
        state: next,
        unseen: .added(items: step.contents, sections: step.sectionContents),
        outcome: .silent(equal)
      )
    }
    if arranger.isSilent(step, concerned, in: list) { return silently(next, nil) }
    try arranger.follow(step, concerned, in: &list, &next.parts, checkpoint)
    if let window = next.definition.window {
      let offset = next.extent?.offset ?? 0
      try arranger.reach(window, from: offset, in: &list, &next.parts, checkpoint)
    }

    var shown = try next.show(list, in: source.snapshot, checkpoint)
    shown.shareItemContents(of: contents, touching: unseen.items.union(step.contents))
    shown.takeSectionContents(
      rules.sections,
      of: contents,
      touching: Array(unseen.sections.union(step.sectionContents))
    )
    shown.take(
      step.marks.kept(in: source.snapshot).kept(in: shown),
      keepingSections: arranger.keepsSections
    )
    let prepared = try source.prepare(showing: shown, checkpoint)
    guard isShown(prepared.applied, next.extent) else {
      return silently(next, equalContents(step, contents))
    }
    return PreparedView(view: self, state: next, unseen: .cleared, outcome: .revision(prepared))
  }

  /// Whether an apply of the view's own data source shows anything that was not shown before.
  private func isShown(_ applied: Applied, _ extent: WindowExtent?) -> Bool {
    if extent != state.extent || applied.changes != Changes() { return true }
    guard source.contentRules.effect == .ignore else { return false }
    let (before, after) = (applied.before, applied.after)
    let rules = source.contentRules
    return applied.itemsWithOtherContent.contains { item in
      after.containsItem(item)
        && rules.differ(before.content(ofItem: item), after.content(ofItem: item))
    }
      || applied.sectionsWithOtherContent.contains { section in
        after.index(ofSection: section) != nil
          && rules.differ(before.content(ofSection: section), after.content(ofSection: section))
      }
  }

  /// What a silent step gave equal contents in other bytes.
  private func equalContents(_ step: BaseStep, _ contents: Snapshot) -> EqualContents? {
    let shown = source.snapshot
    let items = step.contents.filter { item in
      shown.containsItem(item) && shown.content(ofItem: item) != contents.content(ofItem: item)
    }
    var sections: [Handle] = []
    if case .base = state.definition.rules.sections {
      sections = step.sectionContents.filter { section in
        shown.index(ofSection: section) != nil
          && shown.content(ofSection: section) != contents.content(ofSection: section)
      }
    }
    guard !items.isEmpty || !sections.isEmpty else { return nil }
    var snapshot = shown
    for item in items {
      if let content = contents.content(ofItem: item) { snapshot.setContent(content, ofItem: item) }
    }
    for section in sections {
      if let content = contents.content(ofSection: section) {
        snapshot.setContent(content, ofSection: section)
      }
    }
    return EqualContents(items: items, sections: sections, snapshot: snapshot.asBase())
  }
}

extension DataSource {
  func prepare(
    showing state: Snapshot,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedApply {
    try checkpoint.model { () throws(SnapshotError) in try prepare(showing: state) }
  }
}

extension Snapshot {
  /// Marks what was asked to be shown anew, and is here.
  fileprivate mutating func take(_ requested: RequestedMarks, keepingSections: Bool) {
    guard !requested.isEmpty else { return }
    do throws(SnapshotError) {
      try reloadItems(requested.reloadedItems)
      try reconfigureItems(requested.reconfiguredItems)
      if keepingSections { try reloadSections(requested.reloadedSections) }
    } catch {
      preconditionFailure("a view cannot mark what it has: \(error)")
    }
  }
}
