import DataSources
import DiffableProtocol
import Snapshots
import Views

/// What all clients share: data sources and named snapshots by name, and the pools of their
/// identifiers.
///
/// Who looks one up may make identifiers known in its pool, so each look-up notes the pool, and who
/// takes one away says what is forgotten: recycling needs no help of handlers.
final class Store {
  // See Session for why these are not checked.

  let limits: Limits
  @exclusivity(unchecked) private(set) var dataSources = NamedValues<StoredDataSource>()
  @exclusivity(unchecked) private(set) var snapshots = NamedValues<NamedSnapshot>()
  /// The pools that were used since identifiers were given back the last time, and how many each had
  /// before.
  @exclusivity(unchecked) private var usedPools: [(pool: IdentifierPool, count: Int)] = []
  /// Where long work of the model on any of them is counted.
  let work = Work()
  /// What everything takes, and the number of the last apply.
  @exclusivity(unchecked) var total = TotalBytes()
  @exclusivity(unchecked) var turn = 0
  /// Data sources of which a view was closed since all was counted.
  @exclusivity(unchecked) private var withFormerColumns: [StoredDataSource] = []
  /// How many identifiers a pool may have before anybody looks for those out of use.
  private let releaseThreshold: Int

  init(limits: Limits, releaseThreshold: Int = 4096) {
    self.limits = limits
    self.releaseThreshold = releaseThreshold
  }

  private func newPool() -> IdentifierPool {
    let pool = IdentifierPool(leastThreshold: releaseThreshold, work: work)
    use(pool)
    return pool
  }

  func use(_ pool: IdentifierPool) {
    if !usedPools.contains(where: { $0.pool === pool }) { usedPools.append((pool, pool.count)) }
  }

  /// Notes that what a request has made known is of no use, since it was refused.
  func noteRefusal() {
    for (pool, count) in usedPools { pool.noteRefused(pool.count - count) }
  }

  /// Refuses a name that is too long.
  private func check(name: String, _ member: String) throws(DiffableError) {
    guard name.utf8.count <= limits.maxNameBytes else {
      throw limits.exceeded(\.maxNameBytes, "A name of \(name.utf8.count) bytes is").at(member)
    }
  }
}

// MARK: - Data sources

extension Store {
  func dataSource(named name: String) throws(DiffableError) -> StoredDataSource {
    guard let stored = dataSources[name] else { throw .unknownDataSource(name) }
    use(stored.pool)
    return stored
  }

  /// A data source that takes edits.
  func editable(named name: String) throws(DiffableError) -> StoredDataSource {
    let stored = try dataSource(named: name)
    try stored.refuseAsView()
    return stored
  }

  /// Creates a data source, which nobody finds before it is added.
  func makeDataSource(
    named name: String,
    _ options: DataSourceOptions,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) -> StoredDataSource {
    try check(newDataSource: name, options)
    return try StoredDataSource(
      name: name,
      options: options,
      limits: limits,
      pool: newPool(),
      checkpoint
    )
  }

  /// Creates a view, which nobody finds before it is added.
  func makeView(
    named name: String,
    _ options: DataSourceOptions,
    _ document: ViewDocument,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) -> StoredDataSource {
    try check(newDataSource: name, options)
    let base = try dataSource(named: document.base)
    guard base.view?.depth ?? 0 < limits.maxViewDepth else {
      throw limits.exceeded(\.maxViewDepth, "Views that stand on one another would be")
    }
    let stored = try StoredDataSource(
      name: name,
      options: options.ofView(of: base.options.reading),
      limits: limits,
      pool: base.pool,
      checkpoint
    )
    stored.view = StoredView(document, of: base, shownBy: stored.source)
    return stored
  }

  private func check(
    newDataSource name: String,
    _ options: DataSourceOptions
  ) throws(DiffableError) {
    try check(name: name, "dataSource")
    guard dataSources[name] == nil else { throw .dataSourceExists(name) }
    guard dataSources.count < limits.maxDataSources else {
      throw limits.exceeded(\.maxDataSources, "Data sources would be")
    }
    if let history = options.history, history > limits.historyRevisions {
      throw limits.exceeded(\.historyRevisions, "A history of \(history) revisions is")
    }
  }

  func add(_ stored: StoredDataSource) {
    dataSources.create(stored.name, stored)
    stored.view?.root.add(follower: stored)
    count(stored)
  }

  /// Closes a data source and the views above it.
  ///
  /// - Returns: What was closed, each view in front of its base.
  /// - Complexity: O(*v* + *w*) where *v* views are closed, of *w* above the same list.
  func close(_ stored: StoredDataSource) -> [StoredDataSource] {
    let root = stored.view?.root ?? stored
    var closed = [stored]
    var bases: Set = [ObjectIdentifier(stored)]
    for view in root.followers {
      guard let base = view.view?.base, bases.contains(ObjectIdentifier(base)) else { continue }
      bases.insert(ObjectIdentifier(view))
      closed.append(view)
    }
    closed.reverse()
    root.removeFollowers { bases.contains(ObjectIdentifier($0)) }
    for stored in closed {
      _ = dataSources.remove(stored.name)
      stored.pool.noteForgotten(stored.source.snapshot.numberOfItems)
      discount(stored)
    }
    if stored !== root { noteFormerColumns(of: root) }
    return closed
  }

  /// Notes that what views have read from a data source goes, because there are fewer of them, or may
  /// have to go, because the request was refused: only with their last reference, behind the message.
  func noteFormerColumns(of root: StoredDataSource) { withFormerColumns.append(root) }
}

// MARK: - Named snapshots

extension Store {
  func snapshot(named name: String) throws(DiffableError) -> NamedSnapshot {
    guard let named = snapshots[name] else { throw .unknownSnapshot(name) }
    use(named.snapshot.pool)
    return named
  }

  /// Refuses a name under which no new snapshot can be added.
  func check(newSnapshot name: String) throws(DiffableError) {
    try check(name: name, "snapshot")
    guard snapshots[name] == nil else { throw .snapshotExists(name) }
    guard snapshots.count < limits.maxSnapshots else {
      throw limits.exceeded(\.maxSnapshots, "Snapshots would be")
    }
  }

  /// A draft made from nothing.
  func emptySnapshot(_ identity: Identity?) -> NamedSnapshot {
    NamedSnapshot(draft: Draft(pool: newPool()), reading: ReadingOptions(identity: identity))
  }

  func add(_ named: NamedSnapshot, as name: String) {
    var named = named
    named.draft.countBytes()
    snapshots.create(name, named)
    total.staying += Store.weight(of: named, as: name)
    count(named.draft, replacing: nil)
  }

  /// Puts another state under a name that there is.
  func replace(_ name: String, with named: NamedSnapshot) {
    let former = snapshots[name]?.draft
    var named = named
    named.draft.countBytes()
    snapshots.replace(name, named)
    count(named.draft, replacing: former)
    // An edit starts from the same base; what was applied starts anew, and lets go of its own.
    if let former, former.base != named.draft.base { noteForgotten(former) }
  }

  func release(_ name: String) throws(DiffableError) {
    let named = try snapshot(named: name)
    _ = snapshots.remove(name)
    total.staying -= Store.weight(of: named, as: name)
    count(nil, replacing: named.draft)
    noteForgotten(named.draft)
  }
}

// MARK: - Recycling

extension Store {
  /// Gives identifiers back that nobody can name any more, where a pool that was used has grown
  /// enough, or lost enough, for that to be worth while.
  ///
  /// - Parameter pending: What is still to be written; a data source that was closed may be in it.
  func recycle(besides pending: @autoclosure () -> [PendingDidApply]) {
    for stored in withFormerColumns where dataSources[stored.name] === stored {
      countTables(of: stored)
      // What a refused request has read takes nobody's history away.
      if total.all > limits.maxTotalBytes { letGoOfTables(of: stored) }
    }
    withFormerColumns = []
    trimHistories()
    for (pool, _) in usedPools
    where pool.isDueForRelease(lookingAt: numberOfHandlesNamed(in: pool)) {
      // Of a list that came whole nearly all is in use, and to find that out is to go through it.
      guard !pool.putsOffRelease(with: greatestNumberOfItems(in: pool)) else { continue }
      for (name, named) in snapshots.inOrder where named.snapshot.pool === pool {
        var forgetting = named
        forgetting.draft.forgetPassingTouches()
        snapshots.replace(name, forgetting)
        count(forgetting.draft, replacing: named.draft)
      }
      let pending = pending()
      for didApply in pending where didApply.pool === pool { didApply.forgetPassingTouches() }
      pool.release(unless: liveHandles(of: pool, besides: pending))
    }
    usedPools.removeAll(keepingCapacity: true)
  }

  /// How many items the longest list has whose identifiers are in a pool.
  private func greatestNumberOfItems(in pool: IdentifierPool) -> Int {
    dataSources.values.reduce(0) {
      $1.pool === pool ? max($0, $1.source.snapshot.numberOfItems) : $0
    }
  }
}
