import Snapshots
import TestSupport

/// A plain edit of a list that has outlines, of one element each, so that the protocol text says
/// what becomes of the trees.
enum RowEdit {
  case delete(Int)
  /// An item, new, hidden or shown, beside a row.
  case insert(Int, besideRow: Int, isAfter: Bool)
  /// An item, new, hidden or shown, at the end of a section.
  case append(Int, section: Int)
  case move(Int, besideRow: Int, isAfter: Bool)
  case deleteSection(Int)
  case moveSection(Int, after: Int)
  case clearSection(Int)
  case appendSection(Int)

  init(on model: ModelOutline, items: Int, sections: Int, _ random: inout SeededGenerator) {
    let present = model.sections.map(\.number)
    let absent = (0..<sections).first { !present.contains($0) }
    let shown = model.sections.indices.flatMap { model.rows(inSectionAt: $0) }
    let item = Int.random(in: 0..<items, using: &random)
    let isAfter = Bool.random(using: &random)
    let anchor = shown.filter { $0 != item }.randomElement(using: &random)
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<4:
      self = .delete(item)
    case 4..<10 where anchor != nil:
      self = .insert(item, besideRow: anchor ?? 0, isAfter: isAfter)
    case 10..<20 where anchor != nil && shown.contains(item):
      self = .move(item, besideRow: anchor ?? 0, isAfter: isAfter)
    case 20 where present.count > 1:
      self = .moveSection(present[0], after: present[present.count - 1])
    case 21 where Bool.random(using: &random) && !present.isEmpty:
      self = .deleteSection(present[0])
    case 22 where Bool.random(using: &random) && !present.isEmpty:
      self = .clearSection(present[0])
    default:
      if let absent {
        self = .appendSection(absent)
      } else {
        self = .append(item, section: present[item % present.count])
      }
    }
  }

  /// Makes the edit.
  func make(in snapshot: inout Snapshot) throws {
    func place(_ row: Int, _ isAfter: Bool) -> Snapshot.Place {
      isAfter ? .after(Handle(row)) : .before(Handle(row))
    }
    switch self {
    case .delete(let item):
      try snapshot.deleteItems([Handle(item)])
    case .insert(let item, let row, let isAfter):
      try snapshot.insertItems([Handle(item)], place(row, isAfter))
    case .append(let item, let section):
      try snapshot.appendItems([Handle(item)], toSection: Handle(section))
    case .move(let item, let row, let isAfter):
      try snapshot.moveItem(Handle(item), place(row, isAfter))
    case .deleteSection(let section):
      try snapshot.deleteSections([Handle(section)])
    case .moveSection(let section, let anchor):
      try snapshot.moveSection(Handle(section), .after(Handle(anchor)))
    case .clearSection(let section):
      try snapshot.clearSections([Handle(section)])
    case .appendSection(let section):
      try snapshot.appendSections([Handle(section)])
    }
  }

  /// Makes the edit, and puts the trees right.
  func make(in model: inout ModelOutline) {
    switch self {
    case .delete(let item):
      model.deleteRow(item)
    case .insert(let item, let anchor, let isAfter), .move(let item, let anchor, let isAfter):
      guard let place = model.find(anchor) else { return }
      let rows = model.rows(inSectionAt: place.section).filter { $0 != item }
      let row = (rows.firstIndex(of: anchor) ?? 0) + (isAfter ? 1 : 0)
      model.placeRow(item, at: row, inSection: model.sections[place.section].number)
    case .append(let item, let section):
      guard let index = model.index(ofSection: section) else { return }
      let rows = model.rows(inSectionAt: index).filter { $0 != item }
      model.placeRow(item, at: rows.count, inSection: section)
    case .deleteSection(let section):
      model.sections.removeAll { $0.number == section }
    case .moveSection(let section, let anchor):
      guard let index = model.index(ofSection: section) else { return }
      let moved = model.sections.remove(at: index)
      let target = (model.index(ofSection: anchor) ?? 0) + 1
      model.sections.insert(moved, at: target)
    case .clearSection(let section):
      guard let index = model.index(ofSection: section) else { return }
      model.sections[index].entries = []
    case .appendSection(let section):
      model.sections.append(.init(section))
    }
  }
}
