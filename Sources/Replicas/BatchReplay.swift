/// Replays one batch of changes on a list, by the law that the protocol states.
///
/// Everything is taken out from the end, so that what is still to be taken out keeps its place;
/// then everything is put in from the start, so that every place is the final one.
struct BatchReplay {
  typealias Position = ListChanges.Position
  typealias Item = ListReplica.Item
  typealias Section = ListReplica.Section

  private(set) var sections: [Section]
  private(set) var record: ChangeRecord

  init(sections: [Section], record: ChangeRecord) {
    self.sections = sections
    self.record = record
  }

  mutating func run(_ changes: BatchChanges) throws(ListReplicaError) {
    let movedItems = try takeOutItems(changes)
    let movedSections = try takeOutSections(changes)
    try putInSections(changes, movedSections)
    try putInItems(changes, movedItems)
    try update(changes.sectionReloads, .reloaded)
    try update(changes.sectionReconfigures, .reconfigured)
    try update(changes.itemReloads, .reloaded)
    try update(changes.itemReconfigures, .reconfigured)
    for run in changes.outlines { try run.set(in: &sections) }
  }

  // MARK: - Taking out

  /// Takes out deleted and moved items; returns the moved ones, a run for each move.
  private mutating func takeOutItems(
    _ changes: BatchChanges
  ) throws(ListReplicaError) -> [[Item]] {
    var sources: [(at: Position, count: Int, move: Int?)] = []
    for delete in changes.itemDeletes { sources.append((delete.at, delete.count, nil)) }
    for (index, move) in changes.itemMoves.enumerated() {
      sources.append((move.from, move.count, index))
    }
    sources.sort { $0.at > $1.at }

    var moved = Array(repeating: [Item](), count: changes.itemMoves.count)
    var end: Position?
    for source in sources {
      let taken = try takeOut(source.at, source.count, before: end)
      end = source.at
      if let move = source.move { moved[move] = taken }
      for item in taken {
        record.note(source.move == nil ? .deleted : .moved, item: item.identifier)
      }
    }
    return moved
  }

  /// Takes out a run of items, which must end before the run that was taken out last.
  private mutating func takeOut(
    _ at: Position,
    _ count: Int,
    before end: Position?
  ) throws(ListReplicaError) -> [Item] {
    guard sections.indices.contains(at.section), at.item >= 0, count > 0,
      at.item < sections[at.section].items.count,
      count <= sections[at.section].items.count - at.item
    else { throw .positionOutOfRange("items taken out", [at.section, at.item]) }
    if let end, end.section == at.section, count > end.item - at.item {
      throw .overlap([end.section, end.item])
    }
    let range = at.item..<at.item + count
    let taken = Array(sections[at.section].items[range])
    sections[at.section].items.removeSubrange(range)
    return taken
  }

  /// Takes out deleted and moved sections; returns the moved ones, one for each move.
  private mutating func takeOutSections(
    _ changes: BatchChanges
  ) throws(ListReplicaError) -> [Section?] {
    var sources: [(at: Int, identifier: [UInt8], move: Int?)] = []
    for delete in changes.sectionDeletes { sources.append((delete.at, delete.identifier, nil)) }
    for (index, move) in changes.sectionMoves.enumerated() {
      sources.append((move.from, move.identifier, index))
    }
    sources.sort { $0.at > $1.at }

    var moved = [Section?](repeating: nil, count: changes.sectionMoves.count)
    var last: Int?
    for source in sources {
      if source.at == last { throw .overlap([source.at]) }
      last = source.at
      try checkSection(at: source.at, is: source.identifier)
      let section = sections.remove(at: source.at)
      if let move = source.move {
        moved[move] = section
        record.note(.moved, section: section.identifier)
      } else {
        record.noteDeleted(section)
      }
    }
    return moved
  }

  // MARK: - Putting in

  private mutating func putInSections(
    _ changes: BatchChanges,
    _ moved: [Section?]
  ) throws(ListReplicaError) {
    var targets: [(at: Int, section: Section)] = []
    for insert in changes.sectionInserts {
      record.note(.inserted, section: insert.identifier)
      targets.append(
        (insert.at, Section(identifier: insert.identifier, content: insert.content))
      )
    }
    for (move, section) in zip(changes.sectionMoves, moved) {
      guard let section else { continue }
      targets.append((move.to, section))
    }
    targets.sort { $0.at < $1.at }
    for target in targets {
      guard target.at >= 0, target.at <= sections.count else {
        throw .positionOutOfRange("sections put in", [target.at])
      }
      sections.insert(target.section, at: target.at)
    }
  }

  private mutating func putInItems(
    _ changes: BatchChanges,
    _ moved: [[Item]]
  ) throws(ListReplicaError) {
    var targets: [(at: Position, items: [Item])] = []
    for insert in changes.itemInserts {
      let items = insert.items.map { Item(identifier: $0.identifier, content: $0.content) }
      for item in items { record.note(.inserted, item: item.identifier) }
      targets.append((insert.at, items))
    }
    for (move, items) in zip(changes.itemMoves, moved) { targets.append((move.to, items)) }
    targets.sort { $0.at < $1.at }
    for target in targets {
      let at = target.at
      guard sections.indices.contains(at.section), at.item >= 0,
        at.item <= sections[at.section].items.count
      else { throw .positionOutOfRange("items put in", [at.section, at.item]) }
      sections[at.section].items.insert(contentsOf: target.items, at: at.item)
    }
  }

  // MARK: - Reloads and reconfigures

  private mutating func update(
    _ places: [BatchChanges.SectionPlace],
    _ kind: ListChanges.Kind
  ) throws(ListReplicaError) {
    for place in places {
      try checkSection(at: place.at, is: place.identifier)
      // No content means that there is none any more, not that it stays.
      sections[place.at].content = place.content
      record.note(kind, section: place.identifier)
    }
  }

  private mutating func update(
    _ runs: [BatchChanges.ItemRun],
    _ kind: ListChanges.Kind
  ) throws(ListReplicaError) {
    for run in runs {
      let (section, start) = (run.at.section, run.at.item)
      guard sections.indices.contains(section), start >= 0,
        start <= sections[section].items.count,
        run.items.count <= sections[section].items.count - start
      else { throw .positionOutOfRange("items \(kind)", [section, start]) }
      for (offset, entry) in run.items.enumerated() {
        let stated = entry.identifier
        let actual = sections[section].items[start + offset].identifier
        guard stated == actual else { throw different([section, start + offset], stated, actual) }
        sections[section].items[start + offset].content = entry.content
        record.note(kind, item: stated)
      }
    }
  }

  // MARK: - Checks

  private func checkSection(
    at index: Int,
    is identifier: [UInt8]
  ) throws(ListReplicaError) {
    guard sections.indices.contains(index) else { throw .positionOutOfRange("sections", [index]) }
    let actual = sections[index].identifier
    guard actual == identifier else { throw different([index], identifier, actual) }
  }

  private func different(_ at: [Int], _ stated: [UInt8], _ actual: [UInt8]) -> ListReplicaError {
    .differentIdentifier(
      at,
      stated: String(decoding: stated, as: UTF8.self),
      actual: String(decoding: actual, as: UTF8.self)
    )
  }
}
