import DataSources
import Snapshots
import TestSupport
import Testing

/// A data source in names, for tests that apply literals.
struct NamedSource {

  let source: DataSource
  let names: NamedPool

  init(_ start: ModelSnapshot = "", _ contentRules: ContentRules = ContentRules()) throws {
    source = DataSource(contentRules: contentRules)
    names = NamedPool(source.snapshot.pool)
    if !start.sections.isEmpty { _ = try apply(start) }
  }

  /// The state that is shown.
  var state: ModelSnapshot { names.model(of: source.snapshot) }

  /// Applies a document, after marking some of what it has.
  func apply(_ document: ModelSnapshot, _ marks: ModelEdit...) throws -> [String] {
    var draft = source.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
    try edit(&draft, marks)
    return try apply(&draft)
  }

  /// Applies a draft with some edits.
  func edit(_ edits: ModelEdit...) throws -> [String] {
    var draft = source.draft()
    try edit(&draft, edits)
    return try apply(&draft)
  }

  /// Applies a draft and gives back the changes in the short notation.
  func apply(_ draft: inout Draft) throws -> [String] {
    let before = ModelSnapshot(names.sections(of: source.snapshot))
    let applied = try source.apply(&draft)
    let after = ModelSnapshot(names.sections(of: source.snapshot))
    _ = try NaiveApplier(replaying: applied.changes, from: before.sections, to: after.sections)
    return names.notation(of: applied.changes)
  }

  private func edit(_ draft: inout Draft, _ edits: [ModelEdit]) throws {
    try draft.edit { snapshot in
      for edit in edits { _ = try names.perform(edit, in: &snapshot) }
    }
  }
}

/// Applies one list over another and expects the changes, in the notation of
/// ``TestSupport/NamedPool/notation(of:)``.
func check(
  _ before: ModelSnapshot,
  applying after: ModelSnapshot,
  _ marks: ModelEdit...,
  gives expected: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let named = try NamedSource(before)
  var draft = named.source.draft()
  draft.replace(with: try named.names.build(replacing: draft.snapshot, with: after))
  try draft.edit { snapshot in
    for mark in marks { _ = try named.names.perform(mark, in: &snapshot) }
  }
  let changes = try named.apply(&draft)
  #expect(changes == expected, sourceLocation: sourceLocation)
  #expect(named.state.description == after.description, sourceLocation: sourceLocation)
}

extension DataSource {
  /// Makes the state of an earlier revision the current one again; nil when it is not kept.
  func apply(revertingTo earlier: Int) throws(SnapshotError) -> Applied? {
    guard var draft = try draft(revertingTo: earlier) else { return nil }
    return try apply(&draft)
  }
}
