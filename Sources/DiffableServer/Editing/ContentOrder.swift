import DiffableProtocol
import JSON
import Snapshots
import Views

/// Puts items into the order of values in their contents.
///
/// Values are compared by the bytes that views compare them by, texts without escapes where they
/// stand. A further value is looked at only of items that are equal so far.
struct ContentOrder {
  private let keys: [Edit.SortKey]
  private let checkpoint: Checkpoint

  init(_ keys: [Edit.SortKey], checkpoint: Checkpoint) {
    // What is equal by one value stays so by the same value again, whatever the direction.
    var pointers: Set<JSONPointer> = []
    self.keys = keys.filter { pointers.insert($0.pointer).inserted }
    self.checkpoint = checkpoint
  }

  /// The items in order; those whose values are all equal keep theirs.
  func sorted(_ items: [Handle], of snapshot: Snapshot) throws(DiffableError) -> [Handle] {
    var rows = items.map { SortedRow(item: $0) }
    var equals = [rows.indices]
    for key in keys {
      var next: [Range<Int>] = []
      for range in equals where range.count > 1 {
        let rests = try read(&rows, in: range, by: key, of: snapshot)
        try withExtendedLifetime(rests) { () throws(DiffableError) in
          try sort(&rows, in: range, by: key)
          next += try equalRanges(of: rows, in: range, by: key)
        }
      }
      equals = next
    }
    return rows.map(\.item)
  }

  /// Reads what the rows in a range, which keep their order where it is equal, are sorted by.
  ///
  /// - Returns: What rows have pointers into, beside the contents.
  private func read(
    _ rows: inout [SortedRow],
    in range: Range<Int>,
    by key: Edit.SortKey,
    of snapshot: Snapshot
  ) throws(DiffableError) -> [[UInt8]] {
    var rests: [[UInt8]] = []
    for (number, index) in range.enumerated() {
      rows[index].number = Int32(number)
      let content = snapshot.content(ofItem: rows[index].item)
      let work = snapshot.pool.work
      if let rest = rows[index].read(content, key, work) { rests.append(rest) }
      if work.isCalledOff { throw .cancelled }
      try checkpoint.step(1 + (content?.count ?? 0) >> 13)
    }
    return rests
  }

  private func sort(
    _ rows: inout [SortedRow],
    in range: Range<Int>,
    by key: Edit.SortKey
  ) throws(DiffableError) {
    do {
      try rows.withUnsafeMutableBufferPointer { rows in
        var rows = UnsafeMutableBufferPointer(rebasing: rows[range])
        // Equals have the order of their numbers, so the result is the same whatever sorts.
        try rows.sort { left, right in
          // A step is a microsecond, in which some thousand bytes are compared.
          try checkpoint.step(1 + left.rest.count >> 13)
          let order = left.order(to: right, by: key)
          return order == 0 ? left.number < right.number : order < 0
        }
      }
    } catch {
      // Only the checkpoint throws; `sort` forgets of which type.
      throw error as? DiffableError ?? .cancelled
    }
  }

  /// The ranges of rows, which are in order, that are equal.
  private func equalRanges(
    of rows: [SortedRow],
    in range: Range<Int>,
    by key: Edit.SortKey
  ) throws(DiffableError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = range.lowerBound
    for index in range.dropFirst() {
      try checkpoint.step(1 + rows[index].rest.count >> 13)
      guard rows[index - 1].order(to: rows[index], by: key) != 0 else { continue }
      if index > start + 1 { ranges.append(start..<index) }
      start = index
    }
    ranges.append(start..<range.upperBound)
    return ranges
  }
}
