extension Snapshot {
  /// Finds the difference between this snapshot's base and this snapshot.
  ///
  /// - Parameters:
  ///   - base: The snapshot that this one was edited from.
  ///   - contentRules: When contents differ, and what that means.
  /// - Returns: The smallest difference.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k + k · block) for k touched elements; O(n) when k is near n, and
  ///   O(n log n) when nobody knows that the moves are the fewest.
  public func changes(
    fromBase base: Snapshot,
    _ contentRules: ContentRules
  ) throws(SnapshotError) -> Changes {
    var difference = Difference(from: base, to: self)
    try difference.addSections()
    try difference.addItems()
    try difference.addOutlines()
    if !marks.isEmpty { try difference.addMarks(marks) }
    if contentRules.effect != .ignore, hasTouchedContents {
      try difference.addContents(contentRules)
    }
    return try difference.finish()
  }
}

extension Snapshot {
  /// Whether any content was set or dropped since the base.
  private var hasTouchedContents: Bool {
    !touched.itemContents.isEmpty || !touched.sectionContents.isEmpty
  }
}

/// A difference in the making.
private struct Difference {
  private let old: Snapshot
  private let new: Snapshot
  private var changes = Changes()
  /// What is shown anew, each once.
  private var reloadedSections: [Handle] = []
  private var reconfiguredSections: [Handle] = []
  private var reloadedItems: [Handle] = []
  private var reconfiguredItems: [Handle] = []

  private var work: Work { new.pool.work }

  init(from old: Snapshot, to new: Snapshot) {
    self.old = old
    self.new = new
  }

  // MARK: Structure

  mutating func addSections() throws(SnapshotError) {
    guard !new.touched.sections.isEmpty else { return }
    guard old.numberOfSections > 0 else {
      let sections = new.sectionHandles.enumerated()
      changes.sections.inserts = sections.map {
        Changes.Section(at: $0.offset, section: $0.element)
      }
      return
    }
    let work = work
    let touches = try new.touched.sections.unique().map(work) {
      TouchedElement(handle: $0, old: old.place(ofSection: $0), new: new.place(ofSection: $0))
    }
    let arrangement = try Arrangement(minimising: touches, work) { _ in old.numberOfSections }
    changes.sections.deletes = arrangement.deletes.map { section($0, of: old) }
    try changes.sections.deletes.sort(work) { $0.at < $1.at }
    changes.sections.inserts = arrangement.inserts.map { section($0, of: new) }
    try changes.sections.inserts.sort(work) { $0.at < $1.at }
    changes.sections.moves = arrangement.moves.map {
      let moved = section($0.to, of: new)
      return Changes.SectionMove(from: Int($0.from.offset), to: moved.at, section: moved.section)
    }
    try changes.sections.moves.sort(work) { $0.to < $1.to }
  }

  mutating func addItems() throws(SnapshotError) {
    if old.numberOfItems == 0 {
      changes.items.inserts = wholeSections(of: new)
      return
    }
    let touched = new.touched.items.unique()
    if touched.count == 1 { return addOnly(touched[0]) }
    // When a good part of the list was touched, going through all of it costs less.
    let isLarge =
      touched.count > 256
      && touched.count * 64 > max(old.numberOfItems, old.numberOfSections)
    if new.touched.itemsAreFewest {
      if isLarge {
        try addWalking(touched)
      } else {
        try add(Arrangement(movingAllOf: touches(of: touched)))
      }
    } else if isLarge, touched.count * 4 > old.numberOfItems {
      try addWalking(Alignment(from: FlatList(old), to: FlatList(new), work).touchedItems)
    } else {
      try add(arrangement(of: touched))
    }
  }

  /// Takes the one item that was touched for a delete, an insert or a move: all others kept their order.
  ///
  /// An edit in process takes 0.85 times the instructions with it.
  private mutating func addOnly(_ item: Handle) {
    switch (old.indexPath(ofItem: item), new.indexPath(ofItem: item)) {
    case (let from?, let to?):
      if from.item == to.item, old.sections[from.section] == new.sections[to.section] { return }
      changes.items.moves = [Changes.Move(from: from, to: to, count: 1)]
    case (let from?, nil):
      if new.sections.contains(old.sections[from.section]) {
        changes.items.deletes = [Changes.Run(at: from, count: 1)]
      } else {
        changes.itemsDeletedWithSections = 1
      }
    case (nil, let to?):
      changes.items.inserts = [Changes.Run(at: to, count: 1)]
    case (nil, nil):
      break
    }
  }

  /// Goes through both lists and takes each touched item for a delete, an insert or a move.
  private mutating func addWalking(_ touched: [Handle]) throws(SnapshotError) {
    let touched = HandleSet(touched)
    let oldItems = old.itemHandles
    try forEachItem(of: old, in: oldItems, among: touched) { position, path in
      let item = oldItems[position]
      guard !new.items.contains(item) else { return }
      if new.sections.contains(old.sections[path.section]) {
        appendRun(at: path, to: &changes.items.deletes)
      } else {
        changes.itemsDeletedWithSections += 1
      }
    }
    let (oldPositions, newItems) = (Positions(of: oldItems), new.itemHandles)
    // All at once, so that the reads wait for memory together: a shuffle takes 0.95 times as long.
    let formerPositions = try newItems.map(work) { oldPositions[$0] }
    try forEachItem(of: new, in: newItems, among: touched) { position, path in
      let position = Int(formerPositions[position])
      if position < 0 {
        appendRun(at: path, to: &changes.items.inserts)
      } else {
        appendRun(from: old.indexPath(ofPosition: position), to: path, to: &changes.items.moves)
      }
    }
  }

  /// Calls a closure with the positions of those items of a snapshot that are in a set, in display order.
  private func forEachItem(
    of snapshot: Snapshot,
    in items: [Handle],
    among set: HandleSet,
    _ body: (_ position: Int, IndexPath) -> Void
  ) throws(SnapshotError) {
    let work = work
    try snapshot.sections.forEachFilled { (section, _, positions) throws(SnapshotError) in
      for position in positions {
        try work.pass()
        guard set.contains(items[position]) else { continue }
        let item = position - positions.lowerBound
        body(position, IndexPath(section: section, item: item))
      }
    }
  }

  private func arrangement(of touched: [Handle]) throws(SnapshotError) -> Arrangement {
    try Arrangement(minimising: touches(of: touched), work) { section in
      old.index(ofSection: section).map { old.numberOfItems(inSectionAt: $0) } ?? 0
    }
  }

  private func touches(of items: [Handle]) throws(SnapshotError) -> [TouchedElement] {
    try items.map(work) {
      TouchedElement(handle: $0, old: old.place(ofItem: $0), new: new.place(ofItem: $0))
    }
  }

  private mutating func add(_ arrangement: Arrangement) throws(SnapshotError) {
    let work = work
    var (oldIndexes, newIndexes) = (SectionIndexes(old), SectionIndexes(new))
    var deletes: [IndexPath] = []
    for place in arrangement.deletes {
      if newIndexes.index(of: place.section) == nil {
        changes.itemsDeletedWithSections += 1
      } else {
        deletes.append(oldIndexes.path(of: place))
      }
    }
    changes.items.deletes = try runs(of: deletes, work)
    changes.items.inserts = try runs(
      of: arrangement.inserts.map { newIndexes.path(of: $0) },
      work
    )
    changes.items.moves = try runs(
      of: arrangement.moves.map {
        (from: oldIndexes.path(of: $0.from), to: newIndexes.path(of: $0.to))
      },
      work
    )
  }

  /// Adds what became of outlines; what was inserted, and is in no tree, has none.
  mutating func addOutlines() throws(SnapshotError) {
    changes.outlines = try new.rowOutlines(since: old, inserted: changes.items.inserts)
  }

  // MARK: Marks and contents

  /// Takes the marks of what is in both snapshots; a new element is made anew anyway.
  mutating func addMarks(_ marks: Marks) throws(SnapshotError) {
    let work = work
    reloadedSections = try marks.reloadedSections.ascending.filter(work) { contains(section: $0) }
    reloadedItems = try marks.reloadedItems.ascending.filter(work) { contains(item: $0) }
    reconfiguredItems = try marks.reconfiguredItems.ascending.filter(work) { contains(item: $0) }
  }

  mutating func addContents(_ rules: ContentRules) throws(SnapshotError) {
    let work = work
    let sections = try new.sectionContents.changed(
      since: old.sectionContents,
      among: new.touched.sectionContents,
      by: rules,
      work,
      where: { contains(section: $0) }
    )
    let items = try new.itemContents.changed(
      since: old.itemContents,
      among: new.touched.itemContents,
      by: rules,
      work,
      where: { contains(item: $0) }
    )
    if rules.effect == .reload {
      reloadedSections = HandleSet.ascending(reloadedSections + sections)
      reloadedItems = HandleSet.ascending(reloadedItems + items)
    } else {
      reconfiguredSections = HandleSet.ascending(reconfiguredSections + sections)
      reconfiguredItems = HandleSet.ascending(reconfiguredItems + items)
    }
  }

  /// Finds what is shown anew, and hands the changes out: to copy them is to count eleven references.
  mutating func finish() throws(SnapshotError) -> Changes {
    if showsAnew { try addShownAnew() }
    var finished = Changes()
    swap(&finished, &changes)
    return finished
  }

  private mutating func addShownAnew() throws(SnapshotError) {
    let work = work
    // A reload shows all that a reconfiguration would.
    let reconfiguredSections = try difference(reconfiguredSections, reloadedSections)
    let reconfiguredItems = try difference(reconfiguredItems, reloadedItems)
    changes.sections.reloads = try sections(reloadedSections)
    changes.sections.reconfigures = try sections(reconfiguredSections)
    changes.items.reloads = try runs(
      of: reloadedItems.compactMap(work) { new.indexPath(ofItem: $0) },
      work
    )
    changes.items.reconfigures = try runs(
      of: reconfiguredItems.compactMap(work) { new.indexPath(ofItem: $0) },
      work
    )
  }

  /// Handles that are not among others.
  private func difference(
    _ handles: [Handle],
    _ others: [Handle]
  ) throws(SnapshotError) -> [Handle] {
    if handles.isEmpty || others.isEmpty { return handles }
    let others = HandleSet(others)
    return try handles.filter(work) { !others.contains($0) }
  }

  /// Whether anything that is in both snapshots is shown anew.
  private var showsAnew: Bool {
    !reloadedSections.isEmpty || !reconfiguredSections.isEmpty
      || !reloadedItems.isEmpty || !reconfiguredItems.isEmpty
  }

  private func contains(section: Handle) -> Bool {
    old.sections.contains(section) && new.sections.contains(section)
  }

  private func contains(item: Handle) -> Bool {
    old.items.contains(item) && new.items.contains(item)
  }

  // MARK: Places

  private func section(_ place: SectionOffset, of snapshot: Snapshot) -> Changes.Section {
    let index = Int(place.offset)
    return Changes.Section(at: index, section: snapshot.sections[index])
  }

  private func sections(_ handles: [Handle]) throws(SnapshotError) -> [Changes.Section] {
    try handles
      .compactMap(work) { handle in
        new.index(ofSection: handle).map { Changes.Section(at: $0, section: handle) }
      }
      .sorted(work) { $0.at < $1.at }
  }
}

/// The indexes of a snapshot's sections, of which the last one is remembered: what follows one
/// another is mostly in one section.
private struct SectionIndexes {
  private let snapshot: Snapshot
  private var last: (section: Handle, index: Int?)?

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  mutating func index(of section: Handle) -> Int? {
    if let last, last.section == section { return last.index }
    let index = snapshot.index(ofSection: section)
    last = (section, index)
    return index
  }

  mutating func path(of place: SectionOffset) -> IndexPath {
    IndexPath(section: index(of: place.section) ?? 0, item: Int(place.offset))
  }
}
