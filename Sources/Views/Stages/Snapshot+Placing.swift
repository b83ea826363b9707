import Snapshots

// What a stage places, it knows to be there or not to be, so nothing is thrown but `interrupted`.

extension Snapshot {
  /// Puts a section behind another, or in front of all; it may be here already.
  mutating func placeSection(_ section: Handle, after anchor: Handle?) throws(SnapshotError) {
    let isHere = index(ofSection: section) != nil
    let first = numberOfSections == 0 ? nil : sectionHandle(at: 0)
    let place = anchor.map(Place.after) ?? first.map(Place.before)
    switch (isHere, place) {
    case (false, nil): try appendSections([section])
    case (false, let place?): try insertSections([section], place)
    case (true, let place?) where place.anchor != section: try moveSection(section, place)
    case (true, _): break
    }
  }

  /// Puts sections into the order that they have in another list; all others have it already.
  ///
  /// - Parameters:
  ///   - touched: The sections; those that the other list does not have stay where they are.
  ///   - list: The other list.
  ///   - inserts: Whether those are put in that are not here.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k (block + log n)) for k sections; where they are more than a few, also the
  ///   sections in front of them in the other list that are not here.
  mutating func arrangeSections(
    _ touched: [Handle],
    as list: Snapshot,
    inserting inserts: Bool,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    let indexes =
      touched
      .filter { inserts || index(ofSection: $0) != nil }
      .compactMap { list.index(ofSection: $0) }
      .sorted()
    let areFew = touched.count <= Self.fewSections
    var anchor: Handle?
    var end = 0
    for index in indexes {
      // All in front of the section before are in order, so its successors are looked at alone.
      let first = areFew ? max(end, index - Self.neighbourhood) : end
      var neighbour: Handle?
      for before in (first..<index).reversed() {
        let candidate = list.sectionHandle(at: before)
        try checkpoint.step(1)
        guard self.index(ofSection: candidate) != nil else { continue }
        neighbour = candidate
        break
      }
      if neighbour == nil, first > end {
        neighbour = try lastSection(in: end..<index, of: list, besides: touched, checkpoint)
      }
      anchor = neighbour ?? anchor
      let section = list.sectionHandle(at: index)
      try checkpoint.model { () throws(SnapshotError) in
        try placeSection(section, after: anchor)
      }
      try checkpoint.step(2)
      (anchor, end) = (section, index + 1)
    }
  }

  /// Puts items of a section, which stand one behind the other from an offset on, into another order.
  mutating func placeItems(
    _ items: [Handle],
    inSectionAt index: Int,
    at offset: Int
  ) throws(SnapshotError) {
    try deleteItems(items)
    placeNewItems(items, inSectionAt: index, at: offset)
  }
}

extension Snapshot {
  /// How far in front of a section its neighbours are looked at before they are searched for: what is
  /// not here may be much.
  private static let neighbourhood = 32
  /// How many sections are each searched for, at most: a search goes past all of them that stand side
  /// by side.
  private static let fewSections = 64

  /// The last section here that stands in a range in another list.
  ///
  /// - Parameters:
  ///   - range: The indexes in the other list.
  ///   - list: The other list, whose order all sections have but some.
  ///   - touched: Those sections; none of them stands in the range.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Returns: The section, nil when none of them is here.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log n) for k sections touched.
  private func lastSection(
    in range: Range<Int>,
    of list: Snapshot,
    besides touched: [Handle],
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> Handle? {
    var last: Handle?
    var (lower, upper) = (0, numberOfSections)
    while lower < upper {
      let middle = (lower + upper) / 2
      var probe = middle
      while probe < upper, touched.contains(sectionHandle(at: probe)) { probe += 1 }
      try checkpoint.step(1 + probe - middle)
      if probe < upper, let place = list.index(ofSection: sectionHandle(at: probe)),
        place < range.upperBound
      {
        last = place >= range.lowerBound ? sectionHandle(at: probe) : nil
        lower = probe + 1
      } else {
        upper = middle
      }
    }
    return last
  }
}
