import TestSupport

/// The edits that the tables measure one at a time.
enum SingleEdit: String, CaseIterable {
  case insert
  case delete
  case move
  case append

  /// Whether the item that it is about is one that was not there.
  var subjectIsNew: Bool { self == .insert || self == .append }

  /// Whether it names a place by another item.
  var hasAnchor: Bool { self == .insert || self == .move }

  /// What the answer of the daemon counts.
  var counts: String {
    switch self {
    case .insert, .append: CountText.items(inserted: 1)
    case .delete: CountText.items(deleted: 1)
    case .move: CountText.items(moved: 1)
    }
  }

  /// Makes up edits of this kind, in passes that each begin with the same list.
  ///
  /// Items are drawn without replacement from every second place, and stand next to those of the
  /// other places half a list away: so none names an item that is gone, and each changes something.
  /// A list has as many as half of it in one pass.
  func passes(_ count: Int, in list: ItemList) -> [[EditStep]] {
    var generator = SeededGenerator(seed: seed)
    let size = list.items.count
    let firstNew = (4 + (Self.allCases.firstIndex(of: self) ?? 0)) << 32
    return stride(from: 0, to: count, by: size / 2).map { done in
      let places = (0..<size / 2).shuffled(using: &generator).prefix(count - done)
      return places.enumerated().map { round, place in
        // Numbers that no list and no other edit has.
        let subject = subjectIsNew ? firstNew + done + round : list.items[place * 2]
        let anchor = list.items[min((place * 2 + size / 2) % size, size - 2) | 1]
        return EditStep(edit: self, subject: subject, anchor: anchor)
      }
    }
  }
}

/// One edit: which item comes, goes or moves, and for an insert or a move behind which one.
struct EditStep {
  let edit: SingleEdit
  let subject: Int
  let anchor: Int
}
