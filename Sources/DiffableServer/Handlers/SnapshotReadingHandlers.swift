import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
  func readContents(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try read(reader)
    try checkpoint.step(view.snapshot.numberOfItems)
    writer.begin(view)
    writer.documentMembers(of: view.snapshot)
    writer.endObject()
  }

  func readCounts(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try read(reader)
    let snapshot = view.snapshot
    let perSection = try reader.optionalBool("perSection") ?? false
    let section = try sectionIndex("inSection", reader, view)
    let counted = section.map { $0..<$0 + 1 } ?? 0..<snapshot.numberOfSections
    writer.begin(view)
    writer.member("numberOfSections", snapshot.numberOfSections)
    writer.member("numberOfItems", section.map(snapshot.numberOfItems) ?? snapshot.numberOfItems)
    if perSection {
      let sections = snapshot.sectionHandles
      writer.array("sections", counted) { writer, index in
        writer.beginObject()
        writer.name("section")
        writer.identifier(sections[index], of: snapshot.pool.sections)
        writer.member("numberOfItems", snapshot.numberOfItems(inSectionAt: index))
        writer.endObject()
      }
    }
    writer.endObject()
  }

  func readSectionIdentifiers(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try read(reader)
    writer.begin(view)
    writer.identifiers("sections", view.snapshot.sectionHandles, of: view.snapshot.pool.sections)
    writer.endObject()
  }

  func readItemIdentifiers(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try read(reader)
    let section = try sectionIndex("inSection", reader, view)
    var positions =
      section.map(view.snapshot.positions) ?? 0..<view.snapshot.numberOfItems
    if let range = try reader.range() {
      positions = positions.dropFirst(range.start).prefix(range.count)
    }
    writer.begin(view)
    let items = view.snapshot.itemHandles(at: positions)
    writer.identifiers("items", items, of: view.snapshot.pool.items)
    writer.endObject()
  }

  func readIndexOfItem(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try read(reader)
    let items = try view.items(reader)
    writer.begin(view)
    writer.array("indexes", items) { writer, item in
      writer.integerOrNull(item.flatMap(view.snapshot.index(ofItem:)))
    }
    writer.endObject()
  }

  func readIndexOfSection(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try read(reader)
    let sections = try view.sections(reader)
    writer.begin(view)
    writer.array("indexes", sections) { writer, section in
      writer.integerOrNull(section.flatMap(view.snapshot.index(ofSection:)))
    }
    writer.endObject()
  }

  func readSectionContainingItem(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try read(reader)
    let items = try view.items(reader)
    writer.begin(view)
    try writer.answers("sections", items, limits) { writer, item in
      let section = item.flatMap(view.snapshot.sectionHandle(containingItem:))
      writer.identifierOrNull(section, of: view.snapshot.pool.sections)
    }
    writer.endObject()
  }

  func readMarks(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try read(reader)
    let (snapshot, pool) = (view.snapshot, view.snapshot.pool)
    writer.begin(view)
    writer.identifiers("reloadedSections", snapshot.reloadedSections, of: pool.sections)
    writer.identifiers("reloadedItems", snapshot.reloadedItems, of: pool.items)
    writer.identifiers("reconfiguredItems", snapshot.reconfiguredItems, of: pool.items)
    writer.endObject()
  }

  /// The index of the section that a member names, nil when it is absent.
  private func sectionIndex(
    _ member: StaticString,
    _ reader: ObjectReader,
    _ view: ReadView
  ) throws(DiffableError) -> Int? {
    guard let value = reader.optional(member) else { return nil }
    let section = try view.handles.knownSection(value, "\(member)")
    if let index = view.snapshot.index(ofSection: section) { return index }
    throw .unknownSections([view.handles.identifiers.text(of: Element(value))])
  }
}
