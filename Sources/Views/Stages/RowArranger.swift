import DataSources
import Snapshots

/// Finds rows, their sections and their order by the rules of a view: the whole list at once.
///
/// An object that nobody changes, since the closures that put rows in order all hold it.
final class RowArranger {
  let rules: ViewRules
  /// The rows of the base in their order.
  let rows: Snapshot
  /// The rows' contents.
  let reading: RowReading
  /// Whether only some of the rows are seen.
  let isWindowed: Bool
  /// Whether sections of the base are shown that have no rows.
  let keepsEmptySections: Bool

  init(_ rules: ViewRules, rows: Snapshot, reading: RowReading, isWindowed: Bool) {
    self.rules = rules
    self.rows = rows
    self.reading = reading
    self.isWindowed = isWindowed
    if case .base(keepingEmpty: true) = rules.sections, !isWindowed {
      keepsEmptySections = true
    } else {
      keepsEmptySections = false
    }
  }

  /// How well a row is found, nil when it is not shown.
  func score(_ row: Handle) -> Int32? {
    guard let find = rules.find else { return 0 }
    var row = row
    var score: Int32 = 0
    return withUnsafeMutablePointer(to: &row) { row in
      withUnsafeMutablePointer(to: &score) { score in
        let scores = UnsafeMutableBufferPointer(start: score, count: 1)
        var batch = RowBatch(
          UnsafeMutableBufferPointer(start: row, count: 1),
          scores: rules.ranks ? scores : nil
        )
        find(&batch, reading)
        return batch.count == 0 ? nil : score.pointee
      }
    }
  }

  /// The section of a row that is shown.
  func section(of row: Handle) -> Handle? {
    switch rules.sections {
    case .base: rows.sectionHandle(containingItem: row)
    case .groups(let groups): groups.group(row, reading)
    case .one(let section): section
    }
  }

  /// Whether a section stays without rows.
  func keeps(_ section: Handle) -> Bool {
    switch rules.sections {
    case .base: keepsEmptySections && rows.index(ofSection: section) != nil
    case .groups(let groups): groups.place(ofAlways: section) != nil
    case .one: true
    }
  }

  /// Whether one section stands in front of another.
  func areInOrder(_ first: Handle, _ second: Handle) -> Bool {
    switch rules.sections {
    case .base: return rows.index(ofSection: first) ?? 0 < rows.index(ofSection: second) ?? 0
    case .one: return false
    case .groups(let groups):
      switch (groups.place(ofAlways: first), groups.place(ofAlways: second)) {
      case (let first?, let second?): return first < second
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return first != second && groups.areInOrder(first, second)
      }
    }
  }
}
