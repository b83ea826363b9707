/// Arrays of strings by section, and a differ that hashes all of them.
///
/// The differ is the one of P. Heckel, "A technique for isolating differences between files", 1978,
/// as list libraries use it: linear, and not always with the fewest moves.
struct HeckelPeer: EditPeer {
  static let name = "Heckel's differ"
  static let isLong = true

  private var list: SectionArrays<String>

  init(_ list: ItemList) { self.list = SectionArrays(list, EditText.item) }

  mutating func apply(_ edit: SingleEdit, subject: String, anchor: String) {
    list.apply(edit, subject: subject, anchor: anchor)
  }

  static func difference(from old: HeckelPeer, to new: HeckelPeer) -> PeerChanges {
    let (oldPlaces, newPlaces) = (old.places(), new.places())
    var changes = PeerChanges()
    var deletesInFront: [[Int]] = []
    for (section, items) in old.list.sections.enumerated() {
      var inFront: [Int] = []
      var count = 0
      for (offset, item) in items.enumerated() {
        inFront.append(count)
        guard newPlaces[item] == nil else { continue }
        changes.deletes.append((section, offset))
        count += 1
      }
      deletesInFront.append(inFront)
    }
    for (section, items) in new.list.sections.enumerated() {
      var insertsInFront = 0
      for (offset, item) in items.enumerated() {
        guard let from = oldPlaces[item] else {
          insertsInFront += 1
          changes.inserts.append((section, offset))
          continue
        }
        let expected = from.item - deletesInFront[from.section][from.item] + insertsInFront
        if from.section != section || expected != offset {
          changes.moves.append((from, (section, offset)))
        }
      }
    }
    return changes
  }

  private func places() -> [String: PeerChanges.Place] {
    var places: [String: PeerChanges.Place] = [:]
    places.reserveCapacity(list.sections.reduce(0) { $0 + $1.count })
    for (section, items) in list.sections.enumerated() {
      for (offset, item) in items.enumerated() { places[item] = (section, offset) }
    }
    return places
  }
}
