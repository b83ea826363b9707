import DiffableProtocol
import JSON
import Snapshots

extension EditRunner {
  func appendItems(
    _ list: JSONView,
    toSection section: JSONView?,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let items = try elements.placedItems(list, "items")
    var target: Handle?
    if let section {
      target = try elements.knownSection(section, "toSection") { snapshot.containsSection($0) }
    }
    let moved = try model(
      pool,
      try snapshot.appendItems(items.map(\.handle), toSection: target)
    )
    try snapshot.setContents(of: items, elements.checkpoint)
    return moved
  }

  func insertItems(
    _ list: JSONView,
    _ anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let items = try elements.placedItems(list, "items")
    let place = try anchor.place { (value, member) throws(DiffableError) in
      // One that is in the list is none to be placed beside, whether it is here or not.
      try elements.knownItem(value, member) { item in
        snapshot.containsItem(item) || items.contains { $0.handle == item }
      }
    }
    let moved = try model(pool, try snapshot.insertItems(items.map(\.handle), place))
    try snapshot.setContents(of: items, elements.checkpoint)
    return moved
  }

  func deleteItems(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let gone = try elements.foundItems(list, "items").compactMap { $0 }
    try model(pool, try snapshot.deleteItems(gone))
  }

  func moveItem(
    _ item: JSONView,
    _ anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let item = try elements.knownItem(item, "item") { snapshot.containsItem($0) }
    let place = try anchor.place { (value, member) throws(DiffableError) in
      try elements.knownItem(value, member) { snapshot.containsItem($0) }
    }
    try model(pool, try snapshot.moveItem(item, place))
  }

  func reloadItems(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let items = try elements.knownItemsWithContents(list, "items") { snapshot.containsItem($0) }
    try model(pool, try snapshot.reloadItems(items.map(\.handle)))
    try snapshot.setContents(of: items, elements.checkpoint)
  }

  func reconfigureItems(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let items = try elements.knownItemsWithContents(list, "items") { snapshot.containsItem($0) }
    try model(pool, try snapshot.reconfigureItems(items.map(\.handle)))
    try snapshot.setContents(of: items, elements.checkpoint)
  }
}
