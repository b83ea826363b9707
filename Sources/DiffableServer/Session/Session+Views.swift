import DataSources
import DiffableProtocol
import Snapshots
import Views

extension Session {
  /// Prepares views; what they cannot follow refuses the request.
  func views(
    in stored: [StoredDataSource],
    _ prepare: (ViewCheckpoint) throws(ViewError) -> PreparedViews
  ) throws(DiffableError) -> PreparedViews {
    let prepared: PreparedViews
    let checkpoint = ViewCheckpoint { [checkpoint] steps in
      (try? checkpoint.step(steps)) != nil
    }
    do throws(ViewError) {
      prepared = try prepare(checkpoint)
    } catch {
      throw .cancelled
    }
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
