/// What a list without persistent structures does: arrays of strings, and a differ that hashes all.
///
/// The differ is the one of P. Heckel, "A technique for isolating differences between files", 1978,
/// as list libraries use it: linear, and not always with the fewest moves.
struct HeckelPeer {
  var sections: [[String]]

  init(_ list: ItemList, _ kind: IdentifierKind = .string) {
    sections = (0..<list.numberOfSections).map { section in
      list.items[list.offsets(inSection: section)].map { kind.text(of: $0) }
    }
  }

  /// Finds an item by going through all of them.
  private func place(of item: String) -> (section: Int, offset: Int)? {
    for (section, items) in sections.enumerated() {
      if let offset = items.firstIndex(of: item) { return (section, offset) }
    }
    return nil
  }

  /// Makes an edit.
  mutating func apply(_ edit: SingleEdit, subject: String, anchor: String) {
    switch edit {
    case .insert: insert(subject, after: anchor)
    case .delete: delete(subject)
    case .move:
      delete(subject)
      insert(subject, after: anchor)
    case .append: sections[sections.count - 1].append(subject)
    }
  }

  private mutating func insert(_ item: String, after anchor: String) {
    guard let place = place(of: anchor) else { return }
    sections[place.section].insert(item, at: place.offset + 1)
  }

  private mutating func delete(_ item: String) {
    guard let place = place(of: item) else { return }
    sections[place.section].remove(at: place.offset)
  }

  /// How many items are deleted, inserted and moved between two states.
  static func difference(from old: HeckelPeer, to new: HeckelPeer) -> [Int] {
    let oldPlaces = old.places()
    let newPlaces = new.places()
    var deletesInFront: [[Int]] = []
    var deletes = 0
    for items in old.sections {
      var inFront = 0
      deletesInFront.append(
        items.map { item in
          defer { if newPlaces[item] == nil { inFront += 1 } }
          return inFront
        }
      )
      deletes += inFront
    }
    var (inserts, moves) = (0, 0)
    for (section, items) in new.sections.enumerated() {
      var inFront = 0
      for (offset, item) in items.enumerated() {
        guard let place = oldPlaces[item] else {
          inFront += 1
          inserts += 1
          continue
        }
        let expected =
          place.offset - deletesInFront[place.section][place.offset] + inFront
        if place.section != section || expected != offset { moves += 1 }
      }
    }
    return [deletes, inserts, moves]
  }

  private func places() -> [String: (section: Int, offset: Int)] {
    var places: [String: (section: Int, offset: Int)] = [:]
    places.reserveCapacity(sections.reduce(0) { $0 + $1.count })
    for (section, items) in sections.enumerated() {
      for (offset, item) in items.enumerated() { places[item] = (section, offset) }
    }
    return places
  }
}
