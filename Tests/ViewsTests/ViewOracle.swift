import TestSupport

/// What a view must show, found by going through everything.
///
/// Plain arrays of names, and every question is a search; it shares nothing with what it checks.
struct ViewOracle: Equatable {
  /// The list that is shown, with the contents of what it has and of nothing else.
  var shown = ModelSnapshot()
  /// The window's offset and the number of all rows, nil without a window.
  var extent: Extent?

  struct Extent: Equatable {
    var offset: Int
    var total: Int
  }

  /// A list whose rows are taken.
  struct Base {
    /// The rows in sections.
    var rows: ModelSnapshot
    /// The items, shown and hidden, in sections; the same as the rows where none are hidden.
    var items: ModelSnapshot
  }

  private struct Section {
    var name: String
    var content: String?
    var rows: [NamedRow]
  }

  /// Evaluates a definition from scratch.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - base: The list whose rows are taken.
  ///   - offset: The window's offset before, 0 when there was none.
  init(_ definition: NamedDefinition, of base: Base, offset: Int) {
    let list = definition.takesHidden ? base.items : base.rows
    var sections = list.sections.map { section in
      Section(
        name: section.name,
        content: list.sectionContents[section.name],
        rows: section.items
          .map { NamedRow(item: $0, section: section.name, content: list.itemContents[$0]) }
          .filter { definition.filter == nil || $0.score(definition.filter) != nil }
      )
    }
    sections = ViewOracle.regrouped(sections, definition.sections)
    for index in sections.indices {
      sections[index].rows = ViewOracle.sorted(sections[index].rows, definition)
    }
    if let window = definition.window {
      sections = cut(sections, window, offset)
      if definition.sections != .one { sections.removeAll { $0.rows.isEmpty } }
    } else if definition.sections == .base(keepingEmpty: false) {
      sections.removeAll { $0.rows.isEmpty }
    }
    shown.sections = sections.map { .init($0.name, $0.rows.map(\.item)) }
    for section in sections {
      shown.sectionContents[section.name] = section.content
      for row in section.rows { shown.itemContents[row.item] = row.content }
    }
  }

  init() {}

  private static func regrouped(
    _ sections: [Section],
    _ kind: NamedDefinition.Sections
  ) -> [Section] {
    let rows = sections.flatMap(\.rows)
    switch kind {
    case .base: return sections
    case .one: return [Section(name: "all", content: nil, rows: rows)]
    case .groups(let key, let descending, let always):
      let found = Set(rows.map { $0.value(key) }).subtracting(always).sorted()
      return (always + (descending ? found.reversed() : found)).map { name in
        Section(name: name, content: "of \(name)", rows: rows.filter { $0.value(key) == name })
      }
    }
  }

  /// Puts each row, the last first, in front of all that do not come before it.
  private static func sorted(_ rows: [NamedRow], _ definition: NamedDefinition) -> [NamedRow] {
    var sorted: [NamedRow] = []
    for row in rows {
      let place = sorted.lastIndex { !comes(row, before: $0, definition) }
      sorted.insert(row, at: place.map { $0 + 1 } ?? 0)
    }
    return sorted
  }

  private static func comes(
    _ row: NamedRow,
    before other: NamedRow,
    _ definition: NamedDefinition
  ) -> Bool {
    if definition.ranks {
      let (score, otherScore) = (row.score(definition.filter), other.score(definition.filter))
      if score != otherScore { return score ?? 0 > otherScore ?? 0 }
    }
    for key in definition.sort where row.value(key) != other.value(key) {
      return row.value(key) < other.value(key)
    }
    return false
  }

  /// Keeps the rows in a window, and notes where it came out.
  private mutating func cut(
    _ sections: [Section],
    _ window: NamedDefinition.Window,
    _ former: Int
  ) -> [Section] {
    let all = sections.flatMap(\.rows).map(\.item)
    var shown: [String]
    var offset: Int
    switch window {
    case .at(let start, let limit):
      offset = min(start, all.count)
      shown = Array(all.dropFirst(offset).prefix(limit))
    case .around(let item, let before, let after):
      if let position = all.firstIndex(of: item) {
        offset = max(0, position - before)
        shown = Array(all[offset..<min(all.count, position + after + 1)])
      } else {
        offset = min(former, all.count)
        shown = Array(all.dropFirst(offset).prefix(before + after + 1))
      }
    }
    extent = Extent(offset: offset, total: all.count)
    let kept = Set(shown)
    return sections.map { section in
      var section = section
      section.rows.removeAll { !kept.contains($0.item) }
      return section
    }
  }
}
