import DataSources
import DiffableProtocol
import Snapshots

/// How the sections and items of a message are read: a data source's options say it, and a named
/// snapshot has it from what it was made from.
struct ReadingRules {
  /// How model objects are identified, nil when items are never given as such.
  var identity: Identity?
  /// What is done with repeats inside one document or edit.
  var duplicates = Options.Duplicates.error
}

extension Options {
  var readingRules: ReadingRules {
    ReadingRules(identity: identity, duplicates: duplicates)
  }
}

/// A draft under the name that clients know it by, with the rules for what is said of it.
struct NamedSnapshot {
  var draft: Draft
  let rules: ReadingRules

  /// The state of the draft.
  var snapshot: Snapshot { draft.snapshot }
}
