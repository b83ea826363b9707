public import Snapshots

extension LiveHandles {
  /// Adds what a data source shows, and what its history leads back to.
  ///
  /// - Complexity: O(n + touched).
  public mutating func insert(_ source: DataSource) {
    insertAll(of: source.snapshot)
    for delta in source.history.last(source.history.count) { insert(delta) }
  }

  /// Adds what drafts of one pool hold.
  ///
  /// What a draft holds was in its base or was touched since, and many drafts have the same base.
  ///
  /// - Complexity: O(touched) for each draft, and O(n) for what its base shares with no other one.
  public mutating func insert(_ drafts: [Draft]) {
    var bases: Set<Draft.Base> = []
    for draft in drafts {
      guard let base = draft.base else {
        insertAll(of: draft.snapshot)
        continue
      }
      insertTouched(of: draft.snapshot)
      if bases.insert(base).inserted { insertAll(of: base.snapshot) }
    }
  }
}

extension DataSource {
  /// How many handles ``Snapshots/LiveHandles`` goes through to add what it shows and what its history
  /// leads back to.
  public var numberOfHandlesNamed: Int {
    snapshot.numberOfItems + snapshot.numberOfSections + history.handleCount
  }
}
