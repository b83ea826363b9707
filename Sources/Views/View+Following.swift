import DataSources
import Snapshots

extension View {
  /// Finds what the view shows after a step of its base that is not committed.
  ///
  /// - Parameters:
  ///   - baseStep: What the step will have done to the base's rows.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Returns: What is to be committed.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k (block + log n)) for k rows concerned, and O(window).
  func prepare(
    following baseStep: BaseStep,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedView {
    guard isLive else { return PreparedView(self, .none(baseStep)) }
    // Each of many views has little to do; a mark is only looked for.
    let touches = baseStep.contentsAfter.numberOfTouches
    try checkpoint.step(touches * state.definition.rules.stepsPerRow + baseStep.marks.count / 16)
    var unfolded = state.unfolded
    let step = try unfolded?.follow(baseStep, checkpoint) ?? baseStep
    let arranger = RowArranger(
      state.definition.rules,
      rows: step.after,
      reading: step.reading,
      isWindowed: state.definition.window != nil
    )
    let isSilent = try arranger.isSilent(step, in: state.arranged ?? source.snapshot, checkpoint)
    if isSilent, unfolded == nil { return PreparedView(self, .none(baseStep)) }
    var next = state
    next.unfolded = unfolded
    if let revision = step.applied?.revision { next.baseRevision = revision }
    if isSilent { return PreparedView(self, .silent(baseStep, next, nil)) }
    return try prepare(following: step, of: baseStep, arranger, next, checkpoint)
  }

  private func prepare(
    following step: BaseStep,
    of baseStep: BaseStep,
    _ arranger: RowArranger,
    _ start: State,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedView {
    var next = start
    var list = next.arranged ?? source.snapshot
    try arranger.follow(step, in: &list, &next.parts, checkpoint)
    if let window = next.definition.window {
      let offset = next.extent?.offset ?? 0
      try arranger.reach(window, from: offset, in: &list, &next.parts, checkpoint)
    }

    var shown = try next.show(list, in: source.snapshot, checkpoint)
    shown.shareItemContents(
      of: step.contentsAfter,
      touching: unseen.items.unique() + step.contents
    )
    try shown.takeSectionContents(
      arranger.rules.sections,
      of: step.contentsAfter,
      touching: unseen.sections.unique() + step.sectionContents,
      checkpoint
    )
    try shown.take(
      step.marks.kept(in: source.snapshot).kept(in: shown),
      keepingSections: arranger.keepsSections,
      checkpoint
    )
    let prepared = try source.prepare(showing: shown, checkpoint)
    guard try isShown(prepared.applied, next.extent, checkpoint) else {
      return PreparedView(self, .silent(baseStep, next, try equalContents(step, checkpoint)))
    }
    return PreparedView(self, .revision(prepared, next))
  }

  /// Whether an apply of the view's own data source shows anything that was not shown before.
  private func isShown(
    _ applied: Applied,
    _ extent: WindowExtent?,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> Bool {
    if extent != state.extent || applied.changes != Changes() { return true }
    guard source.contentRules.effect == .ignore else { return false }
    let (before, after) = (applied.before, applied.after)
    let rules = source.contentRules
    for item in applied.itemsWithOtherContent where after.containsItem(item) {
      if rules.differ(before.content(ofItem: item), after.content(ofItem: item)) { return true }
      try checkpoint.step(1)
    }
    for section in applied.sectionsWithOtherContent where after.containsSection(section) {
      let (old, new) = (before.content(ofSection: section), after.content(ofSection: section))
      if rules.differ(old, new) { return true }
      try checkpoint.step(1)
    }
    return false
  }

  /// What is shown, with the equal contents in other bytes that a silent step gave it; nil for none.
  private func equalContents(
    _ step: BaseStep,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> Snapshot? {
    let (shown, contents) = (source.snapshot, step.contentsAfter)
    var changed: Snapshot?
    for item in step.contents where shown.containsItem(item) {
      try checkpoint.step(1)
      let content = contents.content(ofItem: item)
      guard let content, shown.content(ofItem: item) != content else { continue }
      changed = changed ?? shown
      changed?.setContent(content, ofItem: item)
    }
    guard case .base = state.definition.rules.sections else { return changed }
    for section in step.sectionContents where shown.containsSection(section) {
      try checkpoint.step(1)
      let content = contents.content(ofSection: section)
      guard let content, shown.content(ofSection: section) != content else { continue }
      changed = changed ?? shown
      changed?.setContent(content, ofSection: section)
    }
    return changed
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
  fileprivate mutating func take(
    _ requested: RequestedMarks,
    keepingSections: Bool,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    guard !requested.isEmpty else { return }
    try checkpoint.model { () throws(SnapshotError) in
      try reloadItems(requested.reloadedItems)
      try reconfigureItems(requested.reconfiguredItems)
      if keepingSections { try reloadSections(requested.reloadedSections) }
    }
  }
}
