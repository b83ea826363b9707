import DataSources
import DiffableProtocol
import Snapshots
import Views

extension Session {
  /// The one way to a new revision: prepares, which may refuse, then commits and lets all follow.
  ///
  /// - Parameters:
  ///   - draft: What to show.
  ///   - stored: What shows it.
  ///   - occasion: What it is told as.
  ///   - freed: How many bytes the draft is counted as, which goes with it.
  /// - Returns: What it did.
  /// - Throws: Why it was refused; nothing has changed then.
  func apply(
    _ draft: Draft,
    to stored: StoredDataSource,
    _ occasion: ApplyOccasion,
    freeing freed: Int = 0
  ) throws(DiffableError) -> Applied {
    let prepared: PreparedApply
    do throws(SnapshotError) {
      prepared = try stored.source.prepare(draft)
    } catch .outlineTooDeep(let level) {
      throw limits.tooDeep(level)
    } catch {
      throw DiffableError(error, in: stored.pool)
    }
    // What a document or a draft of another list leaves hidden here counts beside its own rows.
    try limits.check(prepared.applied.after)
    let growth = stored.growth(by: prepared) - freed
    let (held, gone) = (stored.source.heldGrowth(by: prepared), prepared.bytes.gone.total)
    var isRefused = true
    defer {
      // Nothing is there any more when it was committed.
      stored.source.columns.letGoOfAside()
      if isRefused, !stored.followers.isEmpty { store.noteFormerColumns(of: stored) }
    }
    let follows = try views(following: prepared, of: stored, adding: growth + min(held, gone) > 0)
    try store.checkRoom(
      for: growth + follows.growth,
      reading: stored.source.columns.asideBytes,
      holding: held + follows.heldGrowth,
      leaving: gone
    )
    var occasion = occasion
    try arrange(prepared.applied, for: stored, &occasion)
    try arrange(follows, of: stored.followers, &occasion)
    try checkpoint.finish()
    isRefused = false
    // A didApply that is merged comes who knows when, and nothing can come before it.
    if let notice = occasion.notice, !outbox.isMerging, stored.subscription.pending == nil {
      outbox.append(notice)
    }
    let applied = stored.source.commit(prepared)
    // Before anything is counted: views may keep contents that it has left behind from now on.
    follows.commit()
    follow(applied, of: stored, occasion)
    occasion.transaction = nil
    follow(follows, of: stored.followers, occasion)
    return applied
  }

  /// Brings the difference into the order in which it will be told, where that may be long work: it
  /// cannot be called off any more when it is written.
  ///
  /// - Throws: `requestCancelled`.
  func arrange(
    _ applied: Applied,
    for stored: StoredDataSource,
    _ occasion: inout ApplyOccasion
  ) throws(DiffableError) {
    let format = stored.subscription.announcing.changeFormat
    guard format == .sequential || format == .staged, !occasion.reloadData,
      // What is merged has another difference; it is written alone where it is counted.
      outbox.countsAnnounced || !outbox.isMerging && stored.subscription.pending == nil
    else { return }
    occasion.arranged[ObjectIdentifier(applied)] = try model(
      stored.pool,
      try ArrangedChanges(applied.changes, in: format, stored.pool.work)
    )
  }

  /// Everything that follows on an apply, in this order and nowhere else.
  func follow(
    _ applied: Applied,
    of stored: StoredDataSource,
    _ occasion: ApplyOccasion
  ) {
    store.noteApply(to: stored)
    stored.heights.note(applied)
    stored.indexTitles.note(applied)
    log(stored, "\(occasion.origin.verb): \(applied.traceText)")
    let didApply = PendingDidApply(
      applied,
      for: stored.subscription,
      occasion,
      maxBytes: limits.maxMessageBytes,
      of: stored.view?.view
    )
    outbox.announce(didApply)
  }
}
