import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

extension Session {
  /// `dataSource/create` with `view`: protocol/methods/dataSource-create.md.
  func createView(
    _ params: CreateDataSourceParams,
    _ document: ViewDocument,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.makeView(named: params.dataSource, params.options, document, checkpoint)
    stored.countOptions(params.optionLengths)
    let conditions = ApplyConditions(animatingDifferences: false, tag: params.tag)
    try check(conditions, stored)
    let occasion = ApplyOccasion(.dataSourceCreate, conditions)
    // Nothing stands above it yet.
    _ = try update(stored, to: document, occasion, among: [stored]) { store.add(stored) }
    writer.beginObject()
    writer.member("revision", stored.source.revision)
    writer.endObject()
  }

  /// `dataSource/updateView`: protocol/methods/dataSource-updateView.md.
  func updateView(_ params: UpdateViewParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let stored = try store.dataSource(named: params.dataSource)
    guard let view = stored.view else { throw .notAView(stored) }
    try check(params.conditions, stored)
    let document = try view.document.updated(by: params.stages)
    var occasion = ApplyOccasion(.dataSourceUpdateView, params.conditions)
    occasion.reloadData = params.mode == .reloadData
    let followers = view.root.followers
    let applied = try update(stored, to: document, occasion, among: followers) {}
    writer.result(of: applied, warnings: [])
  }

  /// Evaluates a view by a definition, and the views above it, and tells of them.
  ///
  /// - Parameters:
  ///   - stored: The view.
  ///   - document: The definition.
  ///   - occasion: What it is told as.
  ///   - others: Views among which it is, with those above it.
  ///   - added: Called when nothing can refuse it any more.
  /// - Returns: What became of the view.
  /// - Throws: Why it was refused; nothing has changed then.
  private func update(
    _ stored: StoredDataSource,
    to document: ViewDocument,
    _ occasion: ApplyOccasion,
    among others: [StoredDataSource],
    _ added: () -> Void
  ) throws(DiffableError) -> Applied {
    guard let view = stored.view else { throw .notAView(stored) }
    let root = view.root
    let compiled = try CompiledView(document, root.source, elementReader(of: stored))
    var occasion = occasion
    let follows: PreparedViews
    do throws(DiffableError) {
      follows = try prepare(stored, view, document, compiled)
      try arrange(follows, of: others, &occasion)
      try checkpoint.finish()
    } catch {
      // What was read is counted, as far as somebody goes on to read it.
      store.noteFormerColumns(of: root)
      throw error
    }
    guard let applied = follows.views.first?.applied else { throw .notAView(stored) }
    added()
    view.take(document, compiled.finder)
    follows.commit()
    follow(follows, of: others, occasion)
    store.count(root)
    return applied
  }

  /// Finds what a view by a definition, and the views above it, will show.
  ///
  /// - Throws: Why it is refused; nothing has changed then.
  private func prepare(
    _ stored: StoredDataSource,
    _ view: StoredView,
    _ document: ViewDocument,
    _ compiled: CompiledView
  ) throws(DiffableError) -> PreparedViews {
    let root = view.root
    let follows = try views(in: root.followers, above: root) { (checkpoint) throws(ViewError) in
      try PreparedViews(
        updating: view.view,
        to: compiled.definition,
        document.change(from: view.document, by: compiled.finder, view.finder),
        among: root.views,
        checkpoint
      )
    }
    try store.checkRoom(
      for: root.stayingBytes - root.counted.staying + stored.stayingBytes - stored.counted.staying
        + document.byteCount - view.document.byteCount + follows.growth,
      holding: follows.heldGrowth
    )
    return follows
  }
}

extension ViewDocument {
  /// What becomes of the rules of a view that was defined otherwise.
  fileprivate func change(
    from former: ViewDocument,
    by finder: RowFinder?,
    _ formerFinder: RowFinder?
  ) -> RulesChange {
    let stages = ["hidden", "where", "groupBy", "flatten", "sortBy", "emptySections"]
    guard stages.allSatisfy({ text(of: $0) == former.text(of: $0) }) else { return .any }
    if text(of: "search") == former.text(of: "search") { return .none }
    return finder.map { $0.narrows(formerFinder) } ?? false ? .narrower : .any
  }
}

extension DiffableError {
  static func notAView(_ stored: StoredDataSource) -> DiffableError {
    DiffableError(
      .notAView,
      "The data source \(quoted(stored.name)) is no view; edit its list, or create a view of it."
    ) { $0.dataSource = stored.name }
  }
}
