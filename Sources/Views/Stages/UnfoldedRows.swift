import DataSources
import Snapshots

/// The items of a list whether shown or hidden: each section depth first, as a list of its own.
struct UnfoldedRows {
  private(set) var list: Snapshot

  /// Takes the items of a snapshot.
  ///
  /// - Throws: `interrupted`.
  /// - Complexity: O(items, shown or hidden).
  init(of rows: Snapshot, _ checkpoint: ViewCheckpoint) throws(ViewError) {
    var all = ArrangedRows()
    for index in 0..<rows.numberOfSections {
      all.append(rows.sectionHandle(at: index), rows.sectionSnapshot(ofSectionAt: index).items)
      try checkpoint.step(1)
    }
    list = rows.emptied
    try list.arrange(all, checkpoint)
    list = list.asBase()
  }

  /// Follows a step of the base.
  ///
  /// - Parameters:
  ///   - step: What happened to the rows.
  ///   - checkpoint: Is asked whether to go on.
  /// - Returns: What happened to the items.
  /// - Throws: `interrupted`.
  /// - Complexity: O(items of the sections whose rows or trees the apply touched).
  mutating func follow(
    _ step: BaseStep,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> BaseStep {
    guard let applied = step.applied else { return step }
    let before = list
    let rows = applied.after
    var concerned = applied.touchedSections
    let outlined = try checkpoint.model { () throws(SnapshotError) in
      try applied.itemsWithOtherOutline
    }
    var sections = TreeSections(rows)
    for item in applied.touchedItems + outlined {
      if let section = before.sectionHandle(containingItem: item) { concerned.append(section) }
      if let section = try sections.section(of: item, checkpoint) { concerned.append(section) }
    }
    try list.arrangeSections(applied.touchedSections, as: rows, inserting: true, checkpoint)
    for section in HandleSet.ascending(concerned) {
      guard let index = rows.index(ofSection: section) else { continue }
      let items = rows.sectionSnapshot(ofSectionAt: index).items
      try checkpoint.model { () throws(SnapshotError) in
        try list.placeItems(items, inSection: section)
      }
      try checkpoint.step(2)
    }
    let gone = applied.touchedSections.filter { rows.index(ofSection: $0) == nil }
    try checkpoint.model { () throws(SnapshotError) in try list.deleteSections(gone) }
    // Only the data source at the bottom has trees.
    let own = BaseStep(applied, isPublished: true, step.reading.step, of: before, to: list)
    list = list.asBase()
    return own
  }
}

/// The sections in whose trees items are, found from one to the other: below a deep item there may be
/// many, and each step up to a row is gone once.
private struct TreeSections {
  private let rows: Snapshot
  /// The section of each item that was passed, nil for one that is in no tree.
  private var known: [Handle: Handle?] = [:]

  init(_ rows: Snapshot) { self.rows = rows }

  mutating func section(
    of item: Handle,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> Handle? {
    var passed: [Handle] = []
    var next: Handle? = item
    var section: Handle?
    while let item = next {
      try checkpoint.step(1)
      if let known = known[item] {
        section = known
        break
      }
      passed.append(item)
      if rows.containsItem(item) {
        section = rows.sectionHandle(containingItem: item)
        break
      }
      next = rows.parent(ofItem: item)
    }
    for item in passed { known.updateValue(section, forKey: item) }
    return section
  }
}
