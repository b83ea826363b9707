import DataSources
import DiffableProtocol
import Snapshots
import Views

/// What everything that a store holds takes together, added up as it changes.
///
/// Nothing is measured: what counts how much stands in the specification, so the same messages are
/// refused on every machine.
struct TotalBytes {
  /// What stays until a client takes it away.
  var staying = 0
  /// What histories take, which can be let go of.
  var ofHistories = 0

  var all: Int { staying + ofHistories }
}

extension Store {
  /// Refuses what adds, when everything would be too much with it.
  ///
  /// - Parameters:
  ///   - growth: By how much more everything would take, but for histories and what drafts keep.
  ///   - tables: How much more views would have read of it, which counts and makes no change one
  ///     that adds.
  ///   - held: How much more drafts and views would keep of what is left behind.
  ///   - gone: How much is left behind. What they keep of it makes a change one that adds; what they do
  ///     not share any more besides refuses nothing, since deletes cause that, too.
  /// - Throws: `limitExceeded`.
  func checkRoom(
    for growth: Int,
    reading tables: Int = 0,
    holding held: Int = 0,
    leaving gone: Int = 0
  ) throws(DiffableError) {
    let bytes = total.staying + growth + tables + held
    guard growth + min(held, gone) > 0, bytes > limits.maxTotalBytes else { return }
    throw noRoom(for: bytes)
  }

  private func noRoom(for bytes: Int) -> DiffableError {
    limits.exceeded(
      \.maxTotalBytes,
      "Together data sources and snapshots would take \(bytes) bytes, which is",
      remedy: "close or release what is not needed"
    )
  }

  /// Why views cannot read more from a data source.
  func noRoom(forTablesOf stored: StoredDataSource) -> DiffableError {
    let read = stored.source.columns.asideBytes + stored.stayingBytes - stored.counted.staying
    return noRoom(for: total.staying + read)
  }

  /// Counts a data source as what it takes now.
  func count(_ stored: StoredDataSource) {
    let staying = stored.stayingBytes
    let ofHistory = stored.source.historyBytes
    total.staying += staying - stored.counted.staying
    total.ofHistories += ofHistory - stored.counted.ofHistories
    stored.counted = TotalBytes(staying: staying, ofHistories: ofHistory)
    count(stored.source.heldStates)
  }

  /// Counts a data source as what it takes now, and what was read of it only as far as there is room:
  /// otherwise that goes, and is read again when it is needed.
  func countTables(of stored: StoredDataSource) {
    let before = stored.counted.staying
    count(stored)
    guard stored.counted.staying > before, total.staying > limits.maxTotalBytes else { return }
    letGoOfTables(of: stored)
  }

  /// Lets go of what views have read from a data source.
  func letGoOfTables(of stored: StoredDataSource) {
    stored.source.columns.letGo()
    count(stored)
  }

  /// Notes that a revision was made, and counts the data source.
  func noteApply(to stored: StoredDataSource) {
    turn += 1
    stored.lastApply = turn
    countTables(of: stored)
  }

  /// Counts a data source no more, but what drafts keep of it.
  func discount(_ stored: StoredDataSource) {
    total.staying -= stored.counted.staying
    total.ofHistories -= stored.counted.ofHistories
    stored.counted = TotalBytes()
    if let view = stored.view {
      view.view.letGoOfContents()
      count(view.root.source.heldStates)
    }
    stored.source.heldStates.close()
    count(stored.source.heldStates)
  }

  private func count(_ held: HeldStates) {
    let bytes = held.byteCount
    total.staying += bytes - held.counted
    held.counted = bytes
  }

  /// What a snapshot counts beside its draft.
  static func weight(of named: NamedSnapshot, as name: String) -> Int {
    let pointers = named.reading.identity?.items.reduce(0) { $0 + $1.text.utf8.count } ?? 0
    return Weight.section + name.utf8.count + 16 * pointers
  }

  /// Counts a draft that comes in place of another one, or of none.
  func count(_ draft: Draft?, replacing former: Draft?) {
    total.staying += (draft?.byteCount ?? 0) - (former?.byteCount ?? 0)
    guard draft?.base != former?.base else { return }
    if let base = draft?.base {
      base.origin.hold(base.held)
      count(base.origin)
    }
    if let base = former?.base {
      base.origin.letGo(base.held)
      count(base.origin)
    }
  }

  /// Lets go of the oldest steps of histories while all together is too much: those of the data source
  /// first that nothing was applied to for longest.
  ///
  /// - Complexity: O(1) when it is not too much, otherwise O(d) for d data sources and O(d log d) when
  ///   more than one has to let go, beside the steps that go.
  func trimHistories() {
    guard total.all > limits.maxTotalBytes else { return }
    let withHistory = dataSources.values.filter { $0.counted.ofHistories > 0 }
    guard let oldest = withHistory.min(by: { $0.lastApply < $1.lastApply }) else { return }
    trimHistory(of: oldest)
    guard total.all > limits.maxTotalBytes else { return }
    for stored in withHistory.sorted(by: { $0.lastApply < $1.lastApply }) {
      guard total.all > limits.maxTotalBytes else { return }
      trimHistory(of: stored)
    }
  }

  private func trimHistory(of stored: StoredDataSource) {
    use(stored.pool)
    while total.all > limits.maxTotalBytes, stored.counted.ofHistories > 0 {
      stored.source.letGoOfOldestStep()
      count(stored)
    }
  }
}

extension StoredDataSource {
  /// What it takes beside its history.
  ///
  /// - Complexity: O(1).
  var stayingBytes: Int {
    let list = view.map(\.byteCount) ?? source.listBytes
    return Weight.section + name.utf8.count + list + optionBytes + source.columns.byteCount
  }

  /// By how much more it will take than it is counted as.
  func growth(by prepared: PreparedApply) -> Int {
    stayingBytes + source.growth(by: prepared) - counted.staying
  }
}

extension ViewDocument {
  /// What a definition takes once its operands are read; that of an operator is short, and takes as
  /// much as many bytes all the same.
  var byteCount: Int { 32 * text.count + 768 * members.numberOfOperators }
}

extension StoredView {
  /// What the list and the definition take.
  fileprivate var byteCount: Int { view.byteCount + document.byteCount }
}
