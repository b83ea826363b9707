import TestSupport

/// A view as a client defined it: each stage as it was sent, and as it is meant.
struct ModelView {
  /// The members in the order in which they are carried out, and answered.
  static let members = [
    "of", "hidden", "where", "search", "groupBy", "flatten", "sortBy", "emptySections", "window",
    "live",
  ]

  enum Window {
    case at(offset: Int, limit: Int)
    case around(String, before: Int, after: Int)
  }

  /// The name of the data source whose rows it takes.
  let base: String
  /// The members that were given, as JSON.
  var texts: [String: String]
  var holds: ((ModelRow) -> Bool)?
  var search: ModelSearch?
  var grouping: ModelGrouping?
  var isFlat = false
  var keys: [ModelRowKey] = []
  var keepsEmptySections = false
  var window: Window?
  var isLive = true

  /// The revision of the base that is shown.
  var baseRevision = 0
  /// Where the window came out, nil without one.
  var extent: (offset: Int, total: Int)?

  init(of base: String) {
    self.base = base
    texts = ["of": #""\#(base)""#]
  }

  /// What it is made by, as `dataSource/list` says it.
  var text: String {
    let given = ModelView.members.compactMap { name in texts[name].map { #""\#(name)":\#($0)"# } }
    return "{\(given.joined(separator: ","))}"
  }

  /// The member `window` of what is told of it, nil without one.
  var windowText: String? {
    extent.map { #"{"offset":\#($0.offset),"total":\#($0.total)}"# }
  }

  /// Whether its sections are the base's.
  var keepsSections: Bool { grouping == nil && !isFlat }
  /// Whether rows are searched.
  var isSearching: Bool { search.map { !$0.words.isEmpty } ?? false }
}

/// One stage as a client writes it.
struct SentStage {
  let name: String
  /// The JSON, `null` for a stage that goes.
  let text: String
  let change: (inout ModelView) -> Void

  /// Makes it a part of a definition.
  func make(_ view: inout ModelView) {
    view.texts[name] = text == "null" ? nil : text
    change(&view)
  }
}

// MARK: - Evaluating

extension ModelView {
  private struct Section {
    var name: String
    var content: String?
    var rows: [ModelRow]
  }

  /// What it shows of a list, found by going through everything.
  mutating func evaluate(_ list: ModelSnapshot) -> ModelSnapshot {
    var sections = list.sections.map { section in
      let rows = section.items.map {
        ModelRow(id: $0, section: section.name, content: list.itemContents[$0])
      }
      return Section(
        name: section.name,
        content: list.sectionContents[section.name],
        rows: rows.filter { holds?($0) ?? true }
          .filter { !isSearching || search?.score(of: $0) != nil }
      )
    }
    sections = regrouped(sections)
    for index in sections.indices { sections[index].rows = sorted(sections[index].rows) }
    if window != nil {
      sections = cut(sections)
    } else {
      extent = nil
    }
    let keepsEmpty = isFlat || window == nil && (grouping != nil || keepsEmptySections)
    if !keepsEmpty { sections.removeAll { $0.rows.isEmpty } }
    var shown = ModelSnapshot(sections.map { .init($0.name, $0.rows.map(\.id)) })
    for section in sections {
      shown.sectionContents[section.name] = section.content
      for row in section.rows { shown.itemContents[row.id] = row.content }
    }
    return shown
  }

  private func regrouped(_ sections: [Section]) -> [Section] {
    let rows = sections.flatMap(\.rows)
    if isFlat { return [Section(name: #""all""#, content: nil, rows: rows)] }
    guard let grouping else { return sections }
    let names = rows.map(grouping.section)
    return grouping.inOrder(Set(names)).map { name in
      let members = zip(rows, names).filter { $0.1 == name }.map(\.0)
      return Section(name: name, content: grouping.content(of: name), rows: members)
    }
  }

  /// Puts one row after the other behind all that it does not come before.
  private func sorted(_ rows: [ModelRow]) -> [ModelRow] {
    var sorted: [ModelRow] = []
    for row in rows {
      let place = sorted.lastIndex { !comes(row, before: $0) }
      sorted.insert(row, at: place.map { $0 + 1 } ?? 0)
    }
    return sorted
  }

  private func comes(_ row: ModelRow, before other: ModelRow) -> Bool {
    if let search, isSearching, search.ranks {
      let (one, two) = (search.score(of: row) ?? 0, search.score(of: other) ?? 0)
      if one != two { return one > two }
    }
    for key in keys {
      let order = key.order(row, other)
      if order != 0 { return order < 0 }
    }
    return false
  }

  /// Keeps the rows in the window, and notes where it came out.
  private mutating func cut(_ sections: [Section]) -> [Section] {
    let all = sections.flatMap(\.rows).map(\.id)
    let low: Int
    let end: Int
    switch window {
    case nil: return sections
    case .at(let offset, let limit):
      low = min(offset, all.count)
      end = low + limit
    case .around(let item, let before, let after):
      if let position = all.firstIndex(of: item) {
        low = max(0, position - before)
        end = position + after + 1
      } else {
        low = min(extent?.offset ?? 0, all.count)
        end = low + before + after + 1
      }
    }
    extent = (low, all.count)
    let kept = Set(all[low..<min(end, all.count)])
    return sections.map { section in
      var section = section
      section.rows.removeAll { !kept.contains($0.id) }
      return section
    }
  }
}
