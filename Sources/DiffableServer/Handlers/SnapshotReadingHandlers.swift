import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `snapshot/contents`: protocol/methods/snapshot-contents.md.
  func readContents(_ params: ReadParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try view(of: params)
    try checkpoint.step(view.snapshot.numberOfItems)
    writer.begin(view)
    let pool = view.snapshot.pool
    let snapshot = try model(pool, try view.draft.withMergedOutlines)
    // Elsewhere no list is that long, since contents are counted in what everything takes.
    if store.total.staying > limits.maxMessageBytes {
      let items = snapshot.itemHandles(at: 0..<snapshot.numberOfItems)
      writer.expect(try model(pool, snapshot.contentBytes(ofItems: items)))
    }
    try model(pool, try writer.documentMembers(of: snapshot))
    writer.endObject()
  }

  /// `snapshot/counts`: protocol/methods/snapshot-counts.md.
  func readCounts(_ params: CountsParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try view(of: params.read)
    let snapshot = view.snapshot
    let section = try params.section.map { (section) throws(DiffableError) in
      try view.index(ofSection: section, "inSection")
    }
    let counted = section.map { $0..<$0 + 1 } ?? 0..<snapshot.numberOfSections
    writer.begin(view)
    writer.member("numberOfSections", snapshot.numberOfSections)
    writer.member("numberOfItems", section.map(snapshot.numberOfItems) ?? snapshot.numberOfItems)
    if params.perSection {
      writer.array("sections", counted) { writer, index in
        writer.beginObject()
        writer.name("section")
        writer.identifier(snapshot.sectionHandle(at: index), of: snapshot.pool.sections)
        writer.member("numberOfItems", snapshot.numberOfItems(inSectionAt: index))
        writer.endObject()
      }
    }
    writer.endObject()
  }

  /// `snapshot/sectionIdentifiers`: protocol/methods/snapshot-sectionIdentifiers.md.
  func readSectionIdentifiers(
    _ params: ReadParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try view(of: params)
    writer.begin(view)
    writer.identifiers("sections", view.snapshot.sectionHandles, of: view.snapshot.pool.sections)
    writer.endObject()
  }

  /// `snapshot/itemIdentifiers`: protocol/methods/snapshot-itemIdentifiers.md.
  func readItemIdentifiers(
    _ params: ItemIdentifiersParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try view(of: params.read)
    let section = try params.section.map { (section) throws(DiffableError) in
      try view.index(ofSection: section, "inSection")
    }
    var positions =
      section.map(view.snapshot.positions) ?? 0..<view.snapshot.numberOfItems
    if let range = params.range {
      positions = positions.dropFirst(range.start).prefix(range.count)
    }
    writer.begin(view)
    let items = view.snapshot.itemHandles(at: positions)
    writer.identifiers("items", items, of: view.snapshot.pool.items)
    writer.endObject()
  }

  /// `snapshot/indexOfItem`: protocol/methods/snapshot-indexOfItem.md.
  func readIndexOfItem(_ params: ReadItemsParams, _ writer: inout JSONWriter) throws(DiffableError)
  {
    let view = try view(of: params.read)
    let items = try view.elements.foundItems(params.items, "items")
    writer.begin(view)
    writer.array("indexes", items) { writer, item in
      writer.integerOrNull(item.flatMap(view.snapshot.index(ofItem:)))
    }
    writer.endObject()
  }

  /// `snapshot/indexOfSection`: protocol/methods/snapshot-indexOfSection.md.
  func readIndexOfSection(
    _ params: ReadSectionsParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try answerIndexes(of: params.sections, in: view(of: params.read), &writer)
  }

  /// Answers where sections are.
  func answerIndexes(
    of sections: JSONView,
    in view: ReadView,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let sections = try view.elements.foundSections(sections, "sections")
    writer.begin(view)
    writer.array("indexes", sections) { writer, section in
      writer.integerOrNull(section.flatMap(view.snapshot.index(ofSection:)))
    }
    writer.endObject()
  }

  /// `snapshot/sectionContainingItem`: protocol/methods/snapshot-sectionContainingItem.md.
  func readSectionContainingItem(
    _ params: ReadItemsParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try view(of: params.read)
    let items = try view.elements.foundItems(params.items, "items")
    writer.begin(view)
    writer.array("sections", items) { writer, item in
      let section = item.flatMap(view.snapshot.sectionHandle(containingItem:))
      writer.identifierOrNull(section, of: view.snapshot.pool.sections)
    }
    writer.endObject()
  }

  /// `snapshot/marks`: protocol/methods/snapshot-marks.md.
  func readMarks(_ params: ReadParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try view(of: params)
    let (snapshot, pool) = (view.snapshot, view.snapshot.pool)
    writer.begin(view)
    writer.identifiers("reloadedSections", snapshot.reloadedSections, of: pool.sections)
    writer.identifiers("reloadedItems", snapshot.reloadedItems, of: pool.items)
    writer.identifiers("reconfiguredItems", snapshot.reconfiguredItems, of: pool.items)
    writer.endObject()
  }
}
