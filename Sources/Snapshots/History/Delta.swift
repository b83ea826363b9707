/// What leads back from one revision to the one before it, and what was marked in between.
///
/// It holds what the step touched and nothing else: ranges of the items that came or moved, four bytes
/// for each that went or moved, a few more for sections, and the contents that were replaced. Old
/// snapshots need not be kept for a history.
///
/// To undo the step, take out what it placed: what is left are the items that it did not touch,
/// in the order that they had before. Then put the displaced runs back in display order, each at
/// its offset: by then everything in front of it is as it was. With sections it is the same. See
/// ``Snapshot/undo(_:)``.
public struct Delta {
  /// Items that stood side by side in one section before.
  struct Run {
    var section: Handle
    var offset: Int32
    var items: [Handle]
  }

  /// Items that the step placed, in ascending ranges: they are taken out first.
  let placed: [Range<Handle>]
  /// Where the items stood before that the step moved or deleted, in display order.
  let displaced: [Run]
  /// What most steps have nothing to do with, nil then.
  private let rest: Rest?

  /// About how much memory it takes.
  public let byteCount: Int

  /// About how many handles it names that may be in use nowhere else.
  public let handleCount: Int

  /// Creates the delta of a step.
  ///
  /// - Parameters:
  ///   - before: The snapshot before.
  ///   - after: The snapshot after, whose base is the one before, without stray contents.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k + k · block) for k touched elements.
  public init(from before: Snapshot, to after: Snapshot) throws(SnapshotError) {
    let work = after.pool.work
    let touched = after.touched.items.unique()
    let hasBegun = after.hasBegun(with: touched, after: before)
    let placed = try ranges(of: touched, work) { hasBegun || after.items.contains($0) }
    let displaced = hasBegun ? [] : try before.runs(of: touched)
    let rest = try Rest(from: before, to: after)
    let handles = placed.reduce(0) { $0 + $1.count } + displaced.reduce(0) { $0 + $1.items.count }
    handleCount = handles + (rest?.handleCount ?? 0)
    byteCount =
      256 + handles * MemoryLayout<Handle>.size + displaced.count * 64 + (rest?.byteCount ?? 0)
      + (try after.identifierBytes(ofGone: displaced))
    (self.placed, self.displaced, self.rest) = (placed, displaced, rest)
  }
}

// MARK: - What most steps have nothing to do with

extension Delta {
  /// Where sections, contents, trees and marks were touched.
  ///
  /// An object, since otherwise each step looks for all of that, and counts the references of five empty
  /// lists whenever it is copied: an edit in process takes 0.95 times the instructions with it.
  private final class Rest {
    let newSections: [Handle]
    let displacedSections: [(index: Int32, section: Handle)]
    let itemContents: [Contents.Displaced]
    let sectionContents: [Contents.Displaced]
    let outline: OutlineDelta?
    let marks: Marks
    let handleCount: Int
    let byteCount: Int

    init?(from before: Snapshot, to after: Snapshot) throws(SnapshotError) {
      let outline = try OutlineDelta(from: before.outline, to: after.outline, after.pool.work)
      guard outline != nil || after.touched.isMoreThanItems || !after.marks.isEmpty else {
        return nil
      }
      let work = after.pool.work
      let touchedSections = after.touched.sections.unique()
      newSections = try touchedSections.filter(work) {
        after.sections.contains($0) && !before.sections.contains($0)
      }
      displacedSections = try before.places(of: touchedSections)
      itemContents = try before.itemContents.displaced(
        by: after.itemContents,
        among: after.touched.itemContents,
        work
      )
      sectionContents = try before.sectionContents.displaced(
        by: after.sectionContents,
        among: after.touched.sectionContents,
        work
      )
      self.outline = outline
      marks = after.marks
      handleCount =
        newSections.count + displacedSections.count + (outline?.goneItems.count ?? 0)
      let goneSections = try displacedSections.map(work) { $0.section }
        .filter(work) { !after.sections.contains($0) }
      // Those that were shown are counted with the rows.
      let goneItems = try (outline?.goneItems ?? []).filter(work) {
        !before.items.contains($0) && !after.hasInTreesOrRows($0)
      }
      var contents = 0
      try itemContents.forEach(work) { contents += $0.content?.count ?? 0 }
      try sectionContents.forEach(work) { contents += $0.content?.count ?? 0 }
      byteCount =
        (handleCount + displacedSections.count) * MemoryLayout<Handle>.size
        + (itemContents.count + sectionContents.count) * 64
        // Marks that lie apart have a page each.
        + max(marks.count * 64, marks.byteCount)
        + contents + (outline?.byteCount ?? 0) + after.pool.sections.byteCount(of: goneSections)
        + after.pool.items.byteCount(of: goneItems)
    }
  }

  /// The items that the step placed, ascending.
  var placedItems: [Handle] { placed.flatMap(\.self) }

  /// Sections that were not there before.
  var newSections: [Handle] { rest?.newSections ?? [] }

  /// Where the sections stood before that the step moved or deleted, or may have, in display order.
  var displacedSections: [(index: Int32, section: Handle)] { rest?.displacedSections ?? [] }

  /// The sections that came or went, or may have moved.
  var sections: [Handle] { newSections + displacedSections.map(\.section) }

  /// Contents before, nil for none, of what got another content or lost it.
  var itemContents: [Contents.Displaced] { rest?.itemContents ?? [] }
  var sectionContents: [Contents.Displaced] { rest?.sectionContents ?? [] }

  /// What leads back to the trees before, nil when they were the same.
  package var outline: OutlineDelta? { rest?.outline }

  /// What the step marked.
  var marks: Marks { rest?.marks ?? Marks() }
}

extension Snapshot {
  /// About how much memory the identifiers take of those displaced items that are gone.
  fileprivate func identifierBytes(ofGone displaced: [Delta.Run]) throws(SnapshotError) -> Int {
    var bytes = 0
    for run in displaced {
      for item in run.items {
        if !hasInTreesOrRows(item) { bytes += pool.items.byteCount(of: item) }
        try pool.work.pass()
      }
    }
    return bytes
  }
}

extension Snapshot {
  /// The places of some sections in display order; those that are not here are passed over.
  fileprivate func places(
    of touched: [Handle]
  ) throws(SnapshotError) -> [(index: Int32, section: Handle)] {
    try touched
      .compactMap(pool.work) { section in
        sections.index(of: section).map { (index: Int32($0), section: section) }
      }
      .sorted(pool.work) { $0.index < $1.index }
  }

  /// The places of some items as runs in display order; items that are not here are passed over.
  fileprivate func runs(of touched: [Handle]) throws(SnapshotError) -> [Delta.Run] {
    // When a good part of the list was touched, going through all of it costs less.
    if touched.count > 256, touched.count * 16 > items.count {
      return try runsGoingThroughAll(of: HandleSet(touched))
    }
    let places = try touched.compactMap(pool.work) { item in
      items.rank(of: item).map { (position: $0, item: item) }
    }
    var runs: [Delta.Run] = []
    // The position behind the last run, and the one where its section ends.
    var next = -1
    var end = -1
    let sorted = try places.sorted(pool.work) { $0.position < $1.position }
    let work = pool.work
    for place in sorted {
      try work.pass()
      if place.position == next, place.position < end {
        runs[runs.count - 1].items.append(place.item)
      } else {
        let section = sections.sectionIndex(ofPosition: place.position)
        let positions = sections.positions(inSectionAt: section)
        end = positions.upperBound
        runs.append(
          Delta.Run(
            section: sections[section],
            offset: Int32(place.position - positions.lowerBound),
            items: [place.item]
          )
        )
      }
      next = place.position + 1
    }
    return runs
  }

  private func runsGoingThroughAll(of touched: HandleSet) throws(SnapshotError) -> [Delta.Run] {
    let (items, work) = (itemHandles, pool.work)
    var runs: [Delta.Run] = []
    try sections.forEachFilled { (_, section, positions) throws(SnapshotError) in
      func addRun(at run: Range<Int>) {
        guard !run.isEmpty else { return }
        let offset = Int32(run.lowerBound - positions.lowerBound)
        runs.append(Delta.Run(section: section, offset: offset, items: Array(items[run])))
      }
      var start = positions.lowerBound
      for position in positions {
        try work.pass()
        guard !touched.contains(items[position]) else { continue }
        addRun(at: start..<position)
        start = position + 1
      }
      addRun(at: start..<positions.upperBound)
    }
    return runs
  }
}
