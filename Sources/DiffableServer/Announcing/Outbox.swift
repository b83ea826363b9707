import JSON

/// Finished messages in the order in which they are to be sent.
///
/// While little output waits, each didApply is written with the message that brought it about. Past
/// `mergeAfterBytes` only its place in the queue is kept, and the applies that follow are merged into
/// it until it is its turn: a slow reader costs one difference a data source, not a queue of them.
/// Because the place comes first, no response that names a revision is sent before a didApply that
/// reaches it.
struct Outbox {
  private enum Entry {
    case message([UInt8])
    case pending(PendingDidApply)
  }

  /// The longest message that is copied into no more room than it needs.
  private static let longestCopied = 1 << 16

  private let mergeAfterBytes: Int
  private var entries = Queue<Entry>()

  /// The didApply that was announced last, as long as its bytes are not asked for.
  private var announced: PendingDidApply?

  private var writtenBytes = 0
  /// Bytes of what was announced since somebody has begun to count; nil when nobody does.
  private var countedBytes: Int?
  /// Bytes that were taken from the queue and that nobody has read yet.
  var unwrittenBytes = 0

  init(mergeAfterBytes: Int) {
    self.mergeAfterBytes = mergeAfterBytes
  }

  /// Bytes of the messages in the queue, and of the tags of those that are not written yet.
  var queuedBytes: Int {
    mutating get {
      writeAnnounced()
      return writtenBytes
    }
  }

  /// Bytes of what a batch has announced until now, each didApply as it is alone.
  ///
  /// How many there are does not depend on the reader then. What a slow reader is not told at all
  /// counts for nobody.
  var announcedBytes: Int {
    mutating get {
      writeAnnounced()
      return countedBytes ?? 0
    }
  }

  /// Whether what is announced is counted; it begins at zero.
  var countsAnnounced: Bool {
    get { countedBytes != nil }
    set { countedBytes = newValue ? 0 : nil }
  }

  /// Whether so much output waits that didApplys are merged.
  var isMerging: Bool {
    mutating get { queuedBytes + unwrittenBytes > mergeAfterBytes }
  }

  mutating func append(_ message: [UInt8]) {
    writtenBytes += message.count
    // What waits for a slow reader does not keep the room in which it was written; of a long message
    // that was not touched, and to copy it would take as much again.
    let isWaiting =
      message.count <= Self.longestCopied && writtenBytes + unwrittenBytes > mergeAfterBytes
    entries.append(.message(isWaiting ? message.withUnsafeBytes { Array($0) } : message))
  }

  /// Announces something that is not merged.
  mutating func announce(_ message: [UInt8]) {
    countedBytes? += message.count
    append(message)
  }

  /// Announces an apply, in its place in the queue: it is written when bytes are asked for, at the
  /// latest when the message is answered, or merged until the front end has read what waits.
  mutating func announce(_ didApply: PendingDidApply) {
    let subscription = didApply.subscription
    guard subscription.pending != nil || isMerging else {
      didApply.place = entries.append(.pending(didApply))
      announced = didApply
      return
    }
    countedBytes? += didApply.message().count
    writtenBytes += didApply.tagBytes
    if let pending = subscription.pending {
      pending.merge(didApply)
    } else {
      didApply.place = entries.append(.pending(didApply))
      subscription.pending = didApply
    }
  }

  /// Writes the didApply that was announced last, in its place.
  ///
  /// Of a whole list it is as long as the message that brought it about. So it is written when that
  /// one is gone, unless something asks before for what it takes.
  mutating func writeAnnounced() {
    guard let didApply = announced else { return }
    announced = nil
    let message = didApply.message()
    entries.replace(at: didApply.place, with: .message(message))
    countedBytes? += message.count
    writtenBytes += message.count
  }

  /// Writes the didApply that is still pending, in its place: from then on it counts as the bytes
  /// that it has.
  mutating func settle(_ subscription: Subscription) {
    writeAnnounced()
    guard let pending = subscription.pending else { return }
    let message = pending.message()
    entries.replace(at: pending.place, with: .message(message))
    writtenBytes += message.count - pending.tagBytes
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
    writeAnnounced()
    switch entries.popFirst() {
    case nil:
      return nil
    case .message(let message):
      writtenBytes -= message.count
      return message
    case .pending(let didApply):
      didApply.subscription.pending = nil
      writtenBytes -= didApply.tagBytes
      return didApply.message()
    }
  }
}
