import Replicas

/// Draws a list with what became of its rows; rows that are gone are shown where they were.
struct PlayListDrawing {
  private let style: PlayStyle
  private let before: ListReplica
  private let after: ListReplica
  private let marks: PlayMarks
  /// The sections before, by their identifiers.
  private let former: [[UInt8]: ListReplica.Section]

  init(style: PlayStyle, before: ListReplica, after: ListReplica, changes: ListChanges?) {
    self.style = style
    self.before = before
    self.after = after
    marks = PlayMarks(changes)
    former = Dictionary(before.sections.map { ($0.identifier, $0) }) { first, _ in first }
  }

  func lines() -> [PlayLine] {
    let rows = rows()
    guard !rows.isEmpty else { return [PlayLine("(empty)", .dim).indented(by: 9)] }
    let width = style.width - 4
    let column = PlayRow.contentColumn(of: rows, width: width)
    var lines: [PlayLine] = []
    var isLeavingOut = false
    let shown = shownRows(rows)
    for (index, row) in rows.enumerated() {
      if shown.contains(index) {
        lines.append(row.line(contentColumn: column, width: width).indented(by: 4))
        isLeavingOut = false
      } else if !isLeavingOut {
        lines.append(PlayLine("…", .dim).indented(by: 9))
        isLeavingOut = true
      }
    }
    return lines
  }

  // MARK: - Rows

  private func rows() -> [PlayRow] {
    let stillHere = Set(after.sections.map(\.identifier))
    let gone = goneAfter(before.sections.map(\.identifier), isSection: true, stillHere)
    var rows = (gone[[]] ?? []).flatMap(rowsOfGoneSection)
    for section in after.sections {
      rows.append(PlayRow(section, marks))
      rows += rowsOfItems(in: section)
      rows += (gone[section.identifier] ?? []).flatMap(rowsOfGoneSection)
    }
    return rows
  }

  private func rowsOfItems(in section: ListReplica.Section) -> [PlayRow] {
    let old = former[section.identifier]?.items ?? .init()
    let stillHere = Set(section.items.map(\.identifier))
    let gone = goneAfter(old.map(\.identifier), isSection: false, stillHere)
    let formerItems = Dictionary(old.map { ($0.identifier, $0) }) { first, _ in first }
    let isTree = (old + section.items).contains { $0.outline != .plain }
    func goneRows(_ anchor: [UInt8]) -> [PlayRow] {
      (gone[anchor] ?? []).compactMap { formerItems[$0].map { row(of: $0, isTree: isTree) } }
    }
    return goneRows([])
      + section.items.flatMap { [row(of: $0, isTree: isTree)] + goneRows($0.identifier) }
  }

  private func rowsOfGoneSection(_ identifier: [UInt8]) -> [PlayRow] {
    guard let section = former[identifier] else { return [] }
    let rows = PlayRow.rows(of: section, marks, deepest: style.width / 8)
    return rows.filter { $0.key.isSection || $0.marks.contains(.deleted) }
  }

  private func row(of item: ListReplica.Item, isTree: Bool) -> PlayRow {
    PlayRow(item, marks, isTree: isTree, deepest: style.width / 8)
  }

  /// The deleted ones by the last survivor that stood before them; those at the start by no identifier.
  private func goneAfter(
    _ old: [[UInt8]],
    isSection: Bool,
    _ survivors: Set<[UInt8]>
  ) -> [[UInt8]: [[UInt8]]] {
    var result: [[UInt8]: [[UInt8]]] = [:]
    var anchor: [UInt8] = []
    for identifier in old {
      if marks[.init(isSection: isSection, identifier: identifier)].contains(.deleted) {
        result[anchor, default: []].append(identifier)
      } else if survivors.contains(identifier) {
        anchor = identifier
      }
    }
    return result
  }

  /// All rows of a short list; of a long one the sections and what changed, with a little around it.
  private func shownRows(_ rows: [PlayRow]) -> Set<Int> {
    guard rows.count > 48 else { return Set(rows.indices) }
    var shown: Set<Int> = []
    for (index, row) in rows.enumerated() {
      if row.key.isSection { shown.insert(index) }
      if !row.marks.isEmpty {
        shown.formUnion(max(0, index - 2)...min(rows.count - 1, index + 2))
      }
    }
    return shown
  }
}
