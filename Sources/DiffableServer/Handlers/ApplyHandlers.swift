import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/apply`: protocol/methods/dataSource-apply.md.
  func applySnapshot(
    _ params: ApplyParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.editable(named: params.dataSource)
    var occasion = ApplyOccasion(.dataSourceApply, params.conditions)
    occasion.reloadData = params.mode == .reloadData
    let applied: Applied
    switch params.source {
    case .document(let document):
      try check(params.conditions, stored)
      var draft = stored.source.draft()
      let reading = stored.options.reading
      var documentReader = self.reader(of: document, replacing: draft.snapshot, reading)
      draft.replace(with: try documentReader.snapshot())
      applied = try apply(draft, to: stored, occasion)
    case .named(let name):
      var named = try store.snapshot(named: name)
      try check(params.conditions, stored)
      applied = try apply(named.draft, to: stored, occasion, freeing: named.draft.byteCount)
      named.draft = stored.source.draft()
      store.replace(name, with: named)
    }
    writer.result(of: applied, warnings: [])
  }

  /// `dataSource/edit`: protocol/methods/dataSource-edit.md.
  func editDataSource(
    _ params: EditDataSourceParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.editable(named: params.dataSource)
    try check(params.conditions, stored)
    var draft = stored.source.draft()
    let warnings = try run(params.edits, on: &draft, stored.options.reading)
    let occasion = ApplyOccasion(.dataSourceEdit, params.conditions)
    let applied = try apply(draft, to: stored, occasion)
    writer.result(of: applied, warnings: warnings)
  }

  func reader(
    of document: ObjectReader,
    replacing current: Snapshot,
    _ reading: ReadingOptions
  ) -> DocumentReader {
    DocumentReader(
      document,
      replacing: current,
      limits: limits,
      reading: reading,
      checkpoint: checkpoint
    )
  }

  /// Refuses an apply that was meant for another revision, or whose tag is too long.
  func check(
    _ conditions: ApplyConditions,
    _ stored: StoredDataSource
  ) throws(DiffableError) {
    if let tag = conditions.tag { try limits.check(tag, "tag") }
    guard let expected = conditions.ifRevision else { return }
    try checkRevision(expected, stored)
  }

  func checkRevision(_ expected: Int, _ stored: StoredDataSource) throws(DiffableError) {
    guard expected == stored.source.revision else {
      throw .revisionMismatch(expected, of: stored)
    }
  }

  /// Runs edits on a draft as one step.
  func run(
    _ edits: EditList,
    on draft: inout Draft,
    _ reading: ReadingOptions
  ) throws(DiffableError) -> [EditRunner.Warning] {
    var runner = EditRunner(
      pool: draft.snapshot.pool,
      limits: limits,
      reading: reading,
      checkpoint: checkpoint
    )
    try draft.edit(calledOffAs: { _ in .cancelled }) { (snapshot) throws(DiffableError) in
      try runner.run(edits, on: &snapshot)
    }
    return runner.warnings
  }
}

extension JSONWriter {
  /// Writes an ApplyResult.
  mutating func result(of applied: Applied, warnings: [EditRunner.Warning]) {
    beginObject()
    member("revision", applied.revision)
    memberCounts(of: applied.changes)
    counts(of: applied.after)
    self.warnings(warnings, of: applied.after.pool)
    endObject()
  }

  /// Writes the member `warnings`.
  mutating func warnings(_ warnings: [EditRunner.Warning], of pool: IdentifierPool) {
    array("warnings", warnings) { writer, warning in
      writer.beginObject()
      writer.member("kind", "existingItemsMoved")
      writer.member("edit", warning.edit)
      writer.identifiers("identifiers", warning.items, of: pool.items)
      writer.endObject()
    }
  }
}
