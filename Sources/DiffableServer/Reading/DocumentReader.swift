import DiffableProtocol
import JSON
import Snapshots

/// Reads a snapshot document in one pass over the message.
struct DocumentReader {
  private let reader: ObjectReader
  private let limits: Limits
  private let checkpoint: Checkpoint
  private let identifiers: IdentifierReader
  private let reading: ReadingOptions
  private let current: Snapshot
  private var builder: SnapshotBuilder
  private var numberOfItems = 0

  init(
    _ reader: ObjectReader,
    replacing current: Snapshot,
    limits: Limits,
    reading: ReadingOptions,
    checkpoint: Checkpoint
  ) {
    self.reader = reader
    self.reading = reading
    self.checkpoint = checkpoint
    self.limits = limits
    self.current = current
    identifiers = IdentifierReader(limits: limits, work: current.pool.work)
    builder = SnapshotBuilder(replacing: current)
  }

  /// The last two are there so that what was read can be sent back; they have no effect.
  private static let members = MemberNames(
    of: "a document",
    [
      "sections", "reloadedSections", "reloadedItems", "reconfiguredItems", "revision", "outlines",
    ]
  )

  /// Reads the document.
  ///
  /// - Returns: A snapshot whose base is the one that it replaces.
  /// - Throws: What is wrong with the document.
  mutating func snapshot() throws(DiffableError) -> Snapshot {
    try checkRoom(in: current.pool)
    try reader.check(DocumentReader.members)
    _ = try reader.optionalRevision("revision")
    _ = try reader.optionalArray("outlines")
    let sections = try reader.array("sections")
    try check(sections.count, "sections", \.maxSectionsPerDataSource)
    var items = 0
    for section in sections.elements {
      items += section["items"]?.count ?? 0
      guard current.pool.work.mayGoOn(1) else { throw .cancelled }
    }
    checkpoint.expect(2 * items + sections.count)
    builder.reserveCapacity(
      sections: sections.count,
      items: min(items, limits.maxItemsPerDataSource)
    )
    for (index, value) in sections.elements.enumerated() {
      try readSection(value, at: index)
      try checkpoint.step()
    }
    try checkpoint.step(numberOfItems)
    var snapshot = try built(from: sections)
    try readMarks(into: &snapshot)
    return snapshot
  }

  private var elements: ElementReader {
    var elements = ElementReader(
      pool: current.pool,
      limits: limits,
      reading: reading,
      checkpoint: checkpoint
    )
    elements.path = reader.path
    return elements
  }

  /// What was built, or when something repeats, what is built without it.
  private mutating func built(from sections: JSONView) throws(DiffableError) -> Snapshot {
    do throws(SnapshotError) {
      // The builder still reads identifiers where they stand in the message.
      return try withExtendedLifetime(sections) { () throws(SnapshotError) in try builder.build() }
    } catch .interrupted {
      throw .cancelled
    } catch {
      // Only now that something does repeat it is worth while to note where everything stands, in
      // place of what was built.
      builder = SnapshotBuilder(replacing: current)
      let sections = try elements.placedSections(sections, "sections")
      return try current.replaced(by: sections)
    }
  }

  private mutating func readSection(_ value: JSONView, at index: Int) throws(DiffableError) {
    let (section, handle): (Element, Handle)
    do throws(DiffableError) {
      section = try value.withElement { (value) throws(DiffableError) in
        try Element(section: value)
      }
      handle = try identifiers.withCanonicalBytes(of: section) {
        builder.appendSection($0)
      }
    } catch {
      throw error.at(reader.path(of: "sections[\(index)]"))
    }
    let kept = current.content(ofSection: handle)
    if let content = try section.content?.minified(unlessSameAs: kept, current.pool.work) {
      builder.setContent(content, ofSection: handle)
    }
    guard let items = section.items, !items.isNull else { return }
    try readItems(
      try reader.array(items, at: "sections[\(index)].items"),
      inSectionAt: index
    )
  }

  private mutating func readItems(
    _ items: JSONView,
    inSectionAt section: Int
  ) throws(DiffableError) {
    numberOfItems += items.count
    try check(numberOfItems, "items", \.maxItemsPerDataSource)
    try checkRoom(in: current.pool)
    var index = 0
    do throws(DiffableError) {
      try items.forEachElement { (item) throws(DiffableError) in
        if let identifier = identifiers.canonicalBytes(ofPlain: item) {
          builder.appendLastingItem(identifier)
        } else {
          try readItem(Element(item: item, by: reading.identity))
        }
        index += 1
        try checkpoint.step()
      }
    } catch {
      throw error.at(reader.path(of: "sections[\(section)].items[\(index)]"))
    }
  }

  private mutating func readItem(_ item: Element) throws(DiffableError) {
    let handle = try identifiers.withCanonicalBytes(of: item) { builder.appendItem($0) }
    let kept = current.content(ofItem: handle)
    if let content = try item.content?.minified(unlessSameAs: kept, current.pool.work) {
      builder.setContent(content, ofItem: handle)
    }
  }

  private func check(
    _ count: Int,
    _ things: String,
    _ limit: KeyPath<Limits, Int>
  ) throws(DiffableError) {
    guard count > limits[keyPath: limit] else { return }
    let error = limits.exceeded(limit, "\(count) \(things) in one document are")
    throw error.at(reader.path(of: "sections"))
  }

  // MARK: Marks

  private func readMarks(into snapshot: inout Snapshot) throws(DiffableError) {
    let elements = elements
    if let list = try reader.optionalArray("reloadedSections") {
      let marked = try elements.knownSections(list, "reloadedSections") {
        snapshot.containsSection($0)
      }
      try model(snapshot.pool, try snapshot.reloadSections(marked))
    }
    if let list = try reader.optionalArray("reloadedItems") {
      let marked = try elements.knownItems(list, "reloadedItems") { snapshot.containsItem($0) }
      try model(snapshot.pool, try snapshot.reloadItems(marked))
    }
    if let list = try reader.optionalArray("reconfiguredItems") {
      let marked = try elements.knownItems(list, "reconfiguredItems") { snapshot.containsItem($0) }
      try model(snapshot.pool, try snapshot.reconfigureItems(marked))
    }
  }
}

extension Snapshot {
  /// The snapshot that replaces this one, from sections and items that repeat nothing.
  fileprivate func replaced(by sections: [PlacedSection]) throws(DiffableError) -> Snapshot {
    let work = pool.work
    var builder = SnapshotBuilder(replacing: self)
    for section in sections {
      guard work.mayGoOn(1) else { throw .cancelled }
      pool.sections.bytes(of: section.handle).withUnsafeBytes { _ = builder.appendSection($0) }
      let kept = content(ofSection: section.handle)
      if let content = try section.content?.minified(unlessSameAs: kept, work) {
        builder.setContent(content, ofSection: section.handle)
      }
      for item in section.items {
        guard work.mayGoOn(1) else { throw .cancelled }
        pool.items.bytes(of: item.handle).withUnsafeBytes { _ = builder.appendItem($0) }
        let kept = content(ofItem: item.handle)
        if let content = try item.content?.minified(unlessSameAs: kept, work) {
          builder.setContent(content, ofItem: item.handle)
        }
      }
    }
    return try model(pool, try builder.build())
  }
}
