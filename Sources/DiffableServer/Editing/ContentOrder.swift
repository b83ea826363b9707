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
    bytes.withUnsafeBytes { bytes in
      // Equal keys have the order of their starts, so the result is the same whatever sorts.
      entries.sort { left, right in
        let (lhs, rhs) = (bytes[left.start..<left.end], bytes[right.start..<right.end])
        if lhs.lexicographicallyPrecedes(rhs) { return true }
        return left.start < right.start && lhs.elementsEqual(rhs)
      }
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

// MARK: - Bytes that compare as values do

extension JSONView {
  /// Appends bytes that compare as the value does, and none of which begins another's.
  ///
  /// Numbers come before strings, those before false, true, null, arrays and objects; all arrays
  /// are equal here, and so are all objects.
  fileprivate func appendSortKey(to bytes: inout [UInt8]) {
    switch kind {
    case .number:
      bytes.append(1)
      appendNumber(to: &bytes)
    case .string:
      bytes.append(2)
      appendText(to: &bytes)
    case .bool: bytes.append(bool == true ? 4 : 3)
    case .null: bytes.append(5)
    case .array: bytes.append(6)
    case .object: bytes.append(7)
    }
  }

  /// Appends a text in the order of its Unicode scalars, which is that of UTF-8.
  private func appendText(to bytes: inout [UInt8]) {
    var text: [UInt8] = []
    appendDistinctText(to: &text)
    // A zero inside is followed by 255 and the end by 0, so that a text comes right after its own
    // beginning.
    for byte in text {
      bytes.append(byte)
      if byte == 0 { bytes.append(.max) }
    }
    bytes += [0, 0]
  }

  /// Appends a number by its sign, its power of ten and its digits, which is its exact value.
  private func appendNumber(to bytes: inout [UInt8]) {
    var canonical: [UInt8] = []
    appendCanonicalNumber(to: &canonical)
    let isNegative = canonical.first == UInt8(ascii: "-")
    let magnitude = canonical.dropFirst(isNegative ? 1 : 0)
    guard let mark = magnitude.firstIndex(of: UInt8(ascii: "e")) else {
      // Zero alone is written without a power.
      bytes.append(1)
      return
    }
    bytes.append(isNegative ? 0 : 2)
    let start = bytes.count
    appendPower(magnitude[(mark + 1)...], to: &bytes)
    bytes += magnitude[..<mark]
    bytes.append(0)
    guard isNegative else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }
}

/// Appends the digits of an integer that may be negative, in the order of its value.
private func appendPower(_ power: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
  let isNegative = power.first == UInt8(ascii: "-")
  let digits = power.dropFirst(isNegative ? 1 : 0)
  bytes.append(isNegative ? 0 : 1)
  let start = bytes.count
  // Of two integers without leading zeros the one with more digits is the greater.
  withUnsafeBytes(of: UInt32(truncatingIfNeeded: digits.count).bigEndian) { bytes += $0 }
  bytes += digits
  guard isNegative else { return }
  for index in start..<bytes.count { bytes[index] = ~bytes[index] }
}
