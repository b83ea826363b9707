import DataSources
import Snapshots

extension Server {
  /// Gives identifiers back that nobody can name any more, when the last request's pool has grown
  /// enough, or lost enough, for that to be worth while.
  func recycleIdentifiers() {
    guard let pool = usedPool else { return }
    usedPool = nil
    guard pool.isDueForRelease else { return }
    for (name, named) in drafts.inOrder where named.snapshot.pool === pool {
      var named = named
      named.draft.forgetPassingTouches()
      drafts.replace(name, named)
    }
    pool.release(unless: liveHandles(of: pool))
  }

  /// Notes what a draft named that is gone now, or has another base.
  func noteForgotten(_ draft: Draft) {
    let pool = draft.snapshot.pool
    pool.noteForgotten(draft.snapshot.numberOfTouchedItems)
    guard let base = draft.base, !isKept(base.revision, in: pool) else { return }
    pool.noteForgotten(base.snapshot.numberOfItems)
  }

  /// Whether a data source, or another draft, can lead back to a revision.
  private func isKept(_ revision: Int, in pool: IdentifierPool) -> Bool {
    let source = dataSources.values.map(\.source).first { $0.snapshot.pool === pool }
    if let source, source.oldestRevision <= revision { return true }
    return drafts.values.contains {
      $0.snapshot.pool === pool && $0.draft.base?.revision == revision
    }
  }

  /// Everything that a data source, a draft or a notification still to be written can name.
  private func liveHandles(of pool: IdentifierPool) -> LiveHandles {
    var live = LiveHandles()
    for served in dataSources.values where served.source.snapshot.pool === pool {
      live.insert(served.source)
    }
    live.insert(drafts.values.map(\.draft).filter { $0.snapshot.pool === pool })
    // A data source that was closed may still owe a didApply.
    for owed in outbox.owed where owed.pool === pool { owed.insertHandles(into: &live) }
    return live
  }
}

/// How much room the identifiers of a pool take, and how many of them are in use; for tests.
package struct PoolUse: Equatable {
  /// How many identifiers there are.
  package let identifiers: Int
  /// How many of them somebody can still name.
  package let live: Int
  /// How many handles of items there are or were.
  package let handleBound: Int
  /// The bytes of the identifiers of items.
  package let arenaBytes: Int
}

extension Server {
  /// How the pools of all data sources and drafts are used.
  package var poolUses: [PoolUse] {
    let all =
      dataSources.values.map(\.source.snapshot.pool) + drafts.values.map(\.snapshot.pool)
    let pools = Dictionary(all.map { (ObjectIdentifier($0), $0) }) { $1 }
    return pools.values.map { pool in
      PoolUse(
        identifiers: pool.count,
        live: liveHandles(of: pool).count,
        handleBound: pool.items.handleBound,
        arenaBytes: pool.items.byteCount
      )
    }
  }

  /// The pool of a data source, as an object whose end can be seen; nil when there is none.
  package func pool(ofDataSource name: String) -> AnyObject? {
    dataSources[name]?.source.snapshot.pool
  }
}
