/// What leads from trees back to those before a step.
///
/// It holds the ranges that the step replaced: four bytes for each bracket that it added or took
/// away, and a few numbers for each place where it did.
package struct OutlineDelta {
  /// A part of the order before.
  enum Part {
    /// So many brackets from one on, which follow one another still, but for those that were added.
    case kept(first: Int32, count: Int)
    /// Brackets that are gone.
    case removed([Int32])
  }

  /// The brackets that the step added, nil when there are none but those.
  private let added: [Int32]?
  /// The order before.
  private let parts: [Part]
  /// How many items were hidden before.
  let hiddenCount: Int

  /// Creates what leads back from one outline to another, nil when they are the same.
  ///
  /// - Complexity: O(k log k + c · block + n / block) for k places where the two differ, and c
  ///   chunks that they do not share.
  package init?(from before: Outline, to after: Outline, _ work: Work) throws(SnapshotError) {
    guard !after.isUnchangedCopy(of: before) else { return nil }
    let (old, new) = (before.brackets, after.brackets)
    let alignment = try BracketAlignment(from: old, to: new, work)
    guard !alignment.isIdentity else { return nil }
    let hasAllAdded = alignment.segments.isEmpty
    added = hasAllAdded ? nil : alignment.inserted.flatMap { new.handles(in: $0) }
    let removed = alignment.removed.map {
      (start: $0.lowerBound, part: Part.removed(old.handles(in: $0)))
    }
    let kept = alignment.segments.map {
      (start: $0.old, part: Part.kept(first: old[$0.old], count: $0.count))
    }
    parts = try (removed + kept).sorted(work) { $0.start < $1.start }.map(\.part)
    hiddenCount = before.hiddenCount
  }

  /// The items that are gone.
  var goneItems: [Handle] {
    parts.flatMap { part -> [Handle] in
      guard case .removed(let brackets) = part else { return [] }
      // What was opened or closed has another start.
      return brackets.filter { Bracket.isEnd($0) }.map { Bracket.item(of: $0) }
    }
  }

  /// The items that came, were opened or closed, or moved.
  ///
  /// - Parameter after: The outline that it leads back from.
  /// - Returns: The items.
  func addedItems(to after: Outline) -> [Handle] {
    let brackets = added ?? after.brackets.handles(in: 0..<after.count)
    return brackets.filter { Bracket.isEnd($0) }.map { Bracket.item(of: $0) }
  }

  /// About how many items came, went, were opened or closed, or moved, which counts twice.
  ///
  /// - Parameter after: The outline that it leads back from.
  /// - Returns: The number.
  /// - Complexity: O(parts).
  func numberOfTouches(upTo after: Outline) -> Int {
    let brackets = parts.reduce(added?.count ?? after.count) { count, part in
      guard case .removed(let brackets) = part else { return count }
      return count + brackets.count
    }
    return (brackets + 1) / 2
  }

  /// About how many bytes it takes.
  var byteCount: Int {
    parts.reduce(64 + (added?.count ?? 0) * MemoryLayout<Int32>.size) { bytes, part in
      switch part {
      case .kept: bytes + MemoryLayout<Part>.size
      case .removed(let brackets): bytes + 48 + brackets.count * MemoryLayout<Int32>.size
      }
    }
  }
}

extension Outline {
  /// Takes back the step that led here.
  ///
  /// What the step added is taken out. Then each part of the order before comes to its place, from
  /// the front on: by then everything in front of it is as it was.
  ///
  /// - Complexity: O(k · block + k · n / block) for k parts, at most O(n).
  package mutating func undo(_ delta: OutlineDelta, _ work: Work) throws(SnapshotError) {
    try edit { (rope) throws(SnapshotError) in try delta.undo(in: &rope, work) }
    hiddenCount = delta.hiddenCount
  }
}

extension OutlineDelta {
  fileprivate func undo(in rope: inout ItemRope, _ work: Work) throws(SnapshotError) {
    if let added { try rope.removeAll(added, work) } else { rope.removeAll() }
    // Above this share, going through all of it costs less than going from part to part.
    if parts.count * 256 > rope.count {
      let order = order(from: rope)
      try work.pass(all: order.count)
      rope.removeAll()
      rope.insert(contentsOf: order, at: 0)
    } else {
      try arrange(&rope, work)
    }
  }

  private func arrange(_ rope: inout ItemRope, _ work: Work) throws(SnapshotError) {
    var position = 0
    for part in parts {
      try work.pass()
      switch part {
      case .kept(let first, let count):
        if let start = rope.rank(of: first) {
          rope.moveSubrange(start..<start + count, to: position)
        }
        position += count
      case .removed(let brackets):
        rope.insert(contentsOf: brackets, at: position)
        position += brackets.count
      }
    }
  }

  private func order(from rope: ItemRope) -> [Int32] {
    parts.flatMap { part in
      switch part {
      case .kept(let first, let count):
        rope.rank(of: first).map { rope.handles(in: $0..<$0 + count) } ?? []
      case .removed(let brackets):
        brackets
      }
    }
  }
}
