import DataSources
import Snapshots
import Views

extension Store {
  /// Notes what a draft named that is gone now, or has another base, which nobody has for its sake.
  ///
  /// - Complexity: O(log s) for s states of its data source that somebody has; O(named snapshots) when
  ///   it was edited.
  func noteForgotten(_ draft: Draft) {
    let pool = draft.snapshot.pool
    // What a copy names that was not edited, others name too.
    let touched = draft.snapshot.numberOfTouchedItems
    if touched > 0,
      !snapshots.values.contains(where: { $0.snapshot.sharesTouches(with: draft.snapshot) })
    {
      pool.noteForgotten(touched)
    }
    guard let base = draft.base else { return }
    let gone = base.origin.numberOfHandlesGone(with: base.held)
    pool.noteForgotten(min(base.snapshot.numberOfItems, gone))
  }

  /// About how many handles ``liveHandles(of:besides:)`` goes through.
  ///
  /// - Complexity: O(data sources and drafts).
  func numberOfHandlesNamed(in pool: IdentifierPool) -> Int {
    var handles = 0
    for stored in dataSources.values where stored.pool === pool {
      handles += stored.source.numberOfHandlesNamed
    }
    var bases: Set<Draft.Base> = []
    for named in snapshots.values where named.snapshot.pool === pool {
      handles += named.snapshot.numberOfTouchedItems
      guard let base = named.draft.base, bases.insert(base).inserted else { continue }
      // That a block was seen before is found out in the time of some tens of its handles.
      handles += base.snapshot.numberOfItems / 16
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
