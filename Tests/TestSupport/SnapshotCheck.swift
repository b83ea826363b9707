public import Snapshots

extension NamedPool {

  /// Says in what a snapshot differs from a model, and what is wrong in itself; nothing when all
  /// is well.
  public func problems(of snapshot: Snapshot, against expected: ModelSnapshot) -> [String] {
    SnapshotCheck(snapshot, expected, self).problems()
  }
}

/// A snapshot held against a model, in handles: names are only for what is found.
private struct SnapshotCheck {

  private let snapshot: Snapshot
  private let model: ModelSnapshot
  private let names: NamedPool
  private let sections: [Handle]
  private let items: [[Handle]]

  init(_ snapshot: Snapshot, _ model: ModelSnapshot, _ names: NamedPool) {
    self.snapshot = snapshot
    self.model = model
    self.names = names
    sections = model.sections.map { names.section($0.name) }
    items = model.sections.map { $0.items.map(names.item) }
  }

  func problems() -> [String] {
    let violations = snapshot.checkInvariants()
    guard violations.isEmpty else { return violations }
    guard snapshot.sectionHandles == sections, snapshot.itemHandles == items.flatMap(\.self) else {
      return ["holds \(ModelSnapshot(names.sections(of: snapshot))), not \(model)"]
    }
    return problemsOfSections() + problemsOfItems() + problemsOfContents() + problemsOfMarks()
  }

  private func problemsOfSections() -> [String] {
    var problems: [String] = []
    if snapshot.numberOfSections != sections.count { problems.append("number of sections") }
    if snapshot.numberOfItems != items.reduce(0, { $0 + $1.count }) {
      problems.append("number of items")
    }
    var indexes: [Int?] = Array(repeating: nil, count: names.pool.sections.handleBound)
    for (index, section) in sections.enumerated() {
      indexes[Int(section)] = index
      let positions = snapshot.positions(inSectionAt: index)
      if snapshot.numberOfItems(inSectionAt: index) != items[index].count
        || snapshot.itemHandles(at: positions) != items[index]
      {
        problems.append("items of \(names.sectionName(section))")
      }
    }
    for (handle, index) in indexes.enumerated()
    where snapshot.index(ofSection: Handle(handle)) != index {
      problems.append("index of \(names.sectionName(Handle(handle)))")
    }
    return problems
  }

  private func problemsOfItems() -> [String] {
    var problems: [String] = []
    var isHere = Array(repeating: false, count: names.pool.items.handleBound)
    var position = 0
    for (section, items) in items.enumerated() {
      for (index, item) in items.enumerated() {
        let path = IndexPath(section: section, item: index)
        isHere[Int(item)] = true
        if snapshot.index(ofItem: item) != position
          || snapshot.indexPath(ofItem: item) != path
          || snapshot.sectionHandle(containingItem: item) != sections[section]
          || snapshot.itemHandle(at: path) != item
        {
          problems.append("look-ups of \(names.itemName(item))")
        }
        position += 1
      }
      if snapshot.itemHandle(at: IndexPath(section: section, item: items.count)) != nil {
        problems.append("an item behind the last one of section \(section)")
      }
    }
    for (handle, isHere) in isHere.enumerated() {
      let found = snapshot.index(ofItem: Handle(handle)) != nil
      if snapshot.containsItem(Handle(handle)) != isHere || found != isHere {
        problems.append("presence of \(names.itemName(Handle(handle)))")
      }
    }
    return problems
  }

  private func problemsOfContents() -> [String] {
    let items = contents(0..<Handle(names.pool.items.handleBound), snapshot.content(ofItem:))
    let sections = contents(
      0..<Handle(names.pool.sections.handleBound),
      snapshot.content(ofSection:)
    )
    let itemContents = Dictionary(uniqueKeysWithValues: items.map { (names.itemName($0), $1) })
    let sectionContents = Dictionary(
      uniqueKeysWithValues: sections.map { (names.sectionName($0), $1) }
    )
    return differences("contents of items", itemContents, model.itemContents)
      + differences("contents of sections", sectionContents, model.sectionContents)
  }

  private func contents(
    _ handles: Range<Handle>,
    _ content: (Handle) -> Content?
  ) -> [(Handle, String)] {
    handles.compactMap { handle in
      content(handle).map { (handle, String(decoding: $0, as: UTF8.self)) }
    }
  }

  private func problemsOfMarks() -> [String] {
    let reloadedSections = snapshot.reloadedSections.map(names.sectionName)
    let reloadedItems = snapshot.reloadedItems.map(names.itemName)
    let reconfiguredItems = snapshot.reconfiguredItems.map(names.itemName)
    return differences("reloaded sections", reloadedSections, model.reloadedSections)
      + differences("reloaded items", reloadedItems, model.reloadedItems)
      + differences("reconfigured items", reconfiguredItems, model.reconfiguredItems)
  }

  private func differences<Value: Equatable>(
    _ what: String,
    _ actual: Value,
    _ expected: Value
  ) -> [String] {
    actual == expected ? [] : ["\(what): \(actual), not \(expected)"]
  }
}
