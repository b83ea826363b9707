import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/itemIdentifier`: protocol/methods/dataSource-itemIdentifier.md.
  func readItemIdentifier(
    _ params: ItemIdentifierParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try view(of: params.question)
    writer.begin(view)
    // Look-ups before writing, so that those of many wait for memory together.
    var items: [Handle?] = []
    items.reserveCapacity(params.indexPaths.count)
    for path in params.indexPaths {
      items.append(view.snapshot.itemHandle(at: IndexPath(path)))
      try checkpoint.step()
    }
    let interner = view.snapshot.pool.items
    let group = ElementReader.groupedLookUps
    writer.array("items", items.indices) { writer, index in
      if items.count > 1, index % group == 0 {
        interner.prefetch(items[index...].prefix(group).compactMap { $0 }[...])
      }
      writer.identifierOrNull(items[index], of: interner)
    }
    writer.endObject()
  }

  /// `dataSource/indexPath`: protocol/methods/dataSource-indexPath.md.
  func readIndexPath(_ params: AskItemsParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try view(of: params.question)
    let items = try view.elements.foundItems(params.items, "items")
    writer.begin(view)
    var paths: [IndexPath?] = []
    paths.reserveCapacity(items.count)
    for start in stride(from: 0, to: items.count, by: 1024) {
      // A handle that no item has stands for what the pool does not know.
      let portion = items[start..<min(start + 1024, items.count)].map { $0 ?? .max }
      paths += view.snapshot.indexPaths(ofItems: portion[...])
      try checkpoint.step(portion.count)
    }
    writer.array("indexPaths", paths) { writer, path in
      if let path { writer.indexPath(path) } else { writer.null() }
    }
    writer.endObject()
  }

  /// `dataSource/sectionIdentifier`: protocol/methods/dataSource-sectionIdentifier.md.
  func readSectionIdentifier(
    _ params: SectionIdentifierParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try view(of: params.question)
    let snapshot = view.snapshot
    writer.begin(view)
    writer.array("sections", params.indexes) { writer, index in
      let isThere = (0..<snapshot.numberOfSections).contains(index)
      let section = isThere ? snapshot.sectionHandle(at: index) : nil
      writer.identifierOrNull(section, of: snapshot.pool.sections)
    }
    writer.endObject()
  }

  /// `dataSource/sectionIndex`: protocol/methods/dataSource-sectionIndex.md.
  func readSectionIndex(
    _ params: AskSectionsParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try answerIndexes(of: params.sections, in: view(of: params.question), &writer)
  }

  /// `dataSource/items`: protocol/methods/dataSource-items.md.
  func readItems(_ params: AskItemsParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try view(of: params.question)
    let snapshot = view.snapshot
    // A view has the contents of rows, too, that it does not show.
    var items = try view.elements.foundItems(params.items, "items")
    for (index, item) in items.enumerated() {
      if let item, !snapshot.containsItem(item) { items[index] = nil }
      try checkpoint.step()
    }
    writer.begin(view)
    let pool = snapshot.pool
    writer.expect(try model(pool, snapshot.contentBytes(ofItems: items.compactMap { $0 })))
    writer.array("items", items) { writer, item in
      guard let item else { return writer.null() }
      writer.beginObject()
      writer.elementMembers(item, of: pool.items, snapshot.content(ofItem: item))
      writer.endObject()
    }
    writer.endObject()
  }

  /// `dataSource/sections`: protocol/methods/dataSource-sections.md.
  func readSections(_ params: AskSectionsParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try view(of: params.question)
    let snapshot = view.snapshot
    var sections = try view.elements.foundSections(params.sections, "sections")
    for (index, section) in sections.enumerated() {
      if let section, !snapshot.containsSection(section) { sections[index] = nil }
      try checkpoint.step()
    }
    writer.begin(view)
    let pool = snapshot.pool
    writer.expect(try model(pool, snapshot.contentBytes(ofSections: sections.compactMap { $0 })))
    writer.array("sections", sections) { writer, section in
      guard let section else { return writer.null() }
      let content = snapshot.content(ofSection: section)
      writer.beginObject()
      writer.elementMembers(section, of: pool.sections, content)
      writer.endObject()
    }
    writer.endObject()
  }

  /// `dataSource/rows`: protocol/methods/dataSource-rows.md.
  func readRows(_ params: RowsParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let stored = try dataSource(params.question)
    let snapshot = stored.source.snapshot
    let positions = snapshot.positions(from: params.from).prefix(params.count)
    writer.beginAnswer(about: stored)
    writer.byteLimit = limits.maxMessageBytes
    let pool = snapshot.pool
    let items = snapshot.itemHandles(at: positions)
    writer.expect(try model(pool, snapshot.contentBytes(ofItems: items)))
    let found = stored.view?.foundRows(positionEncoding)
    writer.array("rows", positions) { writer, position in
      writer.row(at: position, of: snapshot, stored.table.cells, found)
    }
    writer.endObject()
  }
}

extension Snapshot {
  /// The positions from an index path to the end, which begin at the next section when the path
  /// is past the end of its own.
  fileprivate func positions(from path: IndexPathValue) -> Range<Int> {
    guard path.section < numberOfSections else { return numberOfItems..<numberOfItems }
    let section = positions(inSectionAt: path.section)
    return section.lowerBound + min(path.item, section.count)..<numberOfItems
  }
}

extension JSONWriter {
  /// Writes what a cell builder needs of one row.
  fileprivate mutating func row(
    at position: Int,
    of snapshot: Snapshot,
    _ cells: RowRule<[UInt8]?>,
    _ found: FoundRows?
  ) {
    let path = snapshot.indexPath(ofPosition: position)
    guard let item = snapshot.itemHandle(at: path) else { return }
    let section = snapshot.sectionHandle(at: path.section)
    beginObject()
    member("indexPath", path)
    name("item")
    identifier(item, of: snapshot.pool.items)
    name("section")
    identifier(section, of: snapshot.pool.sections)
    if let content = snapshot.content(ofItem: item) { member("content", raw: content) }
    if let cell = cells.value(ofSection: section, in: snapshot.pool) {
      name("cell")
      cell.withUnsafeBytes { string(utf8: $0) }
    }
    let outline = snapshot.rowOutline(ofItem: item)
    if outline != .plain {
      name("outline")
      beginObject()
      members(of: outline)
      endObject()
    }
    found?.write(item, to: &self)
    endObject()
  }
}
