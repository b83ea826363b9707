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

  /// Sections that were not there before.
  let newSections: [Handle]
  /// Where the sections stood before that the step moved or deleted, or may have, in display order.
  let displacedSections: [(index: Int32, section: Handle)]
  /// Items that the step placed, in ascending ranges: they are taken out first.
  let placed: [Range<Handle>]
  /// Where the items stood before that the step moved or deleted, in display order.
  let displaced: [Run]
  /// Contents before, nil for none, of what got another content or lost it.
  let itemContents: [Contents.Displaced]
  let sectionContents: [Contents.Displaced]
  /// What leads back to the trees before, nil when they were the same.
  package let outline: OutlineDelta?
  /// What the step marked.
  let marks: Marks

  /// About how much memory it takes.
  public let byteCount: Int

  /// About how many handles it names that may be in use nowhere else.
  public let handleCount: Int

  /// The items that the step placed, ascending.
  var placedItems: [Handle] { placed.flatMap(\.self) }

  /// The sections that came or went, or may have moved.
  var sections: [Handle] { newSections + displacedSections.map(\.section) }

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
    let isPlaced = { (item: Handle) in after.items.contains(item) }
    placed = try ranges(of: touched, work, where: isPlaced)
    displaced = try before.runs(of: touched)
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
    outline = try OutlineDelta(from: before.outline, to: after.outline, work)
    marks = after.marks
    handleCount =
      placed.reduce(0) { $0 + $1.count } + displaced.reduce(0) { $0 + $1.items.count }
      + newSections.count + displacedSections.count + (outline?.goneItems.count ?? 0)
    byteCount =
      Delta.size(
        handles: handleCount + displacedSections.count,
        parts: displaced.count + itemContents.count + sectionContents.count + marks.count,
        contents: itemContents.map(\.content) + sectionContents.map(\.content)
      ) + (outline?.byteCount ?? 0)
      + after.pool.items.byteCount(
        of: try displaced.flatMap(\.items).filter(work) { !isPlaced($0) }
      )
      + after.pool.sections.byteCount(
        of: displacedSections.map(\.section).filter { !after.sections.contains($0) }
      )
  }

  private static func size(handles: Int, parts: Int, contents: [Content?]) -> Int {
    let bytes = contents.reduce(0) { $0 + ($1?.count ?? 0) }
    return 256 + handles * MemoryLayout<Handle>.size + parts * 64 + bytes
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
    let places = try touched.compactMap(pool.work) { item in
      items.rank(of: item).map { (position: $0, item: item) }
    }
    var runs: [Delta.Run] = []
    // The position behind the last run, and the one where its section ends.
    var next = -1
    var end = -1
    let sorted = try places.sorted(pool.work) { $0.position < $1.position }
    let work = pool.work
    for (index, place) in sorted.enumerated() {
      try work.pass(index)
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
}
