import Glibc
import Replicas

/// The rows of a list on their way from one revision to the next.
///
/// What comes in unfolds from the row before it, and what goes folds into that; the rest slides, and
/// what was moved slides in front of it.
struct PlayMotion {
  /// A row at one moment.
  struct Moment {
    /// Its line in the list, counted from zero.
    var line: Int
    /// How far to the right of its place it is drawn.
    var shift: Int
    var row: PlayRow
  }

  private struct Path {
    var row: PlayRow
    var from: Double
    var to: Double
    /// What is in front of what.
    var layer: Int
    /// Whether the row is there before, and after.
    var stays: (before: Bool, after: Bool)
  }

  private let paths: [Path]
  /// How many rows there are, before and after.
  let counts: (before: Int, after: Int)
  /// The lines, after, between which something became of rows; nil if nothing did.
  let changed: ClosedRange<Int>?

  init(before: ListReplica, after: ListReplica, changes: ListChanges?, deepest: Int) {
    let marks = PlayMarks(changes)
    let old = before.sections.flatMap { PlayRow.rows(of: $0, marks, deepest: deepest) }
    let new = after.sections.flatMap { PlayRow.rows(of: $0, marks, deepest: deepest) }
    let oldLines = Self.lines(of: old)
    let newLines = Self.lines(of: new)
    let carried = Self.carried(in: after, marks)
    // In layers from the back to the front: what comes or goes, what stays, what was moved.
    paths =
      Self.paths(of: old.enumerated(), over: newLines) { row, line, anchor in
        guard newLines[row.key] == nil else { return nil }
        return Path(row: row, from: line, to: anchor, layer: 0, stays: (true, false))
      }
      + Self.paths(of: new.enumerated(), over: oldLines) { row, line, anchor in
        guard let from = oldLines[row.key] else {
          return Path(row: row, from: anchor, to: line, layer: 0, stays: (false, true))
        }
        let isMoved = row.marks.contains(.moved) || carried.contains(row.key)
        let layer = isMoved ? 2 : 1
        return Path(row: row, from: Double(from), to: line, layer: layer, stays: (true, true))
      }
    counts = (old.count, new.count)
    let touched = paths.filter { !$0.row.marks.isEmpty }.map { Int($0.to) }
    changed = touched.min().flatMap { least in touched.max().map { least...$0 } }
  }

  private static func lines(of rows: [PlayRow]) -> [PlayRow.Key: Int] {
    Dictionary(rows.enumerated().map { ($0.element.key, $0.offset) }) { first, _ in first }
  }

  /// The rows of one list with their lines, and the lines in the other one of the rows before them.
  private static func paths(
    of rows: some Sequence<(offset: Int, element: PlayRow)>,
    over other: [PlayRow.Key: Int],
    path: (PlayRow, _ line: Double, _ anchor: Double) -> Path?
  ) -> [Path] {
    var anchor = 0.0
    return rows.compactMap { offset, row in
      if let line = other[row.key] { anchor = Double(line) }
      return path(row, Double(offset), anchor)
    }
  }

  /// The rows that go where their section goes.
  private static func carried(in list: ListReplica, _ marks: PlayMarks) -> Set<PlayRow.Key> {
    var carried: Set<PlayRow.Key> = []
    for section in list.sections
    where marks[.init(isSection: true, identifier: section.identifier)].contains(.moved) {
      for item in section.items {
        carried.insert(.init(isSection: false, identifier: item.identifier))
      }
    }
    return carried
  }

  // MARK: - In between

  /// What is to be seen, one row a line, in no order.
  ///
  /// - Parameters:
  ///   - progress: 0 before, 1 after.
  ///   - lines: The lines that are in sight.
  /// - Returns: The rows that are in front of others.
  func moments(at progress: Double, in lines: Range<Int>) -> [Moment] {
    var front: [Int: (layer: Int, moment: Moment)] = [:]
    let eased = progress * progress * (3 - 2 * progress)
    for path in paths {
      if progress <= 0, !path.stays.before { continue }
      if progress >= 1, !path.stays.after { continue }
      let line = Int((path.from + (path.to - path.from) * eased).rounded())
      guard lines.contains(line) else { continue }
      if let other = front[line], other.layer > path.layer { continue }
      let isShifted = path.layer == 2 && path.from != path.to
      let shift = isShifted ? Int((3 * sin(.pi * eased)).rounded()) : 0
      front[line] = (path.layer, Moment(line: line, shift: shift, row: path.row))
    }
    return front.values.map(\.moment)
  }
}
