import DiffableProtocol
import JSON
import Snapshots

extension EditRunner {
  func moveItems(
    _ list: JSONView,
    toSection section: JSONView,
    _ destination: Edit.Destination,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let target = try elements.knownSection(section, "toSection") { snapshot.containsSection($0) }
    let known = try elements.knownItemsWithContents(list, "items") { snapshot.containsItem($0) }
    let items = try elements.withoutRepeats(known) { "items[\($0)]" }
    try model(
      pool,
      try snapshot.moveItems(items.map(\.handle), toSection: target, at: destination.inModel)
    )
    try snapshot.setContents(of: items, elements.checkpoint)
  }

  func replaceItems(
    _ list: JSONView,
    inSection section: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let target = try elements.knownSection(section, "section") { snapshot.containsSection($0) }
    let items = try elements.placedItems(list, "items")
    let moved = try model(
      pool,
      try snapshot.replaceItems(inSection: target, with: items.map(\.handle))
    )
    try snapshot.setContents(of: items, elements.checkpoint)
    return moved
  }

  func clearSections(
    _ list: JSONView?,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    var sections: [Handle]?
    if let list {
      sections = try elements.knownSections(list, "sections") { snapshot.containsSection($0) }
    }
    try model(pool, try snapshot.clearSections(sections))
  }

  func swapItems(
    _ pair: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let items = try elements.knownItemsWithContents(pair, "items") { snapshot.containsItem($0) }
    guard let first = items.first, let last = items.last else { return }
    try model(pool, try snapshot.swapItems(first.handle, last.handle))
    try snapshot.setContents(of: items, elements.checkpoint)
  }

  func sortItems(
    inSection section: JSONView?,
    by keys: [Edit.SortKey],
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let section = try self.section(section, of: snapshot)
    let order = ContentOrder(keys, checkpoint: elements.checkpoint)
    let contents = snapshot
    var interruption: DiffableError?
    try model(
      pool,
      try snapshot.sortItems(inSection: section) { items in
        do throws(DiffableError) {
          return interruption == nil ? try order.sorted(items, of: contents) : items
        } catch {
          interruption = error
          return items
        }
      }
    )
    if let interruption { throw interruption }
  }

  // MARK: Contents alone

  func setItems(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let items = try elements.knownItemsWithContents(list, "items") { snapshot.containsItem($0) }
    try snapshot.setContents(of: items, elements.checkpoint)
  }

  func setSections(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let sections = try elements.knownSectionsWithContents(list, "sections") {
      snapshot.containsSection($0)
    }
    try snapshot.setContents(of: sections, elements.checkpoint)
  }

  /// The section that an edit is confined to, nil for none.
  func section(
    _ value: JSONView?,
    of snapshot: Snapshot
  ) throws(DiffableError) -> Handle? {
    guard let value else { return nil }
    return try elements.knownSection(value, "section") { snapshot.containsSection($0) }
  }
}

extension Edit.Destination {
  fileprivate var inModel: Snapshot.Destination {
    switch self {
    case .start: .start
    case .end: .end
    case .index(let index): .index(index)
    }
  }
}
