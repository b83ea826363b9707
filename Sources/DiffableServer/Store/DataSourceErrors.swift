import DataSources
import DiffableProtocol
import Snapshots

// The sentences of what a data source cannot answer or allow as it is now.

extension DiffableError {
  static func viewIsReadOnly(_ stored: StoredDataSource, _ view: StoredView) -> DiffableError {
    let root = view.root.name
    return DiffableError(
      .viewIsReadOnly,
      "The data source \(quoted(stored.name)) is a view; edit \(quoted(root)), which it follows."
    ) {
      $0.dataSource = stored.name
      $0.base = root
    }
  }

  static func revisionMismatch(_ expected: Int, of stored: StoredDataSource) -> DiffableError {
    let revision = stored.source.revision
    return DiffableError(
      .revisionMismatch,
      "The data source \(quoted(stored.name)) is at revision \(revision), not \(expected);"
        + " read it again."
    ) { $0.revisions = (expected: expected, current: revision) }
  }

  static func revisionUnavailable(_ revision: Int, of stored: StoredDataSource) -> DiffableError {
    let (oldest, current) = (stored.source.oldestRevision, stored.source.revision)
    return DiffableError(
      .revisionUnavailable,
      "Revision \(revision) of the data source \(quoted(stored.name)) is not kept: the oldest is"
        + " \(oldest), the current one \(current); read snapshot/contents."
    ) { $0.available = (oldest: oldest, current: current) }
  }
}

// MARK: - Rows

extension DiffableError {
  /// There is no row at a place, or nothing else that is missing.
  static func noRow(
    at path: IndexPath,
    of stored: StoredDataSource,
    _ missing: String = "row"
  ) -> DiffableError {
    let revision = stored.source.revision
    return DiffableError(
      .indexPathOutOfRange,
      "There is no \(missing) at \(path); the data source \(quoted(stored.name)) is at revision"
        + " \(revision), compare it with the list that you show."
    ) { $0.revision = revision }
  }

  /// An option forbids what a row is to do.
  static func rowNotAllowed(
    _ kind: ErrorKind,
    _ refusal: String,
    by option: String,
    _ item: Handle,
    at path: IndexPath,
    of stored: StoredDataSource
  ) -> DiffableError {
    let revision = stored.source.revision
    return DiffableError(
      kind,
      "The row at \(path) \(refusal), by the option \(option) of the data source"
        + " \(quoted(stored.name)); show it where it is at revision \(revision)."
    ) {
      $0.identifiers = [stored.source.snapshot.pool.items.bytes(of: item)]
      $0.revision = revision
    }
  }

  static func itemHasNoRow(_ item: Handle, of stored: StoredDataSource) -> DiffableError {
    let identifier = stored.source.snapshot.pool.items.bytes(of: item)
    return DiffableError(
      .unknownItem,
      "The item \(excerpt(of: identifier)) has no row: in the data source \(quoted(stored.name)) it is"
        + " hidden below a closed one, which has to be opened first."
    ) { $0.identifiers = [identifier] }
  }
}
