import JSON

/// Replays steps of the format "sequential" on a list, each on what the step before it left.
struct SequentialReplay {
  typealias Item = ListReplica.Item
  typealias Section = ListReplica.Section

  private(set) var sections: [Section]
  private(set) var record: ChangeRecord

  init(sections: [Section], record: ChangeRecord) {
    self.sections = sections
    self.record = record
  }

  mutating func run(_ step: JSONView) throws(ListReplicaError) {
    let fields = FieldReader(step)
    switch step["op"]?.string {
    case "deleteSections":
      let range = try sectionRange(try fields.integer("at"), try fields.count())
      for section in sections[range] { record.noteDeleted(section) }
      sections.removeSubrange(range)
    case "insertSections": try insertSections(fields)
    case "moveSection": try moveSection(fields)
    case "reloadSections": try updateSections(fields, .reloaded)
    case "reconfigureSections": try updateSections(fields, .reconfigured)
    case "deleteItems": _ = try takeOut(fields, at: "at", .deleted)
    case "insertItems":
      let items = try fields.entries("items").map(Item.init)
      for item in items { record.note(.inserted, item: item.identifier) }
      try putIn(items, at: try fields.position("at"))
    case "moveItems":
      let items = try takeOut(fields, at: "from", .moved)
      try putIn(items, at: try fields.position("to"))
    case "setOutlines": try OutlineRun(step).set(in: &sections)
    case "reloadItems": try updateItems(fields, .reloaded)
    case "reconfigureItems": try updateItems(fields, .reconfigured)
    default: throw .missingMember("op")
    }
  }

  // MARK: Sections

  private func sectionRange(_ at: Int, _ count: Int) throws(ListReplicaError) -> Range<Int> {
    guard at >= 0, at <= sections.count, count >= 0, count <= sections.count - at else {
      throw .positionOutOfRange("sections", [at])
    }
    return at..<at + count
  }

  private mutating func insertSections(_ fields: FieldReader) throws(ListReplicaError) {
    let place = try sectionRange(try fields.integer("at"), 0)
    let entries = try fields.entries("sections")
    let new = entries.map { Section(identifier: $0.identifier, content: $0.content) }
    for section in new { record.note(.inserted, section: section.identifier) }
    sections.insert(contentsOf: new, at: place.lowerBound)
  }

  private mutating func moveSection(_ fields: FieldReader) throws(ListReplicaError) {
    let from = try sectionRange(try fields.integer("from"), 1)
    let to = try fields.integer("to")
    guard to >= 0, to < sections.count else { throw .positionOutOfRange("sections put in", [to]) }
    record.note(.moved, section: sections[from.lowerBound].identifier)
    sections.insert(sections.remove(at: from.lowerBound), at: to)
  }

  private mutating func updateSections(
    _ fields: FieldReader,
    _ kind: ListChanges.Kind
  ) throws(ListReplicaError) {
    let entries = try fields.entries("sections")
    let range = try sectionRange(try fields.integer("at"), entries.count)
    for (index, entry) in zip(range, entries) {
      let actual = sections[index].identifier
      guard actual == entry.identifier else { throw different([index], entry.identifier, actual) }
      sections[index].content = entry.content
      record.note(kind, section: actual)
    }
  }

  // MARK: Items

  private func itemRange(
    _ at: ListChanges.Position,
    _ count: Int
  ) throws(ListReplicaError) -> Range<Int> {
    guard sections.indices.contains(at.section) else {
      throw .positionOutOfRange("items", [at.section, at.item])
    }
    let present = sections[at.section].items.count
    guard at.item >= 0, at.item <= present, count >= 0, count <= present - at.item else {
      throw .positionOutOfRange("items", [at.section, at.item])
    }
    return at.item..<at.item + count
  }

  private mutating func takeOut(
    _ fields: FieldReader,
    at name: StaticString,
    _ kind: ListChanges.Kind
  ) throws(ListReplicaError) -> [Item] {
    let at = try fields.position(name)
    let range = try itemRange(at, try fields.count())
    let items = Array(sections[at.section].items[range])
    for item in items { record.note(kind, item: item.identifier) }
    sections[at.section].items.removeSubrange(range)
    return items
  }

  private mutating func putIn(
    _ items: [Item],
    at: ListChanges.Position
  ) throws(ListReplicaError) {
    let place = try itemRange(at, 0)
    sections[at.section].items.insert(contentsOf: items, at: place.lowerBound)
  }

  private mutating func updateItems(
    _ fields: FieldReader,
    _ kind: ListChanges.Kind
  ) throws(ListReplicaError) {
    let at = try fields.position("at")
    let entries = try fields.entries("items")
    for (index, entry) in zip(try itemRange(at, entries.count), entries) {
      let actual = sections[at.section].items[index].identifier
      guard actual == entry.identifier else {
        throw different([at.section, index], entry.identifier, actual)
      }
      sections[at.section].items[index].content = entry.content
      record.note(kind, item: actual)
    }
  }

  private func different(_ at: [Int], _ stated: [UInt8], _ actual: [UInt8]) -> ListReplicaError {
    .differentIdentifier(
      at,
      stated: String(decoding: stated, as: UTF8.self),
      actual: String(decoding: actual, as: UTF8.self)
    )
  }
}

extension ListReplica.Item {
  fileprivate init(_ entry: Entry) {
    self.init(identifier: entry.identifier, content: entry.content)
  }
}
