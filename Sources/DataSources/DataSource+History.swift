public import Snapshots

extension DataSource {
  /// The oldest revision that ``changes(since:areEqual:)`` and ``revert(to:areEqual:)`` can reach.
  public var oldestRevision: Int { revision - history.count }

  /// Tells what changed since an earlier revision.
  ///
  /// - Parameters:
  ///   - earlier: The earlier revision, or the current one.
  ///   - areEqual: Says whether two contents, whose bytes differ, are equal all the same.
  /// - Returns: The smallest difference, nil when the revision is not kept.
  /// - Complexity: O(k log k + k · block) for k elements that the steps in between touched.
  public func changes(
    since earlier: Int,
    areEqual: (Content, Content) -> Bool
  ) -> Changes? {
    guard isKept(earlier) else { return nil }
    let deltas = history.last(revision - earlier)
    let before = state(before: deltas)
    return snapshot.spanning(from: before, deltas).changes(
      fromBase: before,
      contentChanges: contentChanges,
      areEqual: areEqual
    )
  }

  /// Tells whether the content of the list itself is another one than at an earlier revision.
  ///
  /// - Parameters:
  ///   - earlier: The earlier revision, or the current one.
  ///   - areEqual: Says whether two contents, whose bytes differ, are equal all the same.
  /// - Returns: Its replacement when it is another one; nothing when the revision is not kept.
  public func listContentChange(
    since earlier: Int,
    areEqual: (Content, Content) -> Bool
  ) -> ListContentChange {
    guard isKept(earlier) else { return .kept }
    let before = history.listContent(before: revision - earlier, from: listContent)
    return .from(before, to: listContent, areEqual: areEqual)
  }

  /// Makes the state of an earlier revision the current one again, as a new revision.
  ///
  /// What was marked in between is shown anew once more.
  ///
  /// - Parameters:
  ///   - earlier: The earlier revision, or the current one.
  ///   - areEqual: Says whether two contents, whose bytes differ, are equal all the same.
  /// - Returns: What changed, nil when the revision is not kept.
  /// - Throws: Nothing in practice: see ``apply(_:areEqual:)``.
  /// - Complexity: As ``changes(since:areEqual:)``.
  public func revert(
    to earlier: Int,
    areEqual: (Content, Content) -> Bool
  ) throws(SnapshotError) -> Applied? {
    guard isKept(earlier) else { return nil }
    let deltas = history.last(revision - earlier)
    var draft = self.draft()
    draft.snapshot = state(before: deltas)
    draft.snapshot.takeMarks(of: deltas)
    let content = history.listContent(before: deltas.count, from: listContent)
    return try apply(
      &draft,
      listContent: .from(listContent, to: content, areEqual: areEqual),
      mergesOutline: false,
      areEqual: areEqual
    )
  }

  private func isKept(_ earlier: Int) -> Bool {
    earlier >= oldestRevision && earlier <= revision
  }

  /// The state before some steps, the last one first, whose base is the current state.
  private func state(before deltas: [Delta]) -> Snapshot {
    var state = snapshot
    for delta in deltas { state.undo(delta) }
    return state
  }
}
