import JSON
import Replicas

/// A row as it is drawn: a section, or an item in it, with what became of it.
struct PlayRow {
  /// Sections and items may have the same identifier and are not the same.
  struct Key: Hashable {
    var isSection: Bool
    var identifier: [UInt8]
  }

  let key: Key
  private(set) var marks: [ListChanges.Kind]
  /// What stands before the identifier of a row in a tree.
  private let indent: String
  private let contentBytes: [UInt8]?

  /// The row of a section.
  init(_ section: ListReplica.Section, _ marks: PlayMarks) {
    key = Key(isSection: true, identifier: section.identifier)
    self.marks = marks[key]
    indent = ""
    contentBytes = section.content
  }

  /// The row of an item; in a tree it stands as deep as its level says, behind a triangle if it can
  /// be opened or closed.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - marks: What became of the rows.
  ///   - isTree: Whether its section has a tree.
  ///   - deepest: The level from which on rows stand no deeper, so that something of them is seen.
  init(_ item: ListReplica.Item, _ marks: PlayMarks, isTree: Bool, deepest: Int) {
    key = Key(isSection: false, identifier: item.identifier)
    self.marks = marks[key]
    contentBytes = item.content
    let outline = item.outline
    let triangle = outline.isExpanded ? "▾ " : outline.numberOfChildren > 0 ? "▸ " : "  "
    indent =
      isTree ? String(repeating: "  ", count: min(outline.level, deepest)) + triangle : ""
  }

  /// The row when what became of it is past.
  var unmarked: PlayRow {
    var row = self
    row.marks = []
    return row
  }

  /// The rows of a section, its own first.
  static func rows(
    of section: ListReplica.Section,
    _ marks: PlayMarks,
    deepest: Int
  ) -> [PlayRow] {
    let isTree = section.items.contains { $0.outline != .plain }
    return [PlayRow(section, marks)]
      + section.items.map { PlayRow($0, marks, isTree: isTree, deepest: deepest) }
  }

  // MARK: - Lines

  /// An identifier without its quotes; the parts of a composite one with a dot between them.
  private var label: String {
    let document = try? JSONDocument(parsing: key.identifier[...], maxNestingDepth: .max)
    guard let root = document?.root else { return "?" }
    let parts = root.kind == .array ? root.elements.map { $0 } : [root]
    return indent
      + parts.map { String(printable: $0.string.map { Array($0.utf8) } ?? Array($0.bytes)) }
      .joined(separator: " · ")
  }

  /// Of the width of a line, what a label may take if there is content.
  private static func longestLabel(_ width: Int) -> Int { width * 3 / 5 }

  /// The column in which contents stand, so that they stand below one another.
  static func contentColumn(of rows: [PlayRow], width: Int) -> Int {
    let widest = rows.map { $0.key.isSection ? 0 : $0.label.width }.max() ?? 0
    return min(widest, longestLabel(width))
  }

  /// The marks, the label, and the content behind it as far as there is room.
  func line(contentColumn column: Int, width: Int) -> PlayLine {
    let signs = marks.map(\.sign).joined()
    let colour = marks.last?.colour ?? (key.isSection ? .bold : .plain)
    let content = contentBytes.map { String(printable: $0) } ?? ""
    let indent = key.isSection ? 0 : 2
    let label = label.cut(to: content.isEmpty ? width - 5 : Self.longestLabel(width))
    var line = PlayLine(signs, colour)
    line.append(String(repeating: " ", count: max(1, 3 - signs.count) + indent))
    line.append(label, colour)
    guard !content.isEmpty else { return line }
    let gap = key.isSection ? 2 : max(0, column - label.width) + 2
    line.append(String(repeating: " ", count: gap))
    line.append(content.cut(to: width - 5 - label.width - gap), .dim)
    return line
  }
}

/// What became of the rows of a list.
struct PlayMarks {
  private var kinds: [PlayRow.Key: [ListChanges.Kind]] = [:]

  init(_ changes: ListChanges?) {
    for change in changes?.sections ?? [] {
      kinds[.init(isSection: true, identifier: change.identifier), default: []].append(change.kind)
    }
    for change in changes?.items ?? [] {
      kinds[.init(isSection: false, identifier: change.identifier), default: []].append(change.kind)
    }
  }

  subscript(key: PlayRow.Key) -> [ListChanges.Kind] { kinds[key] ?? [] }
}

extension ListChanges.Kind {
  fileprivate var sign: String {
    switch self {
    case .inserted: "+"
    case .deleted: "-"
    case .moved: ">"
    case .reloaded: "!"
    case .reconfigured: "~"
    }
  }

  fileprivate var colour: PlayStyle.Colour {
    switch self {
    case .inserted: .green
    case .deleted: .red
    case .moved: .yellow
    case .reloaded: .magenta
    case .reconfigured: .cyan
    }
  }
}
