import JSON

/// Finished messages in the order in which they are to be sent.
///
/// While little output waits, each didApply is written at once. Past `mergeAfterBytes` only its
/// place in the queue is kept, and the applies that follow are merged into it until it is its turn:
/// a slow reader costs one difference a data source, not a queue of them. Because the place comes
/// first, no response that names a revision is sent before a didApply that reaches it.
struct Outbox {
  private enum Entry {
    case message([UInt8])
    case pending(PendingDidApply)
  }

  private let mergeAfterBytes: Int
  private var entries = Queue<Entry>()

  /// Bytes of the messages in the queue, and of the tags of those that are not written yet.
  private(set) var queuedBytes = 0
  /// Bytes that were ever put into the queue, whoever has taken them out.
  private(set) var totalBytes = 0
  /// Bytes that were taken from the queue and that nobody has read yet.
  var unwrittenBytes = 0

  init(mergeAfterBytes: Int) {
    self.mergeAfterBytes = mergeAfterBytes
  }

  /// Whether so much output waits that didApplys are merged.
  var isMerging: Bool { queuedBytes + unwrittenBytes > mergeAfterBytes }

  mutating func append(_ message: [UInt8]) {
    queue(message.count)
    entries.append(.message(message))
  }

  private mutating func queue(_ bytes: Int) {
    queuedBytes += bytes
    totalBytes += bytes
  }

  /// Announces an apply, now or when the front end has read what waits.
  mutating func announce(_ didApply: PendingDidApply) {
    let subscription = didApply.subscription
    if let pending = subscription.pending {
      pending.merge(didApply)
      queue(didApply.tagBytes)
    } else if !isMerging {
      append(didApply.message())
    } else {
      subscription.pending = didApply
      queue(didApply.tagBytes)
      didApply.place = entries.append(.pending(didApply))
    }
  }

  /// Writes the didApply that is still pending, in its place: from then on it counts as the bytes
  /// that it has.
  mutating func settle(_ subscription: Subscription) {
    guard let pending = subscription.pending else { return }
    let message = pending.message()
    entries.replace(at: pending.place, with: .message(message))
    queue(message.count - pending.tagBytes)
    subscription.pending = nil
  }

  /// The didApplys that are not written yet.
  var pending: [PendingDidApply] {
    entries.compactMap { entry in
      if case .pending(let didApply) = entry { didApply } else { nil }
    }
  }

  /// Takes the next message out, nil when there is none.
  mutating func popFirst() -> [UInt8]? {
    switch entries.popFirst() {
    case nil:
      return nil
    case .message(let message):
      queuedBytes -= message.count
      return message
    case .pending(let didApply):
      didApply.subscription.pending = nil
      queuedBytes -= didApply.tagBytes
      return didApply.message()
    }
  }
}
