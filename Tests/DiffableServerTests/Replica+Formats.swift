/// The other formats on the list that a front end keeps.
extension Replica {
  /// Follows changes in whatever format they are.
  mutating func follow(_ changes: Value) throws {
    guard case .array(let parts) = changes else { return try replay(changes) }
    for part in parts {
      if part["op"] == nil { try replay(part) } else { try make(part) }
    }
  }

  /// Makes a step of the format "sequential", as the specification describes it.
  private mutating func make(_ step: Value) throws {
    switch step["op"]?.text {
    case "deleteItems": _ = try takeItems(step, from: "at")
    case "insertItems": try put(rows(step, "items"), at: try path(step, "at"))
    case "moveItems": try put(try takeItems(step, from: "from"), at: try path(step, "to"))
    case "deleteSections": _ = try takeSections(try index(step, "at"), try index(step, "count"))
    case "insertSections":
      try put(rows(step, "sections").map { Section(row: $0) }, at: try index(step, "at"))
    case "moveSection":
      try put(try takeSections(try index(step, "from"), 1), at: try index(step, "to"))
    case "reloadItems", "reconfigureItems":
      let rows = rows(step, "items")
      let (section, item) = try path(step, "at")
      guard sections.indices.contains(section), item + rows.count <= sections[section].items.count,
        sections[section].items[item..<item + rows.count].map(\.id) == rows.map(\.id)
      else { throw Mismatch(reason: "no such items: \(step)") }
      for (offset, row) in rows.enumerated() {
        sections[section].items[item + offset].content = row.content
      }
    case "setOutlines": try setOutline(step)
    case "reloadSections", "reconfigureSections":
      for (offset, row) in rows(step, "sections").enumerated() {
        let at = try index(step, "at") + offset
        guard sections.indices.contains(at), sections[at].row.id == row.id else {
          throw Mismatch(reason: "no such sections: \(step)")
        }
        sections[at].row = row
      }
    default: throw Mismatch(reason: "no known step: \(step)")
    }
  }

  private mutating func takeItems(_ step: Value, from name: String) throws -> [Row] {
    let ((section, item), count) = (try path(step, name), try index(step, "count"))
    guard count > 0, sections.indices.contains(section),
      item + count <= sections[section].items.count
    else { throw Mismatch(reason: "no items there: \(step)") }
    defer { sections[section].items.removeSubrange(item..<item + count) }
    return Array(sections[section].items[item..<item + count])
  }

  private mutating func put(_ rows: [Row], at place: (section: Int, item: Int)) throws {
    guard !rows.isEmpty, sections.indices.contains(place.section),
      place.item <= sections[place.section].items.count
    else { throw Mismatch(reason: "no place at \(place)") }
    sections[place.section].items.insert(contentsOf: rows, at: place.item)
  }

  private mutating func takeSections(_ index: Int, _ count: Int) throws -> [Section] {
    guard count > 0, index + count <= sections.count else {
      throw Mismatch(reason: "no sections at \(index)")
    }
    defer { sections.removeSubrange(index..<index + count) }
    return Array(sections[index..<index + count])
  }

  private mutating func put(_ new: [Section], at index: Int) throws {
    guard !new.isEmpty, index <= sections.count else {
      throw Mismatch(reason: "no place for sections at \(index)")
    }
    sections.insert(contentsOf: new, at: index)
  }

  private func rows(_ step: Value, _ name: String) -> [Row] {
    (step[name]?.elements ?? []).map(Row.init)
  }

  private func path(_ step: Value, _ name: String) throws -> (section: Int, item: Int) {
    let numbers = (step[name]?.elements ?? []).compactMap(\.integer)
    guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }) else {
      throw Mismatch(reason: "no index path \(name): \(step)")
    }
    return (numbers[0], numbers[1])
  }

  private func index(_ step: Value, _ name: String) throws -> Int {
    guard let index = step[name]?.integer, index >= 0 else {
      throw Mismatch(reason: "no index \(name): \(step)")
    }
    return index
  }
}
