import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
  func readItemIdentifier(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try readDataSource(reader)
    let paths = try reader.indexPaths("indexPaths")
    writer.begin(view)
    try writer.answers("items", paths, limits) { writer, path in
      let item = view.snapshot.itemHandle(at: path)
      writer.identifierOrNull(item, of: view.snapshot.pool.items)
    }
    writer.endObject()
  }

  func readIndexPath(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try readDataSource(reader)
    let items = try view.items(reader)
    writer.begin(view)
    writer.array("indexPaths", items) { writer, item in
      if let path = item.flatMap(view.snapshot.indexPath(ofItem:)) {
        writer.indexPath(path)
      } else {
        writer.null()
      }
    }
    writer.endObject()
  }

  func readSectionIdentifier(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try readDataSource(reader)
    let indexes = try reader.indexes("indexes")
    let sections = view.snapshot.sectionHandles
    writer.begin(view)
    try writer.answers("sections", indexes, limits) { writer, index in
      let section = sections.indices.contains(index) ? sections[index] : nil
      writer.identifierOrNull(section, of: view.snapshot.pool.sections)
    }
    writer.endObject()
  }

  func readSectionIndex(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    _ = try readDataSource(reader)
    try readIndexOfSection(reader, &writer)
  }

  func readItems(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try readDataSource(reader)
    let snapshot = view.snapshot
    let items = try view.items(reader)
    writer.begin(view)
    try writer.answers("items", items, limits) { writer, item in
      guard let item, snapshot.containsItem(item) else { return writer.null() }
      writer.element(item, of: snapshot.pool.items, snapshot.content(ofItem: item))
    }
    writer.endObject()
  }

  func readSections(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try readDataSource(reader)
    let snapshot = view.snapshot
    let sections = try view.sections(reader)
    writer.begin(view)
    try writer.answers("sections", sections, limits) { writer, section in
      guard let section, snapshot.index(ofSection: section) != nil else { return writer.null() }
      writer.element(section, of: snapshot.pool.sections, snapshot.content(ofSection: section))
    }
    writer.endObject()
  }

  func readRows(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try readDataSource(reader)
    let from = try reader.indexPath(try reader.required("from"), at: "from")
    let count = try reader.index(try reader.required("count"), at: "count")
    guard from.section >= 0, from.item >= 0 else {
      throw reader.invalid("from", "must not be negative", reader.optional("from"))
    }
    guard count >= 0 else {
      throw reader.invalid("count", "must not be negative", reader.optional("count"))
    }
    let positions = view.snapshot.positions(from: from).prefix(count)
    let cells = try servedDataSource(reader).table.cells
    writer.begin(view)
    try writer.answers("rows", positions, limits) { writer, position in
      writer.row(at: position, of: view.snapshot, cells)
    }
    writer.endObject()
  }
}

extension ObjectReader {
  /// The member that is an array of index paths.
  fileprivate func indexPaths(_ name: StaticString) throws(DiffableError) -> [IndexPath] {
    var paths: [IndexPath] = []
    for (index, value) in try array(name).elements.enumerated() {
      let path = try indexPath(value, at: "\(name)[\(index)]")
      paths.append(IndexPath(section: path.section, item: path.item))
    }
    return paths
  }

  /// The member that is an array of indexes.
  fileprivate func indexes(_ name: StaticString) throws(DiffableError) -> [Int] {
    var indexes: [Int] = []
    for (index, value) in try array(name).elements.enumerated() {
      indexes.append(try self.index(value, at: "\(name)[\(index)]"))
    }
    return indexes
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
  /// Writes an element in the form of an object.
  fileprivate mutating func element(_ handle: Handle, of interner: Interner, _ content: Content?) {
    beginObject()
    name("id")
    identifier(handle, of: interner)
    if let content { member("content", raw: content) }
    endObject()
  }

  /// Writes what a cell builder needs of one row.
  fileprivate mutating func row(
    at position: Int,
    of snapshot: Snapshot,
    _ cells: RowRule<String?>
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
    if let cell = cells.value(ofSection: section, in: snapshot.pool) { member("cell", cell) }
    if !snapshot.isPlain(item) { outline(ofItem: item, in: snapshot) }
    endObject()
  }

  /// Writes the member that says where in a tree a row is.
  private mutating func outline(ofItem item: Handle, in snapshot: Snapshot) {
    name("outline")
    beginObject()
    member("level", snapshot.level(ofItem: item))
    member("expanded", snapshot.isExpanded(item))
    member("numberOfChildren", snapshot.numberOfChildren(ofItem: item))
    endObject()
  }
}
