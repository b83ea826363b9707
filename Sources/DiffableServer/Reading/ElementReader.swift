import DiffableProtocol
import JSON
import Snapshots

/// Turns the sections and items of an object in a message into handles of a pool.
struct ElementReader {
  let pool: IdentifierPool
  let identifiers: IdentifierReader
  let reading: ReadingOptions
  let checkpoint: Checkpoint
  /// Where the object stands in the params, for errors; empty for the params themselves.
  var path = ""

  init(pool: IdentifierPool, limits: Limits, reading: ReadingOptions, checkpoint: Checkpoint) {
    self.pool = pool
    self.reading = reading
    self.checkpoint = checkpoint
    identifiers = IdentifierReader(limits: limits, work: pool.work)
  }

  // MARK: One

  /// An item with what came with it.
  func element(ofItem value: JSONView) throws(DiffableError) -> Element {
    try value.withElement { (value) throws(DiffableError) in
      try Element(item: value, by: reading.identity)
    }
  }

  /// A section with what came with it.
  private func element(ofSection value: JSONView) throws(DiffableError) -> Element {
    try value.withElement { (value) throws(DiffableError) in try Element(section: value) }
  }

  /// The handle of an item, or nil when the pool does not know it.
  func item(_ value: JSONView) throws(DiffableError) -> Handle? {
    try identifiers.withCanonicalBytes(of: element(ofItem: value)) { pool.items.find($0) }
  }

  private func knownItem(
    _ element: Element,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> Handle {
    let item = try identifiers.withCanonicalBytes(of: element) { pool.items.find($0) }
    if let item, isHere(item) { return item }
    throw .unknownItems([identifiers.text(of: element)])
  }

  /// The handle of a section, or nil when the pool does not know it.
  func section(_ value: JSONView) throws(DiffableError) -> Handle? {
    try identifiers.withCanonicalBytes(of: element(ofSection: value)) { pool.sections.find($0) }
  }

  private func knownSection(
    _ element: Element,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> Handle {
    let section = try identifiers.withCanonicalBytes(of: element) { pool.sections.find($0) }
    if let section, isHere(section) { return section }
    throw .unknownSections([identifiers.text(of: element)])
  }

  /// The handle of an item, which must be here.
  ///
  /// Whether the pool knows it is never asked alone: that depends on what other lists have, and on
  /// what a history keeps.
  func knownItem(
    _ value: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> Handle {
    do throws(DiffableError) {
      return try knownItem(element(ofItem: value), where: isHere)
    } catch {
      throw located(error, at: place)
    }
  }

  /// The handle of a section, which must be here.
  func knownSection(
    _ value: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> Handle {
    do throws(DiffableError) {
      return try knownSection(element(ofSection: value), where: isHere)
    } catch {
      throw located(error, at: place)
    }
  }

  /// The handle of an item that is named by its identifier and nothing else, which must be here.
  func knownItem(
    bare identifier: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> Handle {
    try knownItem(try checkIsBare(identifier, place), place, where: isHere)
  }

  /// The handle of a section that is named by its identifier and nothing else, which must be here.
  func knownSection(
    bare identifier: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> Handle {
    try knownSection(try checkIsBare(identifier, place), place, where: isHere)
  }

  /// Refuses an object, which elsewhere may stand for the identifier in it.
  private func checkIsBare(
    _ identifier: JSONView,
    _ place: String
  ) throws(DiffableError) -> JSONView {
    guard identifier.kind == .object else { return identifier }
    let maxBytes = identifiers.limits.maxIdentifierBytes
    throw located(.invalidIdentifier(identifier, maxBytes: maxBytes), at: place)
  }

  /// Where a place of the object stands in the params.
  func path(of place: String) -> String { DiffableProtocol.path(of: place, in: path) }

  /// Says at which place of the object an error arose.
  func located(_ error: DiffableError, at place: String) -> DiffableError {
    error.at(path(of: place))
  }

  // MARK: Many

  /// The handles of items, nil for each that the pool does not know.
  func foundItems(_ values: JSONView, _ place: String) throws(DiffableError) -> [Handle?] {
    if values.count > 1, let found = try foundPlainItems(values) { return found }
    return try list(values, place) { (value) throws(DiffableError) in try item(value) }
  }

  /// The handles of items whose identifiers are all of the commonest kind, searched for in groups;
  /// nil when one of them is not.
  private func foundPlainItems(_ values: JSONView) throws(DiffableError) -> [Handle?]? {
    try values.withElement { (values) throws(DiffableError) -> [Handle?]? in
      let count = values.view.count
      var arePlain = true
      var group: [UnsafeRawBufferPointer] = []
      var found: [Handle?] = []
      found.reserveCapacity(count)
      try values.forEachElement { (value) throws(DiffableError) in
        guard arePlain, let bytes = identifiers.canonicalBytes(ofPlain: value) else {
          arePlain = false
          guard pool.work.mayGoOn(1) else { throw .cancelled }
          return
        }
        group.append(bytes)
        guard group.count == Self.groupedLookUps || found.count + group.count == count else {
          return
        }
        found += pool.items.find(group)
        try checkpoint.step(group.count)
        group.removeAll(keepingCapacity: true)
      }
      return arePlain ? found : nil
    }
  }

  /// How many look-ups wait for memory together: about as many as a processor has under way.
  static let groupedLookUps = 32

  /// The handles of sections, nil for each that the pool does not know.
  func foundSections(_ values: JSONView, _ place: String) throws(DiffableError) -> [Handle?] {
    try list(values, place) { (value) throws(DiffableError) in try section(value) }
  }

  /// The handles of items, which must be here.
  func knownItems(
    _ values: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> [Handle] {
    try list(values, place) { (value) throws(DiffableError) in
      try knownItem(element(ofItem: value), where: isHere)
    }
  }

  /// The handles of items, which must be here, with the contents that came with them.
  func knownItemsWithContents(
    _ values: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> [PlacedItem] {
    try list(values, place) { (value) throws(DiffableError) in
      let element = try element(ofItem: value)
      return PlacedItem(handle: try knownItem(element, where: isHere), content: element.content)
    }
  }

  /// The handles of sections, which must be here.
  func knownSections(
    _ values: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> [Handle] {
    try knownSectionsWithContents(values, place, where: isHere).map(\.handle)
  }

  /// The handles of sections, which must be here, with the contents that came with them.
  func knownSectionsWithContents(
    _ values: JSONView,
    _ place: String,
    where isHere: (Handle) -> Bool
  ) throws(DiffableError) -> [PlacedSection] {
    try list(values, place) { (value) throws(DiffableError) in
      let element = try element(ofSection: value)
      let section = try knownSection(element, where: isHere)
      return PlacedSection(handle: section, content: element.content)
    }
  }

  /// The handles of items to place with the contents that came with them; new ones are made known.
  func placedItems(
    _ values: JSONView,
    _ place: String
  ) throws(DiffableError) -> [PlacedItem] {
    let items = try items(values, place)
    return try withoutRepeats(items) { "\(place)[\($0)]" }
  }

  /// The handles of items with the contents that came with them, repeats included.
  private func items(
    _ values: JSONView,
    _ place: String
  ) throws(DiffableError) -> [PlacedItem] {
    try checkRoom(in: pool)
    return try list(values, place) { (value) throws(DiffableError) in
      let element = try element(ofItem: value)
      let item = try identifiers.withCanonicalBytes(of: element) { pool.items.intern($0) }
      return PlacedItem(handle: item, content: element.content)
    }
  }

  /// The handles of sections to place with what came with them; new ones are made known.
  func placedSections(
    _ values: JSONView,
    _ place: String
  ) throws(DiffableError) -> [PlacedSection] {
    try checkRoom(in: pool)
    var sections: [PlacedSection] = []
    sections.reserveCapacity(values.count)
    for (index, value) in values.elements.enumerated() {
      let here = "\(place)[\(index)]"
      let (element, handle) = try placedElement(value, here)
      var section = PlacedSection(handle: handle, content: element.content)
      if let items = element.items, !items.isNull {
        guard items.standsForArray else {
          throw .invalidParams(path(of: "\(here).items"), "must be an array", items)
        }
        section.items = try self.items(items, "\(here).items")
      }
      sections.append(section)
      try checkpoint.step()
    }
    return try withoutRepeats(sections, place)
  }

  /// The handle of a section; a new one is made known.
  func placedSection(
    _ value: JSONView,
    _ place: String
  ) throws(DiffableError) -> Handle {
    try checkRoom(in: pool)
    return try placedElement(value, place).handle
  }

  /// A section to place and its handle; a new one is made known.
  private func placedElement(
    _ value: JSONView,
    _ place: String
  ) throws(DiffableError) -> (element: Element, handle: Handle) {
    do throws(DiffableError) {
      let element = try element(ofSection: value)
      let handle = try identifiers.withCanonicalBytes(of: element) { pool.sections.intern($0) }
      return (element, handle)
    } catch {
      throw located(error, at: place)
    }
  }

  /// Reads each element of an array; an error says which one it was.
  func list<Result>(
    _ values: JSONView,
    _ place: String,
    _ body: (JSONView) throws(DiffableError) -> Result
  ) throws(DiffableError) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(values.count)
    do throws(DiffableError) {
      for value in values.elements {
        results.append(try body(value))
        try checkpoint.step()
      }
    } catch {
      throw located(error, at: "\(place)[\(results.count)]")
    }
    return results
  }
}

/// An item that an edit places, with the content that it brings.
struct PlacedItem {
  let handle: Handle
  let content: JSONView?
}

/// A section that an edit places, with the content and the items that it brings.
struct PlacedSection {
  let handle: Handle
  let content: JSONView?
  var items: [PlacedItem] = []
}

/// Refuses to take in more identifiers than the pool can hold.
func checkRoom(in pool: IdentifierPool) throws(DiffableError) {
  guard pool.items.isFull || pool.sections.isFull else { return }
  throw .poolIsFull
}
