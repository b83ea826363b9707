/// The contents of the items of a snapshot, or those of its sections.
///
/// Which elements may have another content than in the base is a list of ``Touched``: whatever
/// changes a content adds to the list that it is handed.
struct Contents {
  private var table = HandleTable<Content>()

  /// Whether nothing has content.
  var isEmpty: Bool { table.count == 0 }

  /// What the table itself takes, beside the contents.
  ///
  /// - Complexity: O(n / 32).
  var tableBytes: Int { table.capacity * MemoryLayout<Content?>.stride }

  /// The content of an element, nil when it has none.
  subscript(element: Handle) -> Content? { table[element] }

  /// How many bytes the contents of elements have together, each as often as it is named.
  func byteCount(of elements: [Handle], _ work: Work) throws(SnapshotError) -> Int {
    if isEmpty { return 0 }
    var bytes = 0
    try elements.forEach(work) { bytes += table[$0]?.count ?? 0 }
    return bytes
  }

  /// Calls a closure with each element that has content, in ascending order.
  func forEach<Failure>(
    _ body: (Handle, Content) throws(Failure) -> Void
  ) throws(Failure) {
    try table.forEach(body)
  }

  /// Gives an element its content, or none.
  mutating func set(_ content: Content?, of element: Handle, noting touched: inout HandleList) {
    table[element] = content
    touched.append(element)
  }

  /// Gives elements the contents that they had before a step, or none.
  mutating func restore(
    _ displaced: [Displaced],
    noting touched: inout HandleList,
    _ work: Work
  ) throws(SnapshotError) {
    for (element, content) in displaced {
      set(content, of: element, noting: &touched)
      try work.pass()
    }
  }

  /// Drops the contents of elements that are gone.
  ///
  /// What comes back later without content differs from what the base has, so dropping is noted.
  mutating func drop(
    _ gone: [Handle],
    noting touched: inout HandleList,
    _ work: Work
  ) throws(SnapshotError) {
    for element in gone {
      try work.pass()
      if table[element] != nil { set(nil, of: element, noting: &touched) }
    }
  }

  /// The contents of some elements alone.
  func only(_ elements: [Handle], _ work: Work) throws(SnapshotError) -> Contents {
    var kept = Contents()
    try elements.forEach(work) { kept.table[$0] = table[$0] }
    return kept
  }

  /// Takes over contents that another step set, except where there is one here.
  ///
  /// Also where there is one, it may differ from the other's.
  mutating func takeMissing(
    _ displaced: [Displaced],
    from other: Contents,
    noting touched: inout HandleList,
    _ work: Work
  ) throws(SnapshotError) {
    for (element, _) in displaced {
      if table[element] == nil { table[element] = other[element] }
      touched.append(element)
      try work.pass()
    }
  }

  /// Takes over another's contents, of those elements that are here.
  mutating func take(
    _ other: Contents,
    noting touched: inout HandleList,
    _ work: Work,
    where isHere: (Handle) -> Bool
  ) throws(SnapshotError) {
    try other.forEach { (element, content) throws(SnapshotError) in
      try work.pass()
      if isHere(element), self[element] != content { set(content, of: element, noting: &touched) }
    }
  }
}

// MARK: - What a step displaced

extension Contents {
  /// An element and the content that it had before a step, nil for none.
  typealias Displaced = (element: Handle, content: Content?)

  /// What became another content, or none, among elements that were touched.
  func displaced(
    by after: Contents,
    among touched: HandleList,
    _ work: Work
  ) throws(SnapshotError) -> [Displaced] {
    try touched.unique().compactMap(work) { element in
      self[element] == after[element] ? nil : (element, self[element])
    }
  }

  /// The elements whose contents differ by some rules, among those that were touched and that are
  /// in both snapshots.
  func changed(
    since before: Contents,
    among touched: HandleList,
    by rules: ContentRules,
    _ work: Work,
    where isInBoth: (Handle) -> Bool
  ) throws(SnapshotError) -> [Handle] {
    let changed = try touched.unique().filter(work) {
      !work.isCalledOff && isInBoth($0) && rules.differ(before[$0], self[$0])
    }
    // Who compares can only say so.
    if work.isCalledOff { throw .interrupted }
    return changed
  }
}
