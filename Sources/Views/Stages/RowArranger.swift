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
  /// A row that is shown.
  private struct Candidate {
    let row: Handle
    let score: Int
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
        if let score = score(row) { body(Candidate(row: row, score: score)) }
      }
      position = end
      try checkpoint.step(1024)
    }
  }

  /// Puts the rows of a section, which are in base order, into theirs.
  private func sorted(
    _ found: [Candidate],
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> [Handle] {
    guard rules.ranks || rules.compare != nil, found.count > 1 else { return found.map(\.row) }
    var ranked = found.map { RankedRow(beginning: beginning($0), row: $0.row) }
    try ranked.sortByFirst(checkpoint.step)
    var start = 0
    while start < ranked.count {
      let first = ranked[start].beginning.first
      let end = ranked[start...].firstIndex { $0.beginning.first != first } ?? ranked.count
      if end - start > 1 { try settle(&ranked, in: start..<end, checkpoint) }
      start = end
    }
    return ranked.map(\.row)
  }

  /// What a row's place depends on before anything is compared.
  private func beginning(_ candidate: Candidate) -> KeyBeginning {
    let key = rules.beginning?(candidate.row, reading) ?? .least
    guard rules.ranks else { return key }
    // The greatest score is the least number.
    let score = UInt64(bitPattern: Int64(candidate.score)) ^ 1 << 63
    return KeyBeginning(~score, key.first)
  }

  /// Puts rows in order of which the first numbers are the same, and which are in base order.
  private func settle(
    _ ranked: inout [RankedRow],
    in range: Range<Int>,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    guard rules.compare != nil else { return }
    var interruption: ViewError?
    let order = range.sorted { one, other in
      let (lhs, rhs) = (ranked[one], ranked[other])
      if lhs.beginning.second != rhs.beginning.second {
        return lhs.beginning.second < rhs.beginning.second
      }
      if interruption == nil { interruption = checkpoint.interruption(after: 1) }
      if interruption == nil, let order = rules.compare?(lhs.row, rhs.row, reading), order != 0 {
        return order < 0
      }
      return one < other
    }
    if let interruption { throw interruption }
    let settled = order.map { ranked[$0] }
    ranked.replaceSubrange(range, with: settled)
  }
}
