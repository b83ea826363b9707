/// A set of handles as a bitmap: an eighth of a byte for each handle up to the greatest.
package struct HandleSet {
  private var words: [UInt64] = []

  package init() {}

  package init(_ handles: [Handle]) {
    if let greatest = handles.max() { grow(toHold: Int(greatest) >> 6) }
    for handle in handles { insert(handle) }
  }

  package func contains(_ handle: Handle) -> Bool {
    let word = Int(handle) >> 6
    return word < words.count && words[word] & (1 << UInt64(handle & 63)) != 0
  }

  /// Whether each of some handles is in the set.
  package func contains(all handles: UnsafeBufferPointer<Handle>) -> Bool {
    words.withUnsafeBufferPointer { words in
      // Without a branch for each: mostly all are.
      var all = UInt64.max
      for handle in handles {
        let word = Int(handle) >> 6
        guard word < words.count else { return false }
        all &= words[word] &>> UInt64(handle & 63)
      }
      return all & 1 != 0
    }
  }

  /// How many bytes the bitmap takes.
  package var byteCount: Int { words.count * MemoryLayout<UInt64>.stride }

  /// Adds a handle and says whether it is new.
  @discardableResult
  package mutating func insert(_ handle: Handle) -> Bool {
    let word = Int(handle) >> 6
    if word >= words.count { grow(toHold: word) }
    let bit: UInt64 = 1 << UInt64(handle & 63)
    defer { words[word] |= bit }
    return words[word] & bit == 0
  }

  /// Takes a handle out, if it is there.
  package mutating func remove(_ handle: Handle) {
    let word = Int(handle) >> 6
    if word < words.count { words[word] &= ~(1 << UInt64(handle & 63)) }
  }

  /// Adds some handles, and calls a closure with each that is not new.
  mutating func insert(
    _ handles: UnsafeBufferPointer<Handle>,
    _ isNotNew: (Handle) -> Void
  ) {
    if let greatest = handles.max() { grow(toHold: Int(greatest) >> 6) }
    words.withUnsafeMutableBufferPointer { words in
      for handle in handles {
        let bit: UInt64 = 1 << UInt64(handle & 63)
        if words[Int(handle) >> 6] & bit != 0 { isNotNew(handle) }
        words[Int(handle) >> 6] |= bit
      }
    }
  }

  /// The handles in ascending order.
  var ascending: [Handle] {
    var handles: [Handle] = []
    handles.reserveCapacity(words.reduce(0) { $0 + $1.nonzeroBitCount })
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        handles.append(Handle(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return handles
  }

  /// Some handles in ascending order, each once.
  package static func ascending(_ handles: [Handle]) -> [Handle] {
    // What has that order already, as the items of a first document do, is shared and not copied.
    if zip(handles, handles.dropFirst()).allSatisfy(<) { return handles }
    // Many are quicker put into a bitmap, unless that is far larger than they are.
    if let greatest = handles.max(), handles.count > 64, Int(greatest) / 64 < handles.count {
      return HandleSet(handles).ascending
    }
    var sorted = handles
    sorted.sort()
    var kept = 0
    for handle in sorted where kept == 0 || sorted[kept - 1] != handle {
      sorted[kept] = handle
      kept += 1
    }
    sorted.removeSubrange(kept...)
    return sorted
  }

  private mutating func grow(toHold word: Int) {
    let missing = word + 1 - words.count
    if missing > 0 { words.append(contentsOf: repeatElement(0, count: max(missing, words.count))) }
  }
}

/// Some of ascending handles as ranges: of a list that came whole they are a few numbers, and not four
/// bytes for each handle.
func ranges(
  of ascending: [Handle],
  _ work: Work,
  where isIncluded: (Handle) -> Bool
) throws(SnapshotError) -> [Range<Handle>] {
  var ranges: [Range<Handle>] = []
  var range: Range<Handle> = 0..<0
  for handle in ascending {
    try work.pass()
    guard isIncluded(handle) else { continue }
    if handle != range.upperBound {
      if !range.isEmpty { ranges.append(range) }
      range = handle..<handle
    }
    range = range.lowerBound..<handle + 1
  }
  if !range.isEmpty { ranges.append(range) }
  return ranges
}

/// The handles that stand more than once, each once, in the order of their second standing.
package func repeats(in handles: [Handle], _ work: Work) throws(SnapshotError) -> [Handle] {
  guard handles.count > 1 else { return [] }
  if handles.count <= 8, !hasRepeats(handles) { return [] }
  var seen = HandleSet()
  var reported = HandleSet()
  return try handles.filter(work) { !seen.insert($0) && reported.insert($0) }
}

/// Compares each with each: for a handful that is quicker than any set.
private func hasRepeats(_ handles: [Handle]) -> Bool {
  handles.indices.contains { handles[..<$0].contains(handles[$0]) }
}
