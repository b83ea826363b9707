import DiffableProtocol
import JSON
import Snapshots

extension EditRunner {
  func appendSections(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let sections = try handles.placedSections(list, "sections")
    try model(pool, try snapshot.appendSections(sections.map(\.handle)))
    return try fill(sections, &snapshot)
  }

  func insertSections(
    _ list: JSONView,
    _ anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let sections = try handles.placedSections(list, "sections")
    let place = try place(anchor)
    try model(pool, try snapshot.insertSections(sections.map(\.handle), place))
    return try fill(sections, &snapshot)
  }

  func deleteSections(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let known = try handles.list(list, "sections") { (value) throws(DiffableError) in
      try handles.section(value)
    }
    snapshot.deleteSections(known.compactMap { $0 })
  }

  func moveSection(
    _ section: JSONView,
    _ anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let section = try handles.knownSection(section, "section")
    let place = try place(anchor)
    try model(pool, try snapshot.moveSection(section, place))
  }

  func reloadSections(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let sections = try handles.knownSectionsWithContents(list, "sections")
    try model(pool, try snapshot.reloadSections(sections.map(\.handle)))
    setContents(of: sections, &snapshot)
  }

  /// Gives new sections their contents and items.
  private func fill(
    _ sections: [PlacedSection],
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    guard let first = sections.first else { return [] }
    let lists = sections.map { $0.items.map(\.handle) }
    let moved = try model(
      pool,
      try snapshot.fillSections(from: first.handle, with: lists)
    )
    setContents(of: sections, &snapshot)
    for section in sections { snapshot.setContents(of: section.items) }
    return moved
  }

  /// Stores the contents that came with sections; what came as it is already is left alone.
  func setContents(of sections: [PlacedSection], _ snapshot: inout Snapshot) {
    for section in sections {
      let kept = snapshot.content(ofSection: section.handle)
      guard let content = section.content?.minified(unlessSameAs: kept) else { continue }
      snapshot.setContent(content, ofSection: section.handle)
    }
  }

  private func place(
    _ anchor: Edit.Anchor
  ) throws(DiffableError) -> Snapshot.Place {
    switch anchor {
    case .before(let value):
      .before(try handles.knownSection(value, "beforeSection"))
    case .after(let value):
      .after(try handles.knownSection(value, "afterSection"))
    }
  }
}
