import DataSources
import Snapshots
import Views

extension Store {
  /// Notes what a draft named that is gone now, or has another base.
  func noteForgotten(_ draft: Draft) {
    let pool = draft.snapshot.pool
    // What a copy names that was not edited, others name too.
    if !snapshots.values.contains(where: { $0.snapshot.sharesTouches(with: draft.snapshot) }) {
      pool.noteForgotten(draft.snapshot.numberOfTouchedItems)
    }
    guard let base = draft.base, !isKept(base) else { return }
    let gone = dataSources.values.lazy.compactMap { $0.source.numberOfHandlesGone(since: base) }
    pool.noteForgotten(gone.first ?? base.snapshot.numberOfItems)
  }

  /// Whether a data source, or another draft, can lead back to a state.
  private func isKept(_ base: Draft.Base) -> Bool {
    dataSources.values.contains { $0.source.isKept(base) }
      || snapshots.values.contains { $0.draft.base == base }
  }

  /// About how many handles ``liveHandles(of:besides:)`` goes through.
  ///
  /// - Complexity: O(data sources and drafts).
  func numberOfHandlesNamed(in pool: IdentifierPool) -> Int {
    var handles = 0
    for stored in dataSources.values where stored.pool === pool {
      handles += stored.source.numberOfHandlesNamed
    }
    for named in snapshots.values where named.snapshot.pool === pool {
      handles += named.snapshot.numberOfTouchedItems
    }
    return handles
  }

  /// Everything that a data source, a draft or a notification still to be written can name.
  func liveHandles(
    of pool: IdentifierPool,
    besides pending: [PendingDidApply]
  ) -> LiveHandles {
    var live = LiveHandles()
    for stored in dataSources.values where stored.pool === pool {
      live.insert(stored.source)
      stored.view?.view.insertHandles(into: &live)
    }
    live.insert(snapshots.values.map(\.draft).filter { $0.snapshot.pool === pool })
    for didApply in pending where didApply.pool === pool { didApply.insertHandles(into: &live) }
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

extension Store {
  /// How the pools of all data sources and drafts are used.
  func poolUses(besides pending: [PendingDidApply]) -> [PoolUse] {
    let all = dataSources.values.map(\.pool) + snapshots.values.map(\.snapshot.pool)
    let pools = Dictionary(all.map { (ObjectIdentifier($0), $0) }) { $1 }
    return pools.values.map { pool in
      PoolUse(
        identifiers: pool.count,
        live: liveHandles(of: pool, besides: pending).count,
        handleBound: pool.items.handleBound,
        arenaBytes: pool.items.byteCount
      )
    }
  }
}
