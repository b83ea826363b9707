/// Notes what becomes of rows while changes are replayed, in whatever format they are written.
///
/// Where a row was and where it is comes at the end, from the two lists: in between its place
/// counts in a list that nobody sees.
struct ChangeRecord {
  typealias Kind = ListChanges.Kind

  /// What became of a section or of an item.
  private struct Note: Hashable {
    var kind: Kind
    var identifier: [UInt8]
  }

  private var sections: Set<Note> = []
  private var items: Set<Note> = []

  mutating func note(_ kind: Kind, section identifier: [UInt8]) {
    sections.insert(Note(kind: kind, identifier: identifier))
  }

  mutating func note(_ kind: Kind, item identifier: [UInt8]) {
    items.insert(Note(kind: kind, identifier: identifier))
  }

  /// A section that goes takes along the items that are still in it.
  mutating func noteDeleted(_ section: ListReplica.Section) {
    note(.deleted, section: section.identifier)
    for item in section.items { note(.deleted, item: item.identifier) }
  }

  // MARK: - The whole

  /// What became of which row: first what was deleted, then what was placed, then what is drawn
  /// again, each in the order of display.
  func changes(from before: [ListReplica.Section], to after: [ListReplica.Section]) -> ListChanges {
    var changes = ListChanges()
    guard !sections.isEmpty || !items.isEmpty else { return changes }
    let places = (Places(before), Places(after))
    changes.sections = Self.sorted(sections, places.0.sections, places.1.sections).map { note in
      .init(kind: note.kind, identifier: note.identifier, from: note.from, to: note.to)
    }
    changes.items = Self.sorted(items, places.0.items, places.1.items).map { note in
      .init(kind: note.kind, identifier: note.identifier, from: note.from, to: note.to)
    }
    return changes
  }

  private struct Places {
    var sections: [[UInt8]: Int] = [:]
    var items: [[UInt8]: ListChanges.Position] = [:]

    init(_ list: [ListReplica.Section]) {
      for (index, section) in list.enumerated() {
        sections[section.identifier] = index
        for (offset, item) in section.items.enumerated() {
          items[item.identifier] = ListChanges.Position(section: index, item: offset)
        }
      }
    }
  }

  private static func sorted<Place: Comparable>(
    _ notes: Set<Note>,
    _ before: [[UInt8]: Place],
    _ after: [[UInt8]: Place]
  ) -> [(kind: Kind, identifier: [UInt8], from: Place?, to: Place?)] {
    notes.map { note in
      (
        note.kind, note.identifier,
        note.kind == .deleted || note.kind == .moved ? before[note.identifier] : nil,
        note.kind == .deleted ? nil : after[note.identifier]
      )
    }
    .sorted { lhs, rhs in
      if lhs.kind.rank != rhs.kind.rank { return lhs.kind.rank < rhs.kind.rank }
      guard let place = lhs.to ?? lhs.from, let other = rhs.to ?? rhs.from else { return false }
      return place < other
    }
  }
}

extension ListChanges.Kind {
  fileprivate var rank: Int {
    switch self {
    case .deleted: 0
    case .inserted, .moved: 1
    case .reloaded: 2
    case .reconfigured: 3
    }
  }
}
