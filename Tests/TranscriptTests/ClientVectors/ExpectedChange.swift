import JSON
import Replicas
import Transcripts

/// What a library must tell of one change, found from the lists before and after it.
struct ExpectedChange {
  typealias Section = ListReplica.Section
  typealias Identifier = [UInt8]

  /// What came, went and moved, of items or of sections.
  struct Lists {
    var deleted: [Identifier] = []
    var inserted: [Identifier] = []
    var moved: [Identifier] = []
    var updated: [Identifier] = []
  }

  var items = Lists()
  var sections = Lists()
  var reloaded: [Identifier] = []
  let isReset: Bool
  private let before: [Section]
  private let after: [Section]

  /// The change that a batch makes.
  init(_ before: [Section], _ after: [Section], _ batch: JSONView) throws {
    self.before = before
    self.after = after
    isReset = false
    let (sectionLists, itemLists) = (batch["sections"], batch["items"])

    var taken: Set<[Int]> = []
    for run in Self.runs(itemLists?["deletes"], at: "at", in: before) {
      taken.insert(run.place)
      items.deleted.append(run.identifier)
    }
    for run in Self.runs(itemLists?["moves"], at: "from", in: before) {
      taken.insert(run.place)
      items.moved.append(run.identifier)
    }
    // What is left in a section goes where the section goes.
    func rest(_ section: Int) -> [Identifier] {
      before[section].items.indices.filter { !taken.contains([section, $0]) }
        .map { before[section].items[$0].identifier }
    }
    for entry in elements(sectionLists?["deletes"]) {
      let index = try entry.required("at")
      sections.deleted.append(before[index].identifier)
      items.deleted += rest(index)
    }
    for entry in elements(sectionLists?["moves"]) {
      let index = try entry.required("from")
      sections.moved.append(before[index].identifier)
      items.moved += rest(index)
    }
    for entry in elements(sectionLists?["inserts"]) {
      sections.inserted.append(after[try entry.required("at")].identifier)
    }
    items.inserted = Self.runs(itemLists?["inserts"], at: "at", in: after).map(\.identifier)

    for list in ["reloads", "reconfigures"] {
      for entry in elements(sectionLists?[list]) {
        sections.updated.append(after[try entry.required("at")].identifier)
      }
      items.updated += Self.runs(itemLists?[list], at: "at", in: after).map(\.identifier)
      if list == "reloads" { reloaded = items.updated }
    }
    for row in Self.runs(batch["outlines"], at: "at", in: after).map(\.identifier)
    where !items.inserted.contains(row) && !items.updated.contains(row) {
      items.updated.append(row)
    }
  }

  /// How many items a batch deletes, those of deleted sections included.
  static func numberOfDeletedItems(_ before: [Section], _ batch: JSONView?) throws -> Int {
    let lists = batch?["items"]
    let taken = runs(lists?["deletes"], at: "at", in: before).map(\.place)
    let moved = runs(lists?["moves"], at: "from", in: before).map(\.place)
    let left = try elements(batch?["sections"]?["deletes"]).map { entry in
      let section = try entry.required("at")
      return before[section].items.count - (taken + moved).count { $0[0] == section }
    }
    return taken.count + left.reduce(0, +)
  }

  /// The change of a list that was read as a whole: what stayed is drawn anew.
  init(reset before: [Section], _ after: [Section]) {
    func lists(_ before: [Identifier], _ after: [Identifier]) -> Lists {
      let stayed = after.filter(before.contains)
      return Lists(
        deleted: before.filter { !after.contains($0) },
        inserted: after.filter { !before.contains($0) },
        moved: stayed,
        updated: stayed
      )
    }
    self.before = before
    self.after = after
    isReset = true
    items = lists(before.rows, after.rows)
    sections = lists(before.map(\.identifier), after.map(\.identifier))
  }

  /// The items of runs, one after the other, with their places.
  private static func runs(
    _ list: JSONView?,
    at name: String,
    in sections: [Section]
  ) -> [(identifier: Identifier, place: [Int])] {
    elements(list).flatMap { run in
      let place = elements(run[name]).compactMap(\.integer)
      let count = run["count"]?.integer ?? elements(run["items"]).count
      return (0..<count).map { offset in
        let (section, item) = (place[0], place[1] + offset)
        return (sections[section].items[item].identifier, [section, item])
      }
    }
  }

  // MARK: Splices and anchors

  /// A row, or with headers a section, as it stands in one flat list.
  private struct FlatEntry: Hashable {
    let identifier: Identifier
    let isSection: Bool

    var text: String {
      let text = String(decoding: identifier, as: UTF8.self)
      return isSection ? #"{"section":\#(text)}"# : text
    }
  }

  private func flat(_ sections: [Section], _ headers: Bool) -> [FlatEntry] {
    sections.flatMap { section in
      (headers ? [FlatEntry(identifier: section.identifier, isSection: true)] : [])
        + section.items.map { FlatEntry(identifier: $0.identifier, isSection: false) }
    }
  }

  /// The splices that lead from the list before to the list after, as JSON.
  ///
  /// What was not touched stands in both lists in the same order; it cuts them into stretches, and
  /// each stretch that holds anything on either side is one splice.
  func splices(headers: Bool) throws -> String {
    func entries(_ lists: Lists, _ isSection: Bool) -> [FlatEntry] {
      (lists.deleted + lists.inserted + lists.moved)
        .map { FlatEntry(identifier: $0, isSection: isSection) }
    }
    let touched = Set(entries(items, false) + entries(sections, true))
    let old = stretches(flat(before, headers), touched)
    let new = stretches(flat(after, headers), touched)
    guard old.kept == new.kept else { throw VectorError("what was not touched moved") }
    var at = 0
    var splices: [String] = []
    for (removed, added) in zip(old.stretches, new.stretches) {
      if !removed.isEmpty || !added.isEmpty {
        splices.append("[\(at),\(removed.count),[\(added.map(\.text).joined(separator: ","))]]")
      }
      at += added.count + 1
    }
    return "[\(splices.joined(separator: ","))]"
  }

  private func stretches(
    _ entries: [FlatEntry],
    _ touched: Set<FlatEntry>
  ) -> (kept: [FlatEntry], stretches: [[FlatEntry]]) {
    var kept: [FlatEntry] = []
    var stretches: [[FlatEntry]] = [[]]
    for entry in entries {
      if touched.contains(entry) {
        stretches[stretches.count - 1].append(entry)
      } else {
        kept.append(entry)
        stretches.append([])
      }
    }
    return (kept, stretches)
  }

  /// The row that takes over what hung on a row: itself if it stayed, else the nearest below that
  /// stayed, else the nearest above.
  func anchor(after row: Identifier) -> Identifier? {
    let rows = before.rows
    if after.rows.contains(row) { return row }
    guard let place = rows.firstIndex(of: row) else { return nil }
    let stayed = rows.indices.filter { after.rows.contains(rows[$0]) }
    return (stayed.first { $0 > place } ?? stayed.last { $0 < place }).map { rows[$0] }
  }

  /// The change as a line of a vector has it.
  func line(_ facts: String, headers: Bool) throws -> String {
    func array(_ identifiers: [Identifier]) -> String {
      "[\(identifiers.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ","))]"
    }
    func members(_ lists: Lists) -> String {
      #""deleted":\#(array(lists.deleted)),"inserted":\#(array(lists.inserted)),"#
        + #""moved":\#(array(lists.moved)),"updated":\#(array(lists.updated))"#
    }
    return #"{"change":{\#(facts),"reset":\#(isReset),\#(members(items)),"#
      + #""reloaded":\#(array(reloaded)),"sections":{\#(members(sections))},"#
      + #""splices":\#(try splices(headers: headers))}}"#
  }
}

/// The elements of an array; none of a value that is not there.
func elements(_ view: JSONView?) -> [JSONView] { view?.elements.map { $0 } ?? [] }

extension JSONView {
  /// A whole number that must be there.
  func required(_ name: String) throws -> Int {
    guard let value = self[name]?.integer else { throw VectorError("\(name) is missing") }
    return value
  }
}
