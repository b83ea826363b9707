public import Snapshots

/// The snapshot that a list shows, and the one way to replace it: apply.
///
/// Each apply makes a new revision, also when nothing changed. A refused one leaves everything as
/// it was.
public final class DataSource {
  /// The state that is shown, without marks and with nothing touched.
  public private(set) var snapshot: Snapshot

  /// The content of the list itself, nil for none; it belongs to the revision as the snapshot does.
  public private(set) var listContent: Content?

  /// The number of the state: 0 when nothing was applied yet, and one more with each apply.
  public private(set) var revision = 0

  /// What unequal content under an equal identifier means.
  public var contentChanges = Snapshot.ContentChanges.reconfigure

  /// The level below which no plain edit may bring an item of an outline.
  public var greatestLevel = Int.max

  /// Says whether an item that moves from one section to another is shown in another kind of cell
  /// there, so that it is to be reloaded; nil when all cells are of one kind.
  public var needsReload: ((_ from: Handle, _ to: Handle) -> Bool)?

  /// What leads back to the revisions before.
  var history: RevisionHistory

  /// Creates a data source without sections.
  ///
  /// - Parameters:
  ///   - historyRevisions: How many revisions are kept for changes and reverting.
  ///   - historyBytes: How many bytes are kept for them.
  ///   - pool: Where its identifiers will be; nobody else's may be there.
  public convenience init(
    historyRevisions: Int = 64,
    historyBytes: Int = 64 << 20,
    pool: IdentifierPool = IdentifierPool()
  ) {
    self.init(
      historyRevisions: historyRevisions,
      historyBytes: historyBytes,
      pool: pool,
      geometry: .production
    )
  }

  package init(
    historyRevisions: Int = 64,
    historyBytes: Int = 64 << 20,
    pool: IdentifierPool = IdentifierPool(),
    geometry: RopeGeometry
  ) {
    snapshot = Snapshot(pool: pool, geometry: geometry)
    history = RevisionHistory(maxRevisions: historyRevisions, maxBytes: historyBytes)
  }

  /// A copy of the state to edit.
  ///
  /// - Complexity: O(1).
  public func draft() -> Draft {
    Draft(of: Draft.Base(snapshot: snapshot, revision: revision))
  }

  /// Makes a draft the state that is shown.
  ///
  /// A draft that started from another revision, another data source or nothing is applied as it
  /// is: the last one wins. Afterwards the draft is a copy of the new state.
  ///
  /// - Parameters:
  ///   - draft: What to show.
  ///   - contentChange: What becomes of the content of the list itself.
  ///   - mergesOutline: Whether the draft was edited as a plain list, so that the trees of its
  ///     sections are to be put right; see ``Snapshots/Snapshot/mergeOutline(from:greatestLevel:)``.
  ///   - areEqual: Says whether two contents, whose bytes differ, are equal all the same.
  /// - Returns: What changed.
  /// - Throws: `tooDeep` when a plain edit would bring an item below ``greatestLevel``; nothing has
  ///   changed then.
  /// - Complexity: O(k log k + k · block) for k touched elements when the draft started from the
  ///   current revision, O(n log n) otherwise.
  public func apply(
    _ draft: inout Draft,
    listContent contentChange: ListContentChange = .kept,
    mergesOutline: Bool = true,
    areEqual: (Content, Content) -> Bool
  ) throws(SnapshotError) -> Applied {
    var next = try rebased(draft, mergesOutline: mergesOutline)
    if let needsReload { next.reloadItemsWithOtherSection(than: snapshot, where: needsReload) }
    let changes = next.changes(
      fromBase: snapshot,
      contentChanges: contentChanges,
      areEqual: areEqual
    )
    next.dropStrayContents(unlessIn: nil)
    let before = snapshot
    snapshot.pool.noteForgotten(
      history.append(from: before, to: next, undoing: contentChange.undone(to: listContent))
    )
    snapshot = next.asBase()
    listContent = contentChange.applied(to: listContent)
    revision += 1
    draft = self.draft()
    return Applied(
      revision: revision,
      before: before,
      after: next,
      changes: changes,
      listContent: contentChange
    )
  }

  /// A draft's state with the state that is shown as its base.
  private func rebased(
    _ draft: Draft,
    mergesOutline: Bool
  ) throws(SnapshotError) -> Snapshot {
    guard draft.snapshot.pool === snapshot.pool, let base = draft.base else {
      // The trees of another pool are not known here: the list is a plain one.
      var next = try draft.snapshot.rebased(onto: snapshot)
      try next.mergeOutline(from: snapshot, greatestLevel: greatestLevel)
      return next
    }
    // A draft has the trees of what it was made from, and they win as its rows do.
    var next = draft.snapshot
    if mergesOutline {
      try next.mergeOutline(from: base.snapshot, greatestLevel: greatestLevel)
    }
    guard base.revision >= oldestRevision else { return try next.rebased(onto: snapshot) }
    let deltas = history.last(revision - base.revision)
    return deltas.isEmpty ? next : next.rebased(onto: snapshot, over: deltas)
  }
}

/// What an apply did.
public struct Applied {
  /// The revision after.
  public let revision: Int
  /// The state before.
  public let before: Snapshot
  /// The state after, with its marks and with what was touched since the state before.
  public let after: Snapshot
  /// The difference between the two.
  public let changes: Changes
  /// What became of the content of the list itself.
  public let listContent: ListContentChange

  /// The revision before.
  public var fromRevision: Int { revision - 1 }
}
