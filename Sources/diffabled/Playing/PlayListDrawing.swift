import JSON
import Replicas
import Transcripts

/// Draws a list with what became of its rows; rows that are gone are shown where they were.
struct PlayListDrawing {
  private struct Row {
    var marks: [ListChanges.Kind]
    var label: String
    var content: String
    var isSection: Bool
  }

  private let style: PlayStyle
  private let before: ListReplica
  private let after: ListReplica
  private var sectionMarks: [[UInt8]: [ListChanges.Kind]] = [:]
  private var itemMarks: [[UInt8]: [ListChanges.Kind]] = [:]

  init(style: PlayStyle, before: ListReplica, after: ListReplica, changes: ListChanges?) {
    self.style = style
    self.before = before
    self.after = after
    for change in changes?.sections ?? [] {
      sectionMarks[change.identifier, default: []].append(change.kind)
    }
    for change in changes?.items ?? [] {
      itemMarks[change.identifier, default: []].append(change.kind)
    }
  }

  func lines() -> [String] {
    let rows = rows()
    guard !rows.isEmpty else { return ["         " + style.paint("(empty)", .dim)] }
    let widest = rows.map { $0.isSection ? 0 : $0.label.count }.max() ?? 0
    let column = min(widest, style.width / 2)
    var lines: [String] = []
    var isLeavingOut = false
    let shown = shownRows(rows)
    for (index, row) in rows.enumerated() {
      if shown.contains(index) {
        lines.append(line(row, column))
        isLeavingOut = false
      } else if !isLeavingOut {
        lines.append("         " + style.paint("…", .dim))
        isLeavingOut = true
      }
    }
    return lines
  }

  // MARK: - Rows

  private func rows() -> [Row] {
    let goneSections = goneAfter(before.sections.map(\.identifier), sectionMarks) { identifier in
      after.sections.contains { $0.identifier == identifier }
    }
    var rows = (goneSections[[]] ?? []).flatMap(rowsOfGoneSection)
    for section in after.sections {
      rows.append(row(section.identifier, section.content, sectionMarks, isSection: true))
      rows += rowsOfItems(in: section)
      rows += (goneSections[section.identifier] ?? []).flatMap(rowsOfGoneSection)
    }
    return rows
  }

  private func rowsOfItems(in section: ListReplica.Section) -> [Row] {
    let old = before.sections.first { $0.identifier == section.identifier }?.items ?? []
    let stillHere = Set(section.items.map(\.identifier))
    let gone = goneAfter(old.map(\.identifier), itemMarks) { stillHere.contains($0) }
    let former = Dictionary(old.map { ($0.identifier, $0) }) { first, _ in first }
    let isTree = (old + section.items).contains { $0.outline != .plain }
    func goneRows(_ anchor: [UInt8]) -> [Row] {
      (gone[anchor] ?? []).compactMap { former[$0].map { row(of: $0, isTree: isTree) } }
    }
    return goneRows([])
      + section.items.flatMap { [row(of: $0, isTree: isTree)] + goneRows($0.identifier) }
  }

  private func rowsOfGoneSection(_ identifier: [UInt8]) -> [Row] {
    guard let section = before.sections.first(where: { $0.identifier == identifier }) else {
      return []
    }
    let items = section.items.filter { itemMarks[$0.identifier]?.contains(.deleted) == true }
    let isTree = section.items.contains { $0.outline != .plain }
    return [row(identifier, section.content, sectionMarks, isSection: true)]
      + items.map { row(of: $0, isTree: isTree) }
  }

  /// The deleted ones by the last survivor that stood before them; those at the start by no identifier.
  private func goneAfter(
    _ old: [[UInt8]],
    _ marks: [[UInt8]: [ListChanges.Kind]],
    survives: ([UInt8]) -> Bool
  ) -> [[UInt8]: [[UInt8]]] {
    var result: [[UInt8]: [[UInt8]]] = [:]
    var anchor: [UInt8] = []
    for identifier in old {
      if marks[identifier]?.contains(.deleted) == true {
        result[anchor, default: []].append(identifier)
      } else if survives(identifier) {
        anchor = identifier
      }
    }
    return result
  }

  /// An item; in a tree it stands as deep as its level says, behind a triangle if it can be opened
  /// or closed.
  private func row(of item: ListReplica.Item, isTree: Bool) -> Row {
    var row = row(item.identifier, item.content, itemMarks, isSection: false)
    let outline = item.outline
    // However deep it is, some of the identifier is to be seen.
    let indent = String(repeating: "  ", count: min(outline.level, style.width / 8))
    let triangle = outline.isExpanded ? "▾ " : outline.numberOfChildren > 0 ? "▸ " : "  "
    if isTree { row.label = indent + triangle + row.label }
    return row
  }

  private func row(
    _ identifier: [UInt8],
    _ content: [UInt8]?,
    _ marks: [[UInt8]: [ListChanges.Kind]],
    isSection: Bool
  ) -> Row {
    Row(
      marks: marks[identifier] ?? [],
      label: Self.label(identifier),
      content: content.map { String(printable: $0) } ?? "",
      isSection: isSection
    )
  }

  /// An identifier without its quotes; the parts of a composite one with a dot between them.
  private static func label(_ identifier: [UInt8]) -> String {
    guard let document = try? JSONDocument(parsing: identifier[...]) else { return "?" }
    let root = document.root
    let parts = root.kind == .array ? root.elements.map { $0 } : [root]
    return parts.map { String(printable: $0.string.map { Array($0.utf8) } ?? Array($0.bytes)) }
      .joined(separator: " · ")
  }

  // MARK: - Lines

  /// All rows of a short list; of a long one the sections and what changed, with a little around it.
  private func shownRows(_ rows: [Row]) -> Set<Int> {
    guard rows.count > 48 else { return Set(rows.indices) }
    var shown: Set<Int> = []
    for (index, row) in rows.enumerated() {
      if row.isSection { shown.insert(index) }
      if !row.marks.isEmpty {
        shown.formUnion(max(0, index - 2)...min(rows.count - 1, index + 2))
      }
    }
    return shown
  }

  private func line(_ row: Row, _ column: Int) -> String {
    let marks = row.marks.map(Self.mark).joined()
    let colour = row.marks.last.map(Self.colour) ?? (row.isSection ? .bold : .plain)
    let indent = row.isSection ? "" : "  "
    let label = row.label.cut(to: style.width / 2)
    var line = "    " + style.paint(marks, colour)
    line += String(repeating: " ", count: max(1, 3 - marks.count))
    line += indent + style.paint(label, colour)
    guard !row.content.isEmpty else { return line }
    let gap = row.isSection ? 2 : max(0, column - label.count) + 2
    let room = style.width - 9 - label.count - gap
    return line + String(repeating: " ", count: gap)
      + style.paint(row.content.cut(to: room), .dim)
  }

  private static func mark(_ kind: ListChanges.Kind) -> String {
    switch kind {
    case .inserted: "+"
    case .deleted: "-"
    case .moved: ">"
    case .reloaded: "!"
    case .reconfigured: "~"
    }
  }

  private static func colour(_ kind: ListChanges.Kind) -> PlayStyle.Colour {
    switch kind {
    case .inserted: .green
    case .deleted: .red
    case .moved: .yellow
    case .reloaded: .magenta
    case .reconfigured: .cyan
    }
  }
}
