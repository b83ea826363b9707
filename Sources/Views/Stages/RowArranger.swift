import DataSources
import Snapshots

/// Finds rows, their sections and their order by the rules of a view: the whole list at once.
struct RowArranger {
  let rules: ViewRules
  /// The rows of the base in their order.
  let rows: Snapshot
  /// The rows' contents.
  let reading: RowReading
  /// Whether sections of the base are shown that have no rows.
  let keepsEmptySections: Bool
  /// The places of the groups that are always there.
  private let alwaysOrder: [Handle: Int]

  init(_ rules: ViewRules, rows: Snapshot, reading: RowReading, isWindowed: Bool) {
    self.rules = rules
    self.rows = rows
    self.reading = reading
    if case .base(keepingEmpty: true) = rules.sections, !isWindowed {
      keepsEmptySections = true
    } else {
      keepsEmptySections = false
    }
    if case .groups(let groups) = rules.sections {
      alwaysOrder = Dictionary(uniqueKeysWithValues: zip(groups.always, 0...))
    } else {
      alwaysOrder = [:]
    }
  }

  /// How well a row is found, nil when it is not shown.
  func score(_ row: Handle) -> Int? {
    guard let score = rules.score else { return 0 }
    return score(row, reading)
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
    case .groups: alwaysOrder[section] != nil
    case .one: true
    }
  }

  /// Whether one section stands in front of another.
  func areInOrder(_ first: Handle, _ second: Handle) -> Bool {
    switch rules.sections {
    case .base: return rows.index(ofSection: first) ?? 0 < rows.index(ofSection: second) ?? 0
    case .one: return false
    case .groups(let groups):
      switch (alwaysOrder[first], alwaysOrder[second]) {
      case (let first?, let second?): return first < second
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return first != second && groups.areInOrder(first, second)
      }
    }
  }
}

/// Sections, how many rows each has, and the rows of all.
struct ArrangedRows {
  var sections: [Handle] = []
  var counts: [Int] = []
  var rows: [Handle] = []

  mutating func append(_ section: Handle, _ rows: some Collection<Handle>) {
    sections.append(section)
    counts.append(rows.count)
    self.rows.append(contentsOf: rows)
  }
}

extension RowArranger {
  /// A row with what its place depends on.
  private struct Candidate {
    let row: Handle
    let score: Int
    let position: Int
  }

  /// Finds the whole list.
  ///
  /// - Complexity: O(n log n) for n rows of the base.
  func arrange(_ checkpoint: ViewCheckpoint) throws(ViewError) -> ArrangedRows {
    var result = ArrangedRows()
    switch rules.sections {
    case .base:
      for index in 0..<rows.numberOfSections {
        var found: [Candidate] = []
        try find(in: rows.positions(inSectionAt: index), checkpoint) { found.append($0) }
        guard !found.isEmpty || keepsEmptySections else { continue }
        result.append(rows.sectionHandle(at: index), try sorted(found, checkpoint))
      }
    case .one(let section):
      var found: [Candidate] = []
      try find(in: 0..<rows.numberOfItems, checkpoint) { found.append($0) }
      result.append(section, try sorted(found, checkpoint))
    case .groups(let groups):
      var found: [Handle: [Candidate]] = [:]
      for section in groups.always { found[section] = [] }
      try find(in: 0..<rows.numberOfItems, checkpoint) { candidate in
        found[groups.group(candidate.row, reading), default: []].append(candidate)
      }
      for section in found.keys.sorted(by: areInOrder) {
        result.append(section, try sorted(found[section] ?? [], checkpoint))
      }
    }
    return result
  }

  /// Calls a closure with the rows at some positions that are shown.
  private func find(
    in positions: Range<Int>,
    _ checkpoint: ViewCheckpoint,
    _ body: (Candidate) -> Void
  ) throws(ViewError) {
    var position = positions.lowerBound
    while position < positions.upperBound {
      let end = min(positions.upperBound, position + 1024)
      for row in rows.itemHandles(at: position..<end) {
        if let score = score(row) { body(Candidate(row: row, score: score, position: position)) }
        position += 1
      }
      try checkpoint.step(1024)
    }
  }

  private func sorted(
    _ found: [Candidate],
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> [Handle] {
    guard rules.ranks || rules.compare != nil, found.count > 1 else { return found.map(\.row) }
    var interruption: ViewError?
    let order = found.sorted { first, second in
      if interruption == nil { interruption = checkpoint.interruption(after: 1) }
      if interruption == nil, rules.ranks, first.score != second.score {
        return first.score > second.score
      }
      if interruption == nil, let order = rules.compare?(first.row, second.row, reading), order != 0
      {
        return order < 0
      }
      return first.position < second.position
    }
    if let interruption { throw interruption }
    return order.map(\.row)
  }
}
