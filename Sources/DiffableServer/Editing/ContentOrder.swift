import DiffableProtocol
import JSON
import Snapshots

/// Puts items into the order of values in their contents.
///
/// Each item's values are first written as bytes that compare as the values do, so that sorting
/// parses no content twice and compares nothing but bytes.
struct ContentOrder {
  private let keys: [Edit.SortKey]
  private let checkpoint: Checkpoint

  init(_ keys: [Edit.SortKey], checkpoint: Checkpoint) {
    self.keys = keys
    self.checkpoint = checkpoint
  }

  /// The items in order; those whose values are all equal keep theirs.
  func sorted(_ items: [Handle], of snapshot: Snapshot) throws(DiffableError) -> [Handle] {
    var bytes: [UInt8] = []
    var entries: [(start: Int, end: Int, item: Handle)] = []
    entries.reserveCapacity(items.count)
    for item in items {
      let start = bytes.count
      appendKey(of: snapshot.content(ofItem: item), to: &bytes)
      entries.append((start, bytes.count, item))
      try checkpoint.step()
    }
    do {
      try bytes.withUnsafeBytes { bytes in
        // Equal keys have the order of their starts, so the result is the same whatever sorts.
        try entries.sort { left, right in
          // A step is a microsecond, in which some thousand bytes are compared.
          try checkpoint.step(1 + (left.end - left.start) >> 13)
          let order = bytes.order(left.start..<left.end, right.start..<right.end)
          return order == 0 ? left.start < right.start : order < 0
        }
      }
    } catch {
      // Only the checkpoint throws; `sort` forgets of which type.
      throw error as? DiffableError ?? .cancelled
    }
    return entries.map(\.item)
  }

  private func appendKey(of content: Content?, to bytes: inout [UInt8]) {
    // Contents come out of a parsed message, so they are JSON; the nesting was checked then.
    let document = content.flatMap { try? JSONDocument(parsing: $0, maxNestingDepth: .max) }
    for key in keys {
      let start = bytes.count
      guard let value = document?.root.value(at: key.pointer) else {
        // Greater than every first byte, turned around or not.
        bytes.append(.max)
        continue
      }
      value.appendSortKey(to: &bytes)
      guard key.isDescending else { continue }
      for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether some of the bytes come before (negative), equal (0) or come after others.
  ///
  /// Eight at a time: twenty times as fast as `lexicographicallyPrecedes` on a long common prefix.
  fileprivate func order(_ one: Range<Int>, _ other: Range<Int>) -> Int {
    let count = Swift.min(one.count, other.count)
    var at = 0
    while at + 8 <= count {
      let ours = loadUnaligned(fromByteOffset: one.lowerBound + at, as: UInt64.self)
      let theirs = loadUnaligned(fromByteOffset: other.lowerBound + at, as: UInt64.self)
      guard ours == theirs else { return ours.bigEndian < theirs.bigEndian ? -1 : 1 }
      at += 8
    }
    while at < count {
      let (ours, theirs) = (self[one.lowerBound + at], self[other.lowerBound + at])
      guard ours == theirs else { return ours < theirs ? -1 : 1 }
      at += 1
    }
    return one.count - other.count
  }
}
