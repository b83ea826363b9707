import DataSources
import DiffableProtocol
import Snapshots
import Views

extension Session {
  /// Prepares the views that follow an apply.
  ///
  /// When they have to read more than there is room for, an apply that adds is refused. Any other one
  /// is not: what was read goes, and nothing more is kept of what is read.
  ///
  /// - Parameters:
  ///   - prepared: The apply.
  ///   - stored: Its data source.
  ///   - adds: Whether it ends with more than there was.
  /// - Returns: What will become of the views.
  /// - Throws: Why they cannot follow; nothing has changed then.
  func views(
    following prepared: PreparedApply,
    of stored: StoredDataSource,
    adding adds: Bool
  ) throws(DiffableError) -> PreparedViews {
    guard !stored.followers.isEmpty else { return PreparedViews() }
    func prepare() throws(DiffableError) -> PreparedViews {
      try views(in: stored.followers, above: stored) { (checkpoint) throws(ViewError) in
        try PreparedViews(following: prepared, of: stored.source, among: stored.views, checkpoint)
      }
    }
    // What they have read by now is no growth of this apply, also when it is refused.
    defer { store.countTables(of: stored) }
    let columns = stored.source.columns
    do throws(DiffableError) {
      return try prepare()
    } catch {
      let isFull = columns.isFull
      columns.letGoOfAside()
      guard isFull, !adds else { throw error }
    }
    columns.letGo()
    columns.isKeeping = false
    defer { columns.isKeeping = true }
    store.work.begin()
    return try prepare()
  }

  /// Prepares views above a data source; what they cannot follow refuses the request.
  func views(
    in stored: [StoredDataSource],
    above root: StoredDataSource,
    _ prepare: (ViewCheckpoint) throws(ViewError) -> PreparedViews
  ) throws(DiffableError) -> PreparedViews {
    let columns = root.source.columns
    var prepared = PreparedViews()
    let checkpoint = ViewCheckpoint { [checkpoint] steps in
      !columns.isFull && (try? checkpoint.step(steps)) != nil
    }
    var isInterrupted = false
    do throws(ViewError) {
      prepared = try prepare(checkpoint)
    } catch {
      isInterrupted = true
    }
    // What was read last may have called off what nobody asks for any more.
    if columns.isFull { throw store.noRoom(forTablesOf: root) }
    if isInterrupted { throw .cancelled }
    for view in prepared.views {
      guard let sections = view.applied?.after.numberOfSections,
        sections > limits.maxSectionsPerDataSource
      else { continue }
      throw limits.exceeded(\.maxSectionsPerDataSource, "The \(sections) sections of a view are") {
        $0.dataSource = stored.first { $0.view?.view === view.view }?.name
      }
    }
    return prepared
  }

  /// Brings the differences of views into the order in which they will be told.
  ///
  /// - Throws: `requestCancelled`.
  func arrange(
    _ prepared: PreparedViews,
    of stored: [StoredDataSource],
    _ occasion: inout ApplyOccasion
  ) throws(DiffableError) {
    try forEach(prepared, of: stored) { (prepared, stored) throws(DiffableError) in
      if let applied = prepared.applied { try arrange(applied, for: stored, &occasion) }
    }
  }

  /// Lets all follow on views that were committed, each behind its base.
  func follow(
    _ prepared: PreparedViews,
    of stored: [StoredDataSource],
    _ occasion: ApplyOccasion
  ) {
    forEach(prepared, of: stored) { prepared, stored in
      if let applied = prepared.applied {
        follow(applied, of: stored, occasion)
      } else {
        store.count(stored)
      }
    }
  }

  /// Goes through views that were prepared, which are among others in the same order.
  private func forEach<Failure>(
    _ prepared: PreparedViews,
    of stored: [StoredDataSource],
    _ body: (PreparedView, StoredDataSource) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = prepared.views[...]
    for stored in stored {
      guard let next = rest.first else { return }
      guard stored.view?.view === next.view else { continue }
      rest.removeFirst()
      try body(next, stored)
    }
  }
}
