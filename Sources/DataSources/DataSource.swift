public import Snapshots

/// The snapshot that a list shows, and the one way to replace it: apply.
///
/// Each apply makes a new revision, also when nothing changed. It has two halves: what prepares it
/// may refuse and changes nothing, what commits it cannot fail.
public final class DataSource {
  // Not checked at run time, which was a part of every request: only ``commit(_:)`` and the setters
  // change these, and nobody is called meanwhile.

  /// The state that is shown, without marks and with nothing touched.
  @exclusivity(unchecked) public private(set) var snapshot: Snapshot

  /// The content of the list itself, nil for none; it belongs to the revision as the snapshot does.
  @exclusivity(unchecked) public private(set) var listContent: Content?

  /// The number of the state: 0 when nothing was applied yet, and one more with each apply.
  @exclusivity(unchecked) public private(set) var revision = 0

  /// When contents differ, and what that means.
  @exclusivity(unchecked) public var contentRules: ContentRules

  /// The level below which no plain edit may bring an item of an outline.
  @exclusivity(unchecked) public var greatestLevel = Int.max

  /// Says whether an item that moves from one section to another is shown in another kind of cell
  /// there, so that it is to be reloaded; nil when all cells are of one kind.
  @exclusivity(unchecked) public var needsReload: ((_ from: Handle, _ to: Handle) -> Bool)?

  /// The data source whose contents it shows, nil when it has its own.
  public var contentSource: DataSource?

  /// What is read from its contents, for all who ask.
  public let columns = Columns()

  /// What all applies so far have touched and left behind.
  @exclusivity(unchecked) private(set) var course = HeldStates.Course()

  /// What its items, its sections and the contents of both take.
  @exclusivity(unchecked) private(set) var bytes = ByteCounts()

  /// What leads back to the revisions before.
  @exclusivity(unchecked) var history: RevisionHistory

  /// What drafts of this data source are known by, and what they keep of it.
  public let heldStates = HeldStates()

  /// Creates a data source without sections.
  ///
  /// - Parameters:
  ///   - historyRevisions: How many revisions are kept for changes and reverting.
  ///   - historyBytes: How many bytes are kept for them.
  ///   - pool: Where its identifiers will be; nobody else's may be there.
  ///   - contentRules: When contents differ, and what that means.
  public convenience init(
    historyRevisions: Int = 64,
    historyBytes: Int = 64 << 20,
    pool: IdentifierPool = IdentifierPool(),
    contentRules: ContentRules = ContentRules()
  ) {
    self.init(
      historyRevisions: historyRevisions,
      historyBytes: historyBytes,
      pool: pool,
      contentRules: contentRules,
      geometry: .production
    )
  }

  package init(
    historyRevisions: Int = 64,
    historyBytes: Int = 64 << 20,
    pool: IdentifierPool = IdentifierPool(),
    contentRules: ContentRules = ContentRules(),
    geometry: RopeGeometry
  ) {
    self.contentRules = contentRules
    snapshot = Snapshot(pool: pool, geometry: geometry)
    history = RevisionHistory(maxRevisions: historyRevisions, maxBytes: historyBytes)
  }

  /// A copy of the state to edit.
  ///
  /// - Complexity: O(1).
  public func draft() -> Draft {
    Draft(snapshot, of: base)
  }

  /// The state that is shown, as it is known who has it.
  public var heldState: HeldStates.State { base.held }

  /// The state as what drafts start from.
  var base: Draft.Base {
    Draft.Base(
      snapshot: snapshot,
      revision: revision,
      course: course,
      byteCount: bytes.total - bytes.contents + (contentSource ?? self).bytes.contents,
      origin: heldStates
    )
  }

  /// Whether a state is one of this data source that ``changes(since:)`` can still reach.
  func isKept(_ base: Draft.Base) -> Bool {
    base.origin === heldStates && base.revision >= oldestRevision
  }

  /// Makes a draft the state that is shown: what ``prepare(_:)`` finds, committed.
  ///
  /// - Parameter draft: What to show; afterwards a copy of the new state.
  /// - Returns: What changed.
  /// - Throws: As ``prepare(_:)``; nothing has changed then.
  /// - Complexity: As ``prepare(_:)``.
  public func apply(_ draft: inout Draft) throws(SnapshotError) -> Applied {
    let applied = commit(try prepare(draft))
    draft = self.draft()
    return applied
  }

  /// Finds what making a draft the state that is shown would do, and does nothing of it.
  ///
  /// A draft that started from another revision, another data source or nothing is applied as it
  /// is: the last one wins.
  ///
  /// - Parameter draft: What to show.
  /// - Returns: What ``commit(_:)`` takes; it is to be committed or dropped before another one is
  ///   committed and before identifiers are given back.
  /// - Throws: `outlineTooDeep` when a plain edit would bring an item below ``greatestLevel``, or
  ///   `interrupted`.
  /// - Complexity: O(k log k + k · block) for k touched elements when the draft started from a
  ///   revision that is kept, O(n log n) otherwise.
  public func prepare(_ draft: Draft) throws(SnapshotError) -> PreparedApply {
    let next = try rebased(draft)
    let marks = draft.marksAreHistory ? RequestedMarks() : RequestedMarks(of: next)
    return try prepare(next, draft.listContent, marks, dropsStrayContents: true)
  }

  /// Finds what showing a state would do whose contents belong to another data source, and does
  /// nothing of it.
  ///
  /// - Parameter state: A state that was made from the one that is shown, flat, with contents also
  ///   of what it does not hold.
  /// - Returns: As ``prepare(_:)``.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k + k · block) for k touched elements.
  public func prepare(showing state: Snapshot) throws(SnapshotError) -> PreparedApply {
    try prepare(state, .kept, RequestedMarks(of: state), dropsStrayContents: false)
  }

  /// Shows contents that are equal to those that are shown, in other bytes, without a revision.
  ///
  /// - Parameter state: The state that is shown with such contents.
  public func takeEqualContents(of state: Snapshot) {
    precondition(state.pool === snapshot.pool && state.touchedItems.isEmpty, "another state")
    snapshot = state.asBase()
  }

  private func prepare(
    _ state: Snapshot,
    _ listContent: ListContentChange,
    _ marks: RequestedMarks,
    dropsStrayContents: Bool
  ) throws(SnapshotError) -> PreparedApply {
    var next = state
    if let needsReload { try next.reloadItemsWithOtherSection(than: snapshot, where: needsReload) }
    let changes = try next.changes(fromBase: snapshot, contentRules)
    if dropsStrayContents { try next.dropStrayContents(unlessIn: nil, treesAgree: true) }
    let applied = Applied(
      revision: revision + 1,
      before: snapshot,
      after: next,
      changes: changes,
      listContent: listContent,
      requestedMarks: marks
    )
    let undone = listContent.undone(to: self.listContent)
    let step = try history.step(from: snapshot, to: next, undoing: undone)
    let outline = step == nil ? try next.outlineDelta(from: snapshot) : step?.delta.outline
    return PreparedApply(
      applied: applied,
      step: step,
      bytes: try StepBytes(from: snapshot, to: next, outline),
      columnStep: columns.isEmpty ? nil : try ColumnStep(applied)
    )
  }

  /// Makes a prepared apply happen; it cannot be refused any more.
  ///
  /// - Parameter prepared: What ``prepare(_:)`` found, of this data source at this revision.
  /// - Returns: What changed.
  /// - Complexity: O(1), and what it costs to let go of the oldest steps of the history.
  public func commit(_ prepared: PreparedApply) -> Applied {
    let applied = prepared.applied
    precondition(
      applied.fromRevision == revision && applied.after.pool === snapshot.pool,
      "prepared of another state"
    )
    snapshot.pool.noteForgotten(
      prepared.step.map { history.append($0) } ?? prepared.numberOfHandlesTouched
    )
    course.take(prepared)
    bytes.take(prepared.bytes)
    snapshot = applied.after.asBase()
    listContent = applied.listContent.applied(to: listContent)
    revision = applied.revision
    heldStates.reach(course, keeping: oldestRevision)
    if let step = prepared.columnStep { columns.commit(step) }
    return applied
  }

  /// Lets go of the oldest step of the history, if there is one.
  ///
  /// - Complexity: O(1), and what it costs to give back what the step held.
  public func letGoOfOldestStep() {
    snapshot.pool.noteForgotten(history.letGoOfOldest())
    heldStates.reach(course, keeping: oldestRevision)
  }

  /// A draft's state with the state that is shown as its base.
  private func rebased(_ draft: Draft) throws(SnapshotError) -> Snapshot {
    guard let base = draft.base, base.origin === heldStates else {
      // The trees of another data source are not known here: the list is a plain one.
      var next = try draft.snapshot.rebased(onto: snapshot, takingTrees: false)
      try next.mergeOutline(from: snapshot, greatestLevel: greatestLevel)
      return next
    }
    // A draft has the trees of what it was made from, and they win as its rows do.
    var next = draft.snapshot
    if !draft.treesAgree {
      try next.mergeOutline(from: base.snapshot, greatestLevel: greatestLevel)
    }
    guard base.revision >= oldestRevision else { return try next.rebased(onto: snapshot) }
    let deltas = history.last(revision - base.revision)
    return deltas.isEmpty ? next : try next.rebased(onto: snapshot, over: deltas)
  }
}
