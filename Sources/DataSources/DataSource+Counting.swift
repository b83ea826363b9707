import Snapshots

// What a data source counts towards a bound on memory; see ``Snapshots/Weight``.

extension DataSource {
  /// What the list itself takes: sections and items with their identifiers and contents.
  ///
  /// - Complexity: O(1).
  public var listBytes: Int { bytes.total + Weight.of(listContent) }

  /// What the sections alone take, with their identifiers and without contents.
  public var sectionBytes: Int { bytes.sections }

  /// What the steps take by which it can go back.
  public var historyBytes: Int { history.byteCount }

  /// By how much the list will take more.
  ///
  /// - Parameter prepared: What ``prepare(_:)`` found.
  /// - Returns: The bytes, less than none when it will take less.
  public func growth(by prepared: PreparedApply) -> Int {
    let content = prepared.applied.listContent.applied(to: listContent)
    return prepared.bytes.come.total - prepared.bytes.gone.total + Weight.of(content)
      - Weight.of(listContent)
  }

  /// By how much drafts will keep more that the list leaves behind.
  ///
  /// - Parameter prepared: What ``prepare(_:)`` found.
  /// - Returns: The bytes.
  public func heldGrowth(by prepared: PreparedApply) -> Int {
    guard !heldStates.isEmpty else { return 0 }
    var after = course
    after.take(prepared)
    return heldStates.byteCount(at: after) - heldStates.byteCount
  }
}

extension HeldStates.Course {
  /// Goes on by an apply.
  mutating func take(_ prepared: PreparedApply) {
    handles += prepared.numberOfHandlesTouched
    touches += prepared.bytes.touches
    bytesGone += prepared.bytes.gone.total
  }
}
