import DiffableProtocol
import JSON
import Snapshots

extension Server {
  func readSectionSnapshot(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try readDataSource(reader)
    let index = try view.sectionIndex(reader)
    let includesParent = try reader.optionalBool("includingParent") ?? false
    var tree: SectionSnapshot
    if let parent = reader.optional("of") {
      let item = try view.handles.knownItem(parent, "of")
      guard view.snapshot.contains(item, inTreeOfSectionAt: index) else {
        throw .unknownItems([view.snapshot.pool.items.bytes(of: item)])
      }
      tree = view.snapshot.sectionSnapshot(of: item, includingParent: includesParent)
    } else {
      tree = view.snapshot.sectionSnapshot(ofSectionAt: index)
    }
    try checkpoint.step(tree.entries.count)
    writer.begin(view)
    writer.items(of: tree, in: view.snapshot)
    writer.endObject()
  }

  func readOutline(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try readDataSource(reader)
    let index = try view.sectionIndex(reader)
    let items = try view.items(reader)
    let tree = view.snapshot.sectionSnapshot(ofSectionAt: index)
    try checkpoint.step(tree.entries.count)
    var places: [Handle: Int] = [:]
    let asked = Set(items.compactMap { $0 })
    for (place, entry) in tree.entries.enumerated() where asked.contains(entry.item) {
      places[entry.item] = place
    }
    writer.begin(view)
    try writer.answers("items", items, limits) { writer, item in
      guard let item, let place = places[item] else { return writer.null() }
      writer.place(of: tree.entries[place], at: place, in: view.snapshot)
    }
    writer.endObject()
  }
}

extension ReadView {
  /// The index of the member `section`, which must be there.
  fileprivate func sectionIndex(_ reader: ObjectReader) throws(DiffableError) -> Int {
    let section = try handles.knownSection(reader.required("section"), "section")
    if let index = snapshot.index(ofSection: section) { return index }
    throw .unknownSections([snapshot.pool.sections.bytes(of: section)])
  }
}

extension JSONWriter {
  /// Writes where in a tree an item is.
  fileprivate mutating func place(
    of entry: SectionSnapshot.Entry,
    at index: Int,
    in snapshot: Snapshot
  ) {
    beginObject()
    member("level", entry.level)
    name("parent")
    identifierOrNull(snapshot.parent(ofItem: entry.item), of: snapshot.pool.items)
    member("index", index)
    member("expanded", entry.isExpanded)
    member("visible", snapshot.containsItem(entry.item))
    endObject()
  }
}
