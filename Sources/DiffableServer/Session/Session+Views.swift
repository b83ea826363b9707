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
    for prepared in prepared.views {
      guard let applied = prepared.applied,
        let stored = stored.first(where: { $0.view?.view === prepared.view })
      else { continue }
      try arrange(applied, for: stored, &occasion)
    }
  }

  /// Lets all follow on views that were committed, each behind its base.
  func follow(
    _ prepared: PreparedViews,
    of stored: [StoredDataSource],
    _ occasion: ApplyOccasion
  ) {
    for prepared in prepared.views {
      guard let stored = stored.first(where: { $0.view?.view === prepared.view }) else { continue }
      if let applied = prepared.applied {
        follow(applied, of: stored, occasion)
      } else {
        store.count(stored)
      }
    }
  }
}
