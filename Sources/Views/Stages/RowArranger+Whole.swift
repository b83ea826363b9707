import DataSources
import Snapshots

/// Sections, how many rows each has, and the rows of all.
struct ArrangedRows {
  var sections: [Handle] = []
  var counts: [Int] = []
  var rows: [Handle] = []
  /// The sections whose rows are not all in order.
  var parts = PartedSections()

  mutating func append(_ section: Handle, _ rows: some Collection<Handle>) {
    sections.append(section)
    counts.append(rows.count)
    self.rows.append(contentsOf: rows)
  }
}

/// Rows that are shown.
private struct FoundRows {
  var rows: [Handle] = []
  /// How well each is found, empty when that is the same for all.
  var scores: [Int32] = []

  subscript(range: Range<Int>) -> FoundRows {
    FoundRows(rows: Array(rows[range]), scores: scores.isEmpty ? [] : Array(scores[range]))
  }
}

extension RowArranger {
  /// Finds the whole list; under a window rows are only put into parts.
  ///
  /// - Complexity: O(n log n) for n rows of the base.
  func arrange(_ checkpoint: ViewCheckpoint) throws(ViewError) -> ArrangedRows {
    var result = ArrangedRows()
    switch rules.sections {
    case .base:
      for index in 0..<rows.numberOfSections {
        let found = try find(in: rows.positions(inSectionAt: index), checkpoint)
        try checkpoint.step(1)
        guard !found.rows.isEmpty || keepsEmptySections else { continue }
        try append(rows.sectionHandle(at: index), found, to: &result, checkpoint)
      }
    case .one(let section):
      try append(section, find(in: 0..<rows.numberOfItems, checkpoint), to: &result, checkpoint)
    case .groups(let groups):
      let found = try find(in: 0..<rows.numberOfItems, checkpoint)
      try append(found, in: groups, to: &result, checkpoint)
    }
    return result
  }

  /// Puts rows into groups.
  ///
  /// None has memory of its own: there may be as many as rows, and to give that back one by one
  /// takes longer than a cancel may.
  private func append(
    _ found: FoundRows,
    in groups: GroupRules,
    to result: inout ArrangedRows,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    var sections = groups.always
    var numbers = Dictionary(uniqueKeysWithValues: zip(sections, Int32(0)...))
    var numberOfRow: [Int32] = []
    numberOfRow.reserveCapacity(found.rows.count)
    for (index, row) in found.rows.enumerated() {
      let section = groups.group(row, reading)
      let number = numbers[section] ?? Int32(sections.count)
      if number == sections.count {
        numbers[section] = number
        sections.append(section)
      }
      numberOfRow.append(number)
      if index & 1023 == 1023 { try checkpoint.step(1024) }
      if reading.isCalledOff { throw .interrupted }
    }
    let (rows, starts) = found.rows.distributed(by: numberOfRow, among: sections.count)
    let scores =
      rules.ranks ? found.scores.distributed(by: numberOfRow, among: sections.count).0 : []
    try checkpoint.step(rows.count)
    let grouped = FoundRows(rows: rows, scores: scores)
    for section in try order(sections, checkpoint) {
      guard let number = numbers[section].map(Int.init) else { continue }
      try append(section, grouped[starts[number]..<starts[number + 1]], to: &result, checkpoint)
      try checkpoint.step(1)
    }
  }

  /// Puts the sections of groups in order.
  private func order(
    _ sections: [Handle],
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> [Handle] {
    var interruption: ViewError?
    let ordered = sections.sorted { one, other in
      if interruption == nil {
        interruption = checkpoint.interruption(after: 1 + length(of: one, other) / 64)
      }
      return interruption == nil && areInOrder(one, other)
    }
    if let interruption { throw interruption }
    return ordered
  }

  /// How many bytes the identifiers of two sections have, which are read to compare them.
  func length(of one: Handle, _ other: Handle) -> Int {
    let sections = rows.pool.sections
    return sections.withBytes(of: one, \.count) + sections.withBytes(of: other, \.count)
  }

  /// Finds what is left of a list whose rows are in order, when fewer of them are found.
  ///
  /// - Complexity: O(rows of the list).
  func narrow(_ list: Snapshot, _ checkpoint: ViewCheckpoint) throws(ViewError) -> ArrangedRows {
    var result = ArrangedRows()
    for index in 0..<list.numberOfSections {
      let section = list.sectionHandle(at: index)
      let found = try find(in: list.positions(inSectionAt: index), of: list, checkpoint)
      try checkpoint.step(1)
      if !found.rows.isEmpty || keeps(section) { result.append(section, found.rows) }
    }
    return result
  }

  /// The rows at some positions of the base, or of another list, that are shown.
  private func find(
    in positions: Range<Int>,
    of list: Snapshot? = nil,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> FoundRows {
    let list = list ?? rows
    var found = FoundRows()
    found.rows.reserveCapacity(positions.count)
    let steps = rules.stepsPerRow
    var position = positions.lowerBound
    while position < positions.upperBound {
      let end = min(positions.upperBound, position + max(1, 1024 / steps))
      var rows = list.itemHandles(at: position..<end)
      find(in: &rows, &found)
      try look(after: (end - position) * steps, checkpoint)
      position = end
    }
    return found
  }

  private func find(in rows: inout [Handle], _ found: inout FoundRows) {
    rows.withUnsafeMutableBufferPointer { rows in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: rules.ranks ? rows.count : 0) {
        var batch = RowBatch(rows, scores: rules.ranks ? $0 : nil)
        rules.find?(&batch, reading)
        found.rows += batch.rows
        found.scores += batch.allScores
      }
    }
  }

  /// Puts the rows of a section, which are in base order, into theirs.
  private func append(
    _ section: Handle,
    _ found: FoundRows,
    to result: inout ArrangedRows,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    guard reorders, found.rows.count > 1 else { return result.append(section, found.rows) }
    let areAlikeOrdered = rules.compare == nil
    let parts = RowParts(number: found.rows.count, areAlikeOrdered: areAlikeOrdered) { index in
      beginning(of: found.rows[index], rules.ranks ? found.scores[index] : nil).first
    }
    let numbers = try partNumbers(of: found, in: parts, checkpoint)
    var (rows, starts) = found.rows.distributed(by: numbers, among: parts.count)
    try checkpoint.step(rows.count)
    if isWindowed {
      if !parts.areOrdered { result.parts[section] = parts }
    } else {
      for (start, end) in zip(starts, starts.dropFirst()) {
        rows.replaceSubrange(start..<end, with: try order(rows[start..<end], nil, checkpoint))
      }
    }
    result.append(section, rows)
  }

  /// For each row the number of its part.
  private func partNumbers(
    of found: FoundRows,
    in parts: RowParts,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> [UInt8] {
    var numbers: [UInt8] = []
    numbers.reserveCapacity(found.rows.count)
    for start in stride(from: 0, to: found.rows.count, by: 1024) {
      let range = start..<min(start + 1024, found.rows.count)
      let scores = rules.ranks ? found.scores[range] : []
      withBeginnings(of: found.rows[range], scores) { numbers += parts.indexes(of: $0) }
      try look(after: range.count, checkpoint)
    }
    return numbers
  }
}

extension RowArranger {
  /// Whether rows have another order than that of the base.
  var reorders: Bool { rules.ranks || rules.compare != nil }

  /// What puts a row in order before anything has to be compared.
  func beginning(of row: Handle, _ score: Int32?) -> KeyBeginning {
    var key = KeyBeginning.least
    withUnsafePointer(to: row) { row in
      withUnsafeMutablePointer(to: &key) { key in
        rules.begin?(
          UnsafeBufferPointer(start: row, count: 1),
          reading,
          UnsafeMutableBufferPointer(start: key, count: 1)
        )
      }
    }
    return beginning(key, score ?? 0)
  }

  /// Likewise of many rows; scores are those of the rows when they are ranked.
  private func withBeginnings<Result>(
    of rows: ArraySlice<Handle>,
    _ scores: ArraySlice<Int32>,
    _ body: (UnsafeMutableBufferPointer<KeyBeginning>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: KeyBeginning.self, capacity: rows.count) { beginnings in
      beginnings.initialize(repeating: .least)
      rows.withUnsafeBufferPointer { rules.begin?($0, reading, beginnings) }
      if rules.ranks {
        for (index, score) in scores.enumerated() {
          beginnings[index] = beginning(beginnings[index], score)
        }
      }
      return body(beginnings)
    }
  }

  private func beginning(_ key: KeyBeginning, _ score: Int32) -> KeyBeginning {
    guard rules.ranks else { return key }
    // The greatest score is the least number.
    return KeyBeginning(~(UInt64(bitPattern: Int64(score)) ^ 1 << 63), key.first)
  }

  /// Puts rows in order.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - base: What tells their order in the base; nil when they are in it.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Returns: The rows.
  /// - Throws: `interrupted`.
  func order(
    _ rows: ArraySlice<Handle>,
    _ base: Snapshot?,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> [Handle] {
    var ranked: [RankedRow] = []
    ranked.reserveCapacity(rows.count)
    while ranked.count < rows.count {
      let next = ranked.count..<min(ranked.count + 1024, rows.count)
      let portion = rows.dropFirst(next.lowerBound).prefix(next.count)
      let scores = rules.ranks ? portion.map { score($0) ?? .min } : []
      withBeginnings(of: portion, scores[...]) { beginnings in
        for (row, offset) in zip(portion, 0...) {
          let position = base?.index(ofItem: row) ?? next.lowerBound + offset
          ranked.append(
            RankedRow(beginning: beginnings[offset], row: row, position: Int32(position))
          )
        }
      }
      try look(after: next.count * (rules.ranks ? rules.stepsPerRow : 1), checkpoint)
    }
    var interruption: ViewError?
    var comparisons = 0
    let compare = rules.compare
    ranked.sort { one, other in
      comparisons &+= 1
      if comparisons & 1023 == 0, interruption == nil {
        // Beginnings are compared in a few hundredths of a microsecond.
        interruption = checkpoint.interruption(after: 32)
      }
      if one.beginning != other.beginning { return one.beginning < other.beginning }
      if let compare {
        if interruption == nil { interruption = checkpoint.interruption(after: 1) }
        let goesOn = interruption == nil && !reading.isCalledOff
        let order = goesOn ? compare(one.row, other.row, reading) : 0
        if order != 0 { return order < 0 }
      }
      return one.position < other.position
    }
    if let interruption { throw interruption }
    if reading.isCalledOff { throw .interrupted }
    return ranked.map(\.row)
  }
}

/// A row with what puts it in order before anything has to be compared.
private struct RankedRow {
  let beginning: KeyBeginning
  let row: Handle
  /// What is less of two rows that are equal in all else: as the base's order has them.
  let position: Int32
}
