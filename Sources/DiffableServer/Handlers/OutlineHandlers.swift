import DataSources
import DiffableProtocol
import JSON
import JSONRPC
import Snapshots

extension Session {
  /// `dataSource/applySection`: protocol/methods/dataSource-applySection.md.
  func applySection(
    _ params: ApplySectionParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.editable(named: params.dataSource)
    try check(params.conditions, stored)
    let elements = elementReader(of: stored)
    let section = try elements.placedSection(params.section, "section")
    var documentReader = OutlineReader(params.document, elements)
    let placed = try documentReader.read()
    try limits.check(placed.tree, at: 0)
    var draft = stored.source.draft()
    try draft.editTrees(calledOffAs: { _ in .cancelled }) { (snapshot) throws(DiffableError) in
      try model(elements.pool, try snapshot.setTree(placed.tree, ofSection: section))
      try snapshot.setContents(of: placed.items, elements.checkpoint)
      try limits.check(snapshot)
    }
    let occasion = ApplyOccasion(.dataSourceApplySection, params.conditions)
    let applied = try apply(draft, to: stored, occasion)
    writer.result(of: applied, warnings: [])
  }

  /// `dataSource/editSection`: protocol/methods/dataSource-editSection.md.
  func editSection(_ params: EditSectionParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let stored = try store.editable(named: params.dataSource)
    try check(params.conditions, stored)
    let elements = elementReader(of: stored)
    var draft = stored.source.draft()
    let section = try elements.knownSection(params.section, "section") {
      draft.snapshot.containsSection($0)
    }
    var runner = SectionEditRunner(section: section, elements, limits: limits)
    try draft.editTrees(calledOffAs: { _ in .cancelled }) { (snapshot) throws(DiffableError) in
      try runner.run(params.edits, on: &snapshot)
    }
    let occasion = ApplyOccasion(.dataSourceEditSection, params.conditions)
    let applied = try apply(draft, to: stored, occasion)
    writer.result(of: applied, warnings: runner.warnings)
  }

  // MARK: What the user does

  /// `dataSource/expandItem`: protocol/methods/dataSource-expandItem.md.
  func expandItem(_ params: DiscloseItemParams, _ writer: inout JSONWriter) throws(DiffableError) {
    try disclose(params, &writer, opens: true)
  }

  /// `dataSource/collapseItem`: protocol/methods/dataSource-collapseItem.md.
  func collapseItem(
    _ params: DiscloseItemParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try disclose(params, &writer, opens: false)
  }

  private func disclose(
    _ params: DiscloseItemParams,
    _ writer: inout JSONWriter,
    opens: Bool
  ) throws(DiffableError) {
    let stored = try store.editable(named: params.dataSource)
    try check(params.conditions, stored)
    let elements = elementReader(of: stored)
    let snapshot = stored.source.snapshot
    let item = try elements.knownItem(params.item, "item") {
      snapshot.containsItem($0) || snapshot.isHidden($0)
    }
    guard snapshot.containsItem(item) else { throw .itemHasNoRow(item, of: stored) }
    let method = opens ? Method.dataSourceExpandItem : .dataSourceCollapseItem
    var occasion = ApplyOccasion(method, params.conditions)
    var draft = stored.source.draft()
    if let path = snapshot.indexPath(ofItem: item), snapshot.isExpanded(item) != opens {
      let section = snapshot.sectionHandle(at: path.section)
      try draft.editTrees(calledOffAs: { _ in .cancelled }) { (snapshot) throws(DiffableError) in
        if opens {
          try model(elements.pool, try snapshot.expand([item], inSection: section))
        } else {
          try model(elements.pool, try snapshot.collapse([item], inSection: section))
        }
      }
      occasion.notice = notice(of: item, at: path, of: stored, opens: opens)
    }
    let applied = try apply(draft, to: stored, occasion)
    writer.result(of: applied, warnings: [])
  }

  /// The notification that an item is about to be opened or closed.
  private func notice(
    of item: Handle,
    at path: IndexPath,
    of stored: StoredDataSource,
    opens: Bool
  ) -> [UInt8] {
    let snapshot = stored.source.snapshot
    var writer = JSONWriter()
    writer.beginNotification(opens ? "dataSource/willExpandItem" : "dataSource/willCollapseItem")
    writer.beginObject()
    writer.member("dataSource", stored.name)
    writer.name("section")
    writer.identifier(snapshot.sectionHandle(at: path.section), of: snapshot.pool.sections)
    writer.name("item")
    writer.identifier(item, of: snapshot.pool.items)
    writer.member("indexPath", path)
    writer.member("revision", stored.source.revision)
    writer.endObject()
    writer.endNotification()
    return writer.bytes
  }

  func elementReader(of stored: StoredDataSource) -> ElementReader {
    elementReader(of: stored.source.snapshot, stored.options.reading)
  }
}
