/// The identifiers of one data source and of the drafts made from it.
///
/// Sections and items are two namespaces: the same identifier may name one of each. Snapshots that
/// share a pool can be compared handle by handle; others are translated first.
public final class IdentifierPool {
  /// The identifiers of items.
  public let items: Interner
  /// The identifiers of sections.
  public let sections: Interner

  /// Where long work on its snapshots is counted.
  public let work: Work

  // Not checked at run time, since each access is over before the next one begins.

  /// How many identifiers there may be, and how many bytes they may take, before it is worth looking
  /// again.
  @exclusivity(unchecked) private var threshold: (count: Int, bytes: Int)
  private let leastThreshold: (count: Int, bytes: Int)
  /// How many handles were forgotten since somebody looked, those in use elsewhere included.
  @exclusivity(unchecked) private var forgotten = 0
  /// How many handles somebody would have had to go through the last time that so many had gone.
  @exclusivity(unchecked) private var leastHandles = 0
  /// How many of them came with requests that were refused.
  @exclusivity(unchecked) private var refused = 0
  /// So few that were refused are not worth a look: the tables of views, which go by handle, have
  /// places for as many at once.
  private static let fewRefused = 64

  /// Creates a pool without identifiers.
  ///
  /// - Parameters:
  ///   - leastThreshold: How many identifiers there may be before it is worth looking for those out
  ///     of use; also 256 bytes for each of them.
  ///   - work: Where long work on its snapshots is counted.
  public init(leastThreshold: Int = 4096, work: Work = Work()) {
    self.work = work
    items = Interner(work)
    sections = Interner(work)
    self.leastThreshold = (leastThreshold, leastThreshold * 256)
    threshold = self.leastThreshold
  }

  /// How many identifiers of either kind there are.
  public var count: Int { items.count + sections.count }

  /// The bytes that they take.
  private var byteCount: Int { items.byteCount + sections.byteCount }

  /// Notes that something which named handles is gone, such as the oldest step of a history.
  ///
  /// - Parameter handles: How many it named.
  public func noteForgotten(_ handles: Int) { forgotten += handles }

  /// Notes that identifiers came with a request that was refused.
  ///
  /// - Parameter identifiers: How many.
  public func noteRefused(_ identifiers: Int) {
    forgotten += identifiers
    refused += identifiers
  }

  /// Whether it holds so many identifiers, or such long ones, that those out of use should be given
  /// back.
  ///
  /// That is when there are twice as many as were in use the last time, or when half of them may
  /// have gone since, so that looking for them costs each handle the same, however long the
  /// session. What was refused goes at once where it is most of all.
  ///
  /// - Parameter handles: How many handles somebody who looks has to go through, those that histories
  ///   and drafts name again and again included: as many as half of these have to be gone.
  /// - Returns: Whether to look.
  public func isDueForRelease(lookingAt handles: @autoclosure () -> Int) -> Bool {
    if refused >= IdentifierPool.fewRefused, refused * 2 > count { return true }
    if count > threshold.count || byteCount > threshold.bytes { return true }
    let isWorthwhile = count > leastThreshold.count || byteCount > leastThreshold.bytes
    guard isWorthwhile, forgotten * 2 > max(count, leastHandles) else { return false }
    leastHandles = handles()
    return forgotten * 2 > leastHandles
  }

  /// Gives back every handle that nobody can name any more, with its identifier.
  ///
  /// When that would be few, they wait for the next time: the identifiers that stay cost more work
  /// than those that go.
  ///
  /// - Parameter live: The handles in use, those of marks and contents included.
  /// - Complexity: O(identifiers).
  public func release(unless live: LiveHandles) {
    let bytes =
      items.byteCount { live.contains(item: $0) }
      + sections.byteCount { live.contains(section: $0) }
    if live.count * 4 < count * 3 || bytes * 4 < byteCount * 3 {
      items.release { live.contains(item: $0) }
      sections.release { live.contains(section: $0) }
    }
    noteLook(at: live.count)
  }

  /// Puts giving back off to the next time when little could go, however long it is, which may be
  /// known before anybody has gone through all identifiers.
  ///
  /// - Parameter inUse: How many handles are in use at least.
  /// - Returns: Whether at most a quarter could go.
  public func putsOffRelease(with inUse: Int) -> Bool {
    guard (count - inUse) * Interner.maxIdentifierBytes * 4 <= byteCount else { return false }
    noteLook(at: inUse)
    return true
  }

  private func noteLook(at inUse: Int) {
    threshold = (max(leastThreshold.count, inUse * 2), max(leastThreshold.bytes, byteCount * 2))
    (forgotten, refused, leastHandles) = (0, 0, 0)
  }
}
