import DiffableProtocol
import JSON
import Snapshots

extension EditRunner {
  func appendSections(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let sections = try elements.placedSections(list, "sections")
    try model(pool, try snapshot.appendSections(sections.map(\.handle)))
    return try fill(sections, &snapshot)
  }

  func insertSections(
    _ list: JSONView,
    _ anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let sections = try elements.placedSections(list, "sections")
    let place = try anchor.place { (value, member) throws(DiffableError) in
      // One that is in the list is none to be placed beside, whether it is here or not.
      try elements.knownSection(value, member) { section in
        snapshot.containsSection(section) || sections.contains { $0.handle == section }
      }
    }
    try model(pool, try snapshot.insertSections(sections.map(\.handle), place))
    return try fill(sections, &snapshot)
  }

  func deleteSections(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let gone = try elements.foundSections(list, "sections").compactMap { $0 }
    try model(pool, try snapshot.deleteSections(gone))
  }

  func moveSection(
    _ section: JSONView,
    _ anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let section = try elements.knownSection(section, "section") { snapshot.containsSection($0) }
    let place = try anchor.place { (value, member) throws(DiffableError) in
      try elements.knownSection(value, member) { snapshot.containsSection($0) }
    }
    try model(pool, try snapshot.moveSection(section, place))
  }

  func reloadSections(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let sections = try elements.knownSectionsWithContents(list, "sections") {
      snapshot.containsSection($0)
    }
    try model(pool, try snapshot.reloadSections(sections.map(\.handle)))
    try snapshot.setContents(of: sections, elements.checkpoint)
  }

  /// Gives new sections their contents and items.
  private func fill(
    _ sections: [PlacedSection],
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    guard let first = sections.first else { return [] }
    var lists: [[Handle]] = []
    for section in sections {
      lists.append(section.items.map(\.handle))
      try elements.checkpoint.step()
    }
    let moved = try model(
      pool,
      try snapshot.fillSections(from: first.handle, with: lists)
    )
    try snapshot.setContents(of: sections, elements.checkpoint)
    for section in sections { try snapshot.setContents(of: section.items, elements.checkpoint) }
    return moved
  }
}
