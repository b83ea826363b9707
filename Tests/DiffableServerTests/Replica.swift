import Snapshots

/// A list as a front end keeps it: plain arrays, brought up to date by replaying changes.
struct Replica: Equatable {
  struct Row: Equatable {
    var id: Value
    var content: Value?
    var outline = RowOutline.plain

    init(_ value: Value) {
      id = value["id"] ?? value
      content = value["content"]
    }

    init(id: Value, content: Value?) {
      self.id = id
      self.content = content
    }
  }

  struct Section: Equatable {
    var row: Row
    var items: [Row] = []
  }

  /// The changes do not fit the list.
  struct Mismatch: Error {
    let reason: String
  }

  var sections: [Section] = []

  init() {}

  /// Reads what `snapshot/contents` answers.
  init(contents: Value) throws {
    sections = (contents["sections"]?.elements ?? []).map { section in
      Section(row: Row(section), items: (section["items"]?.elements ?? []).map(Row.init))
    }
    try setOutlines(contents["outlines"])
  }

  var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// The list without what its elements show.
  var identifiers: [[Value]] {
    sections.map { [$0.row.id] + $0.items.map(\.id) }
  }

  /// What two lists differ by, a line for each section that is not the same.
  func difference(from other: Replica) -> String {
    (0..<max(sections.count, other.sections.count)).compactMap { index -> String? in
      let left = sections.indices.contains(index) ? sections[index].description : "nothing"
      let right =
        other.sections.indices.contains(index) ? other.sections[index].description : "nothing"
      return left == right ? nil : "\(index): \(left)\n   \(right)"
    }
    .joined(separator: "\n")
  }

  // MARK: Replay

  /// Follows changes in the format "batch", as the specification says it in pseudo-code.
  mutating func replay(_ changes: Value) throws {
    let items = try Lists(changes["items"])
    let sections = try Lists(changes["sections"])
    let movedItems = try takeItems(items)
    let movedSections = try takeSections(sections)
    try putSections(sections, movedSections)
    try putItems(items, movedItems)
    for entry in sections.reloads + sections.reconfigures { try showSection(entry) }
    for run in items.reloads + items.reconfigures { try showItems(run) }
    try setOutlines(changes["outlines"])
  }

  /// Gives the rows of runs their outlines; without the member no row has another one.
  mutating func setOutlines(_ runs: Value?) throws {
    guard let runs else { return }
    guard !runs.elements.isEmpty else { throw Mismatch(reason: "no outlines in \(runs)") }
    for run in runs.elements { try setOutline(run) }
  }

  /// Gives the rows of a run their outline.
  mutating func setOutline(_ value: Value) throws {
    let run = try OutlineRun(value)
    guard sections.indices.contains(run.section), run.item >= 0, run.count > 0,
      run.item + run.count <= sections[run.section].items.count
    else { throw Mismatch(reason: "no rows at \(value)") }
    for index in run.item..<run.item + run.count {
      sections[run.section].items[index].outline = run.outline
    }
  }

  private mutating func takeItems(_ lists: Lists) throws -> [Place: [Row]] {
    var runs: [(at: Place, count: Int, to: Place?)] = []
    for run in lists.deletes { runs.append((try Place(run["at"]), try count(run), nil)) }
    for run in lists.moves {
      runs.append((try Place(run["from"]), try count(run), try Place(run["to"])))
    }
    var moved: [Place: [Row]] = [:]
    for run in runs.sorted(by: { $1.at < $0.at }) {
      let range = run.at.item..<run.at.item + run.count
      guard sections.indices.contains(run.at.section),
        sections[run.at.section].items.indices.contains(range)
      else { throw Mismatch(reason: "no items at \(run)") }
      if let to = run.to { moved[to] = Array(sections[run.at.section].items[range]) }
      sections[run.at.section].items.removeSubrange(range)
    }
    return moved
  }

  private mutating func takeSections(_ lists: Lists) throws -> [Int: Section] {
    var entries: [(at: Int, id: Value?, to: Int?)] = []
    for entry in lists.deletes { entries.append((try index(entry["at"]), entry["section"], nil)) }
    for entry in lists.moves {
      entries.append((try index(entry["from"]), entry["section"], try index(entry["to"])))
    }
    var moved: [Int: Section] = [:]
    for entry in entries.sorted(by: { $1.at < $0.at }) {
      guard sections.indices.contains(entry.at), sections[entry.at].row.id == entry.id else {
        throw Mismatch(reason: "no section at \(entry)")
      }
      let section = sections.remove(at: entry.at)
      if let to = entry.to { moved[to] = section }
    }
    return moved
  }

  private mutating func putSections(_ lists: Lists, _ moved: [Int: Section]) throws {
    var entries: [(at: Int, section: Section)] = moved.map { ($0.key, $0.value) }
    for entry in lists.inserts {
      let row = Row(id: entry["section"] ?? .null, content: entry["content"])
      entries.append((try index(entry["at"]), Section(row: row)))
    }
    for entry in entries.sorted(by: { $0.at < $1.at }) {
      guard entry.at <= sections.count else { throw Mismatch(reason: "no place at \(entry)") }
      sections.insert(entry.section, at: entry.at)
    }
  }

  private mutating func putItems(_ lists: Lists, _ moved: [Place: [Row]]) throws {
    var runs: [(at: Place, items: [Row])] = moved.map { ($0.key, $0.value) }
    for run in lists.inserts {
      runs.append((try Place(run["at"]), (run["items"]?.elements ?? []).map(Row.init)))
    }
    for run in runs.sorted(by: { $0.at < $1.at }) {
      guard sections.indices.contains(run.at.section),
        run.at.item <= sections[run.at.section].items.count
      else { throw Mismatch(reason: "no place at \(run)") }
      sections[run.at.section].items.insert(contentsOf: run.items, at: run.at.item)
    }
  }

  private mutating func showSection(_ entry: Value) throws {
    let at = try index(entry["at"])
    guard sections.indices.contains(at), sections[at].row.id == entry["section"] else {
      throw Mismatch(reason: "no section at \(entry)")
    }
    sections[at].row.content = entry["content"]
  }

  private mutating func showItems(_ run: Value) throws {
    let at = try Place(run["at"])
    let rows = (run["items"]?.elements ?? []).map(Row.init)
    guard !rows.isEmpty, sections.indices.contains(at.section) else {
      throw Mismatch(reason: "no items at \(run)")
    }
    for (offset, row) in rows.enumerated() {
      let item = at.item + offset
      guard sections[at.section].items.indices.contains(item),
        sections[at.section].items[item].id == row.id
      else { throw Mismatch(reason: "no item at \(run)") }
      sections[at.section].items[item].content = row.content
    }
  }

  private func count(_ run: Value) throws -> Int {
    guard let count = run["count"]?.integer, count > 0 else {
      throw Mismatch(reason: "no count in \(run)")
    }
    return count
  }

  private func index(_ value: Value?) throws -> Int {
    guard let index = value?.integer, index >= 0 else { throw Mismatch(reason: "no index") }
    return index
  }
}

/// The five lists of the items, or of the sections, of a batch.
private struct Lists {
  let deletes, inserts, moves, reloads, reconfigures: [Value]

  init(_ value: Value?) throws {
    func list(_ name: String) throws -> [Value] {
      guard case .array(let elements)? = value?[name] else {
        throw Replica.Mismatch(reason: "no list \(name)")
      }
      return elements
    }
    deletes = try list("deletes")
    inserts = try list("inserts")
    moves = try list("moves")
    reloads = try list("reloads")
    reconfigures = try list("reconfigures")
  }
}

extension Replica {
  /// Neighbours in one section that have the same outline now.
  struct OutlineRun {
    let section, item, count: Int
    let outline: RowOutline

    init(_ value: Value) throws {
      let place = try Place(value["at"])
      guard let count = value["count"]?.integer, let level = value["level"]?.integer,
        let isExpanded = value["expanded"]?.bool,
        let numberOfChildren = value["numberOfChildren"]?.integer
      else { throw Mismatch(reason: "no outline: \(value)") }
      (section, item) = (place.section, place.item)
      self.count = count
      outline = RowOutline(
        level: level,
        isExpanded: isExpanded,
        numberOfChildren: numberOfChildren
      )
    }
  }
}

/// A section and an item in it, in the order of the list.
private struct Place: Hashable, Comparable {
  let section: Int
  let item: Int

  init(_ value: Value?) throws {
    guard let elements = value?.elements, elements.count == 2,
      let section = elements[0].integer, let item = elements[1].integer, section >= 0, item >= 0
    else { throw Replica.Mismatch(reason: "no index path") }
    self.section = section
    self.item = item
  }

  static func < (lhs: Place, rhs: Place) -> Bool {
    (lhs.section, lhs.item) < (rhs.section, rhs.item)
  }
}

extension Replica.Row: CustomStringConvertible {
  var description: String {
    let tree = "\(outline.level)\(outline.isExpanded ? "+" : "-")\(outline.numberOfChildren)"
    return "\(id)" + (content.map { "=\($0)" } ?? "") + (outline == .plain ? "" : "@\(tree)")
  }
}

extension Replica.Section: CustomStringConvertible {
  var description: String { "\(row): \(items)" }
}
