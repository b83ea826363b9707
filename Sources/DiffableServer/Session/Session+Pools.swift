// For tests.
extension Session {
  /// How the pools of all data sources and drafts are used.
  package var poolUses: [PoolUse] { store.poolUses(besides: outbox.pending) }

  /// How many bytes the titles have that indexes hold; for tests.
  package var indexTitleBytes: Int {
    store.dataSources.values.reduce(0) { $0 + $1.indexTitles.byteCount }
  }

  /// What everything takes that is shared: what stays until a client takes it away, and what histories
  /// take.
  package var countedBytes: (staying: Int, ofHistories: Int) {
    (store.total.staying, store.total.ofHistories)
  }

  /// The pool of a data source, as an object whose end can be seen; nil when there is none.
  package func pool(ofDataSource name: String) -> AnyObject? { store.dataSources[name]?.pool }
}
