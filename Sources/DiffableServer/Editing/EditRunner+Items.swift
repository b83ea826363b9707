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
    if let section { target = try elements.knownSection(section, "toSection") }
    let moved = try model(
      pool,
      try snapshot.appendItems(items.map(\.handle), toSection: target)
    )
    snapshot.setContents(of: items)
    return moved
  }

  func insertItems(
    _ list: JSONView,
    _ anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let items = try elements.placedItems(list, "items")
    let place = try anchor.place(elements.knownItem(_:_:))
    let moved = try model(pool, try snapshot.insertItems(items.map(\.handle), place))
    snapshot.setContents(of: items)
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
    let item = try elements.knownItem(item, "item")
    let place = try anchor.place(elements.knownItem(_:_:))
    try model(pool, try snapshot.moveItem(item, place))
  }

  func reloadItems(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let items = try elements.knownItemsWithContents(list, "items")
    try model(pool, try snapshot.reloadItems(items.map(\.handle)))
    snapshot.setContents(of: items)
  }

  func reconfigureItems(
    _ list: JSONView,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    let items = try elements.knownItemsWithContents(list, "items")
    try model(pool, try snapshot.reconfigureItems(items.map(\.handle)))
    snapshot.setContents(of: items)
  }
}
