import DataSources
import DiffableProtocol
import Snapshots

extension Session {
  /// The one way to a new revision: prepares, which may refuse, then commits and lets all follow.
  func apply(
    _ draft: Draft,
    to stored: StoredDataSource,
    _ occasion: ApplyOccasion
  ) throws(DiffableError) -> Applied {
    let prepared: PreparedApply
    do throws(OutlineTooDeep) {
      prepared = try stored.source.prepare(draft)
    } catch {
      throw limits.tooDeep(error.level)
    }
    // A didApply that is merged comes who knows when, and nothing can come before it.
    if let notice = occasion.notice, !outbox.isMerging, stored.subscription.pending == nil {
      outbox.append(notice)
    }
    let applied = stored.source.commit(prepared)
    follow(applied, of: stored, occasion)
    return applied
  }

  /// Everything that follows on an apply, in this order and nowhere else.
  private func follow(
    _ applied: Applied,
    of stored: StoredDataSource,
    _ occasion: ApplyOccasion
  ) {
    stored.heights.note(applied)
    log(stored, "\(occasion.origin.verb): \(applied.traceText)")
    let maxBytes = limits.maxMessageBytes
    outbox.announce(
      PendingDidApply(applied, for: stored.subscription, occasion, maxBytes: maxBytes)
    )
  }
}
