import DiffableProtocol
import JSON
import Snapshots

extension ElementReader {
  /// Leaves one of each when items repeat, or refuses the list: as the data source's option says.
  ///
  /// The closure says where in the object the element of an index stands.
  func withoutRepeats(
    _ items: [PlacedItem],
    at position: (Int) -> String
  ) throws(DiffableError) -> [PlacedItem] {
    let handles = items.map(\.handle)
    guard let choice = reading.duplicates.choice else {
      try refuseRepeats(of: handles, at: position)
      return items
    }
    guard
      let stays = try model(pool, try Repeats.survivors(of: handles, choosing: choice, pool.work))
    else { return items }
    return try those(of: items, thatStay: stays[...])
  }

  /// Refuses a list in which items repeat.
  ///
  /// The closure says where in the object the element of an index stands.
  func refuseRepeats(
    of items: [Handle],
    at position: (Int) -> String
  ) throws(DiffableError) {
    try refuseRepeats(sections: [], items, { _ in "" }, position)
  }

  private func those<Element>(
    of elements: [Element],
    thatStay stays: ArraySlice<Bool>
  ) throws(DiffableError) -> [Element] {
    var kept: [Element] = []
    for (element, stays) in zip(elements, stays) {
      if stays { kept.append(element) }
      try checkpoint.step()
    }
    return kept
  }

  /// Leaves one of each when sections repeat, or items in any of them, or refuses the list.
  ///
  /// A section that is left out is left out with its items; only then the items are looked at.
  func withoutRepeats(
    _ sections: [PlacedSection],
    _ place: String
  ) throws(DiffableError) -> [PlacedSection] {
    let handles = sections.map(\.handle)
    guard let choice = reading.duplicates.choice else {
      try refuseRepeats(in: sections, place)
      return sections
    }
    var kept = sections
    if let stays = try model(pool, try Repeats.survivors(of: handles, choosing: choice, pool.work))
    {
      kept = try those(of: sections, thatStay: stays[...])
    }
    var items: [Handle] = []
    items.reserveCapacity(kept.reduce(0) { $0 + $1.items.count })
    for section in kept {
      items += section.items.lazy.map(\.handle)
      try checkpoint.step()
    }
    guard let stays = try model(pool, try Repeats.survivors(of: items, choosing: choice, pool.work))
    else { return kept }
    var rest = stays[...]
    for index in kept.indices {
      let items = kept[index].items
      kept[index].items = try those(of: items, thatStay: rest)
      rest = rest.dropFirst(items.count)
    }
    return kept
  }

  private func refuseRepeats(
    in sections: [PlacedSection],
    _ place: String
  ) throws(DiffableError) {
    // They are as many as the sections, which may be all that the message has.
    var starts: [Int32] = []
    starts.reserveCapacity(sections.count)
    var items: [Handle] = []
    items.reserveCapacity(sections.reduce(0) { $0 + $1.items.count })
    for section in sections {
      starts.append(Int32(items.count))
      items += section.items.lazy.map(\.handle)
      try checkpoint.step()
    }
    try refuseRepeats(
      sections: sections.map(\.handle),
      items,
      { "\(place)[\($0)]" },
      { index in
        let section = starts.indices.partitioningIndex { starts[$0] > index } - 1
        return "\(place)[\(section)].items[\(index - Int(starts[section]))]"
      }
    )
  }

  private func refuseRepeats(
    sections: [Handle],
    _ items: [Handle],
    _ sectionPosition: (Int) -> String,
    _ itemPosition: (Int) -> String
  ) throws(DiffableError) {
    let sections = try repeats(in: sections)
    let items = try repeats(in: items)
    guard sections.count + items.count > 0 else { return }
    let entries =
      sections.entries.map { entry in
        Duplicates.Entry(
          identifier: pool.sections.bytes(of: entry.handle),
          positions: entry.indexes.map { path(of: sectionPosition($0)) }
        )
      }
      + items.entries.map { entry in
        Duplicates.Entry(
          identifier: pool.items.bytes(of: entry.handle),
          positions: entry.indexes.map { path(of: itemPosition($0)) }
        )
      }
    let duplicates = Duplicates(
      entries: Array(entries.prefix(Duplicates.maxEntries)),
      count: sections.count + items.count
    )
    throw .repeats(duplicates, of: sections.count > 0 ? "Sections" : "Items")
  }

  private func repeats(in handles: [Handle]) throws(DiffableError) -> Repeats {
    try model(
      pool,
      try Repeats(
        in: handles,
        maxEntries: Duplicates.maxEntries,
        maxIndexes: Duplicates.maxPositions,
        pool.work
      )
    )
  }
}

extension ReadingOptions.Duplicates {
  /// Which one of several counts, nil when several are refused.
  var choice: Repeats.Choice? {
    switch self {
    case .error: nil
    case .first: .first
    case .last: .last
    }
  }
}
