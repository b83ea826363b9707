import DataSources
import DiffableProtocol
import Snapshots

/// A draft under the name that clients know it by.
struct NamedSnapshot {
  var draft: Draft
  /// How what is said of it is read: as the options of what it was made from say.
  let reading: ReadingOptions

  /// The state of the draft.
  var snapshot: Snapshot { draft.snapshot }
}
