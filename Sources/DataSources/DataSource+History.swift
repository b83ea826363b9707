public import Snapshots

extension DataSource {
  /// The oldest revision that ``changes(since:)`` and ``draft(revertingTo:)`` can reach.
  public var oldestRevision: Int { revision - history.count }

  /// Tells what changed since an earlier revision.
  ///
  /// - Parameter earlier: The earlier revision, or the current one.
  /// - Returns: The smallest difference, nil when the revision is not kept.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k + k · block) for k elements that the steps in between touched.
  public func changes(since earlier: Int) throws(SnapshotError) -> Changes? {
    guard isKept(earlier) else { return nil }
    let deltas = history.last(revision - earlier)
    let before = try state(before: deltas)
    var span = try snapshot.spanning(from: before, deltas)
    if let needsReload { try span.reloadItemsWithOtherSection(than: before, where: needsReload) }
    return try span.changes(fromBase: before, contentRules)
  }

  /// Tells whether the content of the list itself is another one than at an earlier revision.
  ///
  /// - Parameter earlier: The earlier revision, or the current one.
  /// - Returns: Its replacement when it is another one; nothing when the revision is not kept.
  /// - Complexity: O(k) for k revisions in between, and a comparison of two contents.
  public func listContentChange(since earlier: Int) -> ListContentChange {
    guard isKept(earlier) else { return .kept }
    let before = history.listContent(before: revision - earlier, from: listContent)
    return .from(before, to: listContent, contentRules)
  }

  /// A draft that makes the state of an earlier revision the current one again; it is applied as any
  /// other.
  ///
  /// What was marked in between is shown anew once more.
  ///
  /// - Parameter earlier: The earlier revision, or the current one.
  /// - Returns: The draft, nil when the revision is not kept.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k + k · block) for k elements that the steps in between touched.
  public func draft(revertingTo earlier: Int) throws(SnapshotError) -> Draft? {
    guard isKept(earlier) else { return nil }
    let deltas = history.last(revision - earlier)
    var state = try state(before: deltas)
    try state.takeMarks(of: deltas)
    var draft = Draft(state, of: base)
    draft.marksAreHistory = true
    let content = history.listContent(before: deltas.count, from: listContent)
    draft.listContent = .from(listContent, to: content, contentRules)
    return draft
  }

  /// The steps between two states of this data source, nil when they are not all kept.
  func steps(between one: Draft.Base, _ other: Draft.Base) -> [Delta]? {
    guard isKept(one), isKept(other) else { return nil }
    let (earlier, later) = (min(one.revision, other.revision), max(one.revision, other.revision))
    return Array(history.last(revision - earlier).suffix(later - earlier))
  }

  private func isKept(_ earlier: Int) -> Bool {
    earlier >= oldestRevision && earlier <= revision
  }

  /// The state before some steps, the last one first, whose base is the current state.
  private func state(before deltas: [Delta]) throws(SnapshotError) -> Snapshot {
    var state = snapshot
    for delta in deltas { try state.undo(delta) }
    return state
  }
}
