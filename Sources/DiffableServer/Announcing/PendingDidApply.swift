import DataSources
import DiffableProtocol
import JSON
import JSONRPC
import Snapshots
import Views

/// One or several applies of which the front end does not know yet.
final class PendingDidApply {
  // See Session for why these are not checked.

  let subscription: Subscription
  /// Where it stands in the outbox.
  @exclusivity(unchecked) var place = 0
  private let maxBytes: Int
  private let before: Snapshot
  private let fromRevision: Int
  @exclusivity(unchecked) private var after: Snapshot
  @exclusivity(unchecked) private var revision: Int
  @exclusivity(unchecked) private var animatingDifferences: Bool
  @exclusivity(unchecked) private var reloadData: Bool
  @exclusivity(unchecked) private var origin: String
  /// The front end's own names for the applies that it named, in order, as JSON with commas between:
  /// there may be millions, and an array each would take thirty times what they are counted as.
  @exclusivity(unchecked) private var tags: [UInt8]
  @exclusivity(unchecked) private var isMerged = false
  /// What became of the content of the list itself.
  @exclusivity(unchecked) private var listContent: ListContentChange
  /// The row that the user has moved by hand.
  @exclusivity(unchecked) private var transaction: RowTransaction?
  /// The apply whose difference it is, nil when there were several: that one is not known yet.
  @exclusivity(unchecked) private var applied: Applied?
  /// The difference in the order of the format, when that is known already.
  @exclusivity(unchecked) private var arranged: ArrangedChanges?

  /// What a view is told with besides, nil when it is none.
  @exclusivity(unchecked) private var viewState: (baseRevision: Int, extent: WindowExtent?)?

  /// What an apply has to tell, in a message of so many bytes at most; a longer one says only that
  /// all is new.
  init(
    _ applied: Applied,
    for subscription: Subscription,
    _ occasion: ApplyOccasion,
    maxBytes: Int,
    of view: View?
  ) {
    self.subscription = subscription
    self.maxBytes = maxBytes
    before = applied.before
    fromRevision = applied.fromRevision
    after = applied.after
    revision = applied.revision
    self.applied = applied
    arranged = occasion.arranged[ObjectIdentifier(applied)]
    listContent = applied.listContent
    transaction = occasion.transaction
    animatingDifferences = occasion.animatingDifferences
    reloadData = occasion.reloadData
    origin = occasion.origin.rawValue
    tags = occasion.tag?.text ?? []
    viewState = view.map { ($0.baseRevision, $0.extent) }
  }

  /// Takes in the apply that follows this one.
  func merge(_ later: PendingDidApply) {
    after.advance(to: later.after)
    revision = later.revision
    animatingDifferences = animatingDifferences && later.animatingDifferences
    reloadData = reloadData || later.reloadData
    origin = "merged"
    if !tags.isEmpty, !later.tags.isEmpty { tags.append(UInt8(ascii: ",")) }
    tags += later.tags
    isMerged = true
    transaction = nil
    if later.listContent != .kept { listContent = later.listContent }
    viewState = later.viewState
    applied = nil
    arranged = nil
  }

  /// How many bytes the tags will take in the notification: all that grows with each apply.
  var tagBytes: Int { tags.isEmpty ? 0 : tags.count + 1 }

  /// Where the identifiers are that the difference will name.
  var pool: IdentifierPool { after.pool }

  /// Forgets what came and went again between the applies, so that its identifiers are free to go.
  func forgetPassingTouches() {
    after.forgetPassingTouches(base: before)
  }

  /// Adds what the difference will name.
  func insertHandles(into live: inout LiveHandles) {
    live.insertAll(of: before)
    live.insertAll(of: after)
  }

  /// The notification.
  func message() -> [UInt8] {
    let writer = written(reloadData: reloadData, atMost: reloadData ? .max : maxBytes)
    return writer.isOverLimit ? written(reloadData: true, atMost: .max).bytes : writer.bytes
  }

  private func written(reloadData: Bool, atMost byteLimit: Int) -> JSONWriter {
    var writer = JSONWriter(reservingCapacity: expectedBytes)
    writer.byteLimit = byteLimit
    writer.beginNotification("dataSource/didApply")
    writer.beginObject()
    writer.member("dataSource", subscription.name)
    writer.member("fromRevision", fromRevision)
    writer.member("revision", revision)
    writer.member("animatingDifferences", animatingDifferences)
    writer.member("origin", origin)
    writeTags(to: &writer)
    writeChanges(to: &writer, reloadData: reloadData)
    writer.member("numberOfSections", after.numberOfSections)
    writer.member("numberOfItems", after.numberOfItems)
    if let animation = subscription.announcing.defaultRowAnimation {
      writer.member("defaultRowAnimation", animation)
    }
    if let transaction { writer.member(transaction, of: after.pool) }
    writer.member(listContent: listContent)
    if let viewState {
      writer.member("baseRevision", viewState.baseRevision)
      writer.member(viewState.extent)
    }
    writer.endObject()
    writer.endNotification()
    return writer
  }

  /// About as many bytes as the notification takes, so that a large one is not copied as it grows.
  private var expectedBytes: Int {
    let identifiers = after.pool.items
    let inserted = applied?.changes.itemCounts.inserted ?? 0
    return 512 + inserted * (identifiers.byteCount / max(1, identifiers.count))
  }

  private func writeTags(to writer: inout JSONWriter) {
    if tags.isEmpty { return }
    isMerged ? writer.array("tags", ofRaw: tags) : writer.member("tag", raw: tags)
  }

  private func writeChanges(to writer: inout JSONWriter, reloadData: Bool) {
    let format = subscription.announcing.changeFormat
    guard format != .none else { return }
    if reloadData { return writer.member("reloadData", true) }
    let scope = ContentScope(after, includeContent: subscription.announcing.includeContent)
    if let arranged { return writer.member(arranged, scope) }
    pool.work.uninterrupted { () throws(SnapshotError) in
      if let applied { return try writer.memberChanges(applied.changes, in: format, scope) }
      var span = after
      if let needsReload = subscription.source.needsReload {
        try span.reloadItemsWithOtherSection(than: before, where: needsReload)
      }
      let changes = try span.changes(fromBase: before, subscription.source.contentRules)
      try writer.memberChanges(changes, in: format, scope)
    }
  }
}

extension JSONWriter {
  /// Writes the member `window` of a view that has one.
  mutating func member(_ extent: WindowExtent?) {
    guard let extent else { return }
    name("window")
    beginObject()
    member("offset", extent.offset)
    member("total", extent.total)
    endObject()
  }
}
