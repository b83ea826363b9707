extension Snapshot {
  /// The same sections, items, contents and marks, with another snapshot as the base.
  ///
  /// An item or section without content here has the content that it has in the base.
  ///
  /// - Parameters:
  ///   - base: The new base; when it has another pool, identifiers are translated to it.
  ///   - takesTrees: Whether the trees are this snapshot's, and not still the base's; those of
  ///     another pool cannot be taken.
  /// - Returns: A snapshot with the base's pool.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n log n) for n items of both.
  public func rebased(
    onto base: Snapshot,
    takingTrees takesTrees: Bool = true
  ) throws(SnapshotError) -> Snapshot {
    guard pool === base.pool else { return try translated(for: base) }
    var result = try rearranged(from: base)
    if takesTrees { try result.takeOutline(outline, from: base) }
    try takeContents(to: &result)
    return result
  }

  /// The same sections, items, contents and marks, with another snapshot as the base to compare
  /// with: what has no content here has none.
  ///
  /// - Parameter base: The new base; when it has another pool, identifiers are translated to it.
  /// - Returns: A snapshot with the base's pool.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n log n) for n items of both.
  public func compared(to base: Snapshot) throws(SnapshotError) -> Snapshot {
    var result = try rebased(onto: base)
    let work = base.pool.work
    if pool !== base.pool {
      result.outline = try outline.translated(work) { item in
        pool.items.withBytes(of: item) { base.pool.items.intern($0) }
      }
    }
    // Not what has a content in the base: a view shares contents of what it does not show, whose
    // identifiers may have been given back since.
    if !base.itemContents.isEmpty {
      let baseOnly = try result.itemHandles.filter(work) { item in
        guard base.itemContents[item] != nil else { return false }
        return find(item, of: base.pool.items, in: pool.items).flatMap(content(ofItem:)) == nil
      }
      try result.editItemContents { (contents, touched) throws(SnapshotError) in
        try contents.drop(baseOnly, noting: &touched, work)
      }
    }
    if !base.sectionContents.isEmpty {
      let baseOnly = try result.sectionHandles.filter(work) { section in
        guard base.sectionContents[section] != nil else { return false }
        let own = find(section, of: base.pool.sections, in: pool.sections)
        return own.flatMap(content(ofSection:)) == nil
      }
      try result.editSectionContents { (contents, touched) throws(SnapshotError) in
        try contents.drop(baseOnly, noting: &touched, work)
      }
    }
    return result
  }

  /// The same state, with all that may differ from another state of the same history.
  ///
  /// What neither of the two touched, nor any step between their bases, is the same in both; the
  /// contents of what one of them placed may differ all the same, see ``keepOwnContents()``.
  ///
  /// - Parameters:
  ///   - other: The state to compare with, of the same pool.
  ///   - deltas: The deltas of the steps between the two bases, in either direction.
  /// - Returns: A snapshot to compare with the other.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k) for k elements that were touched.
  public func compared(
    to other: Snapshot,
    over deltas: [Delta]
  ) throws(SnapshotError) -> Snapshot {
    let work = pool.work
    var result = self
    if !other.touched.isEmpty { result.touched.formUnion(other.touched) }
    let items = try result.touched.items.unique().filter(work) {
      (itemContents[$0] == nil) != (other.itemContents[$0] == nil)
    }
    let sections = try result.touched.sections.unique().filter(work) {
      (sectionContents[$0] == nil) != (other.sectionContents[$0] == nil)
    }
    result.touched.itemContents.append(contentsOf: items)
    result.touched.sectionContents.append(contentsOf: sections)
    for delta in deltas {
      try result.touched.touch(delta, work)
      try delta.itemContents.forEach(work) { result.touched.itemContents.append($0.element) }
      try delta.sectionContents.forEach(work) { result.touched.sectionContents.append($0.element) }
    }
    return result
  }

  /// The same as ``rebased(onto:)``, found from the steps that led from this snapshot's base to the
  /// new one.
  ///
  /// What neither this snapshot nor any of the steps touched is in the old base, in the new one and
  /// here, in the same order: so both together name all that may differ.
  ///
  /// - Parameters:
  ///   - base: The new base, of the same pool.
  ///   - deltas: The deltas of the steps from the old base to the new one.
  /// - Returns: A snapshot whose base is the new one.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k) for k elements that the steps touched.
  public func rebased(
    onto base: Snapshot,
    over deltas: [Delta]
  ) throws(SnapshotError) -> Snapshot {
    let work = pool.work
    var result = self
    for delta in deltas {
      try result.touched.touch(delta, work)
      try result.editItemContents { (contents, touched) throws(SnapshotError) in
        let displaced = delta.itemContents
        try contents.takeMissing(displaced, from: base.itemContents, noting: &touched, work)
      }
      try result.editSectionContents { (contents, touched) throws(SnapshotError) in
        let displaced = delta.sectionContents
        try contents.takeMissing(displaced, from: base.sectionContents, noting: &touched, work)
      }
    }
    return result
  }

  private func rearranged(from base: Snapshot) throws(SnapshotError) -> Snapshot {
    var result = base.asBase()
    try result.rearrange(from: FlatList(base), to: FlatList(self))
    result.marks = marks
    return result
  }

  private func takeContents(to result: inout Snapshot) throws(SnapshotError) {
    let work = pool.work
    var held = HeldItems()
    try result.editItemContents { (contents, touched) throws(SnapshotError) in
      try contents.take(itemContents, noting: &touched, work) { held.contains($0, in: self) }
    }
    try result.editSectionContents { (contents, touched) throws(SnapshotError) in
      try contents.take(sectionContents, noting: &touched, work, where: sections.contains)
    }
  }

  /// Takes over other trees; what they do not hold goes, also when the base hides it.
  private mutating func takeOutline(
    _ other: Outline,
    from base: Snapshot
  ) throws(SnapshotError) {
    outline = other
    var held = HeldItems()
    touched.touchItems(try base.outline.items.filter(pool.work) { !held.contains($0, in: self) })
  }

  private func translated(for base: Snapshot) throws(SnapshotError) -> Snapshot {
    let work = base.pool.work
    var builder = SnapshotBuilder(replacing: base)
    for (index, section) in sections.allHandles.enumerated() {
      let translated = pool.sections.withBytes(of: section) { builder.appendSection($0) }
      if let content = sectionContents[section] {
        builder.setContent(content, ofSection: translated)
      }
      try work.pass()
      for item in items.handles(in: sections.positions(inSectionAt: index)) {
        let translated = pool.items.withBytes(of: item) { builder.appendItem($0) }
        if let content = itemContents[item] { builder.setContent(content, ofItem: translated) }
        try work.pass()
      }
    }
    // A snapshot holds each identifier once.
    var result = try builder.buildDistinct()
    try result.takeMarks(of: self)
    return result
  }

  private mutating func takeMarks(of other: Snapshot) throws(SnapshotError) {
    let (from, to, work) = (other.pool, pool, pool.work)
    try marks.reloadSections(
      translate(other.reloadedSections, from: from.sections, to: to.sections, work),
      work
    )
    try marks.reloadItems(
      translate(other.reloadedItems, from: from.items, to: to.items, work),
      work
    )
    try marks.reconfigureItems(
      translate(other.reconfiguredItems, from: from.items, to: to.items, work),
      work
    )
  }
}

/// The handle that one interner has for another's identifier, nil when it does not know it.
private func find(_ handle: Handle, of other: Interner, in interner: Interner) -> Handle? {
  other === interner ? handle : other.withBytes(of: handle) { interner.find($0) }
}

private func translate(
  _ handles: [Handle],
  from: Interner,
  to: Interner,
  _ work: Work
) throws(SnapshotError) -> [Handle] {
  try handles.map(work) { handle in from.withBytes(of: handle) { to.intern($0) } }
}
