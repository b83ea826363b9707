public import Snapshots

extension NamedPool {

  /// Builds the snapshot that replaces another one, identifier by identifier.
  ///
  /// - Parameters:
  ///   - current: The snapshot to be replaced.
  ///   - model: The sections and items of the new one; its contents are set where it has some.
  /// - Returns: A snapshot whose base is `current`.
  /// - Throws: What the builder refuses.
  public func build(
    replacing current: Snapshot,
    with model: ModelSnapshot
  ) throws(SnapshotError) -> Snapshot {
    var builder = SnapshotBuilder(replacing: current)
    for section in model.sections {
      let handle = withCanonicalBytes(of: section.name) { builder.appendSection($0) }
      if let content = model.sectionContents[section.name] {
        builder.setContent(Array(content.utf8), ofSection: handle)
      }
      for item in section.items {
        let handle = withCanonicalBytes(of: item) { builder.appendItem($0) }
        if let content = model.itemContents[item] {
          builder.setContent(Array(content.utf8), ofItem: handle)
        }
      }
    }
    return try builder.build()
  }

  /// Everything that a snapshot says, in names.
  public func model(of snapshot: Snapshot) -> ModelSnapshot {
    var model = ModelSnapshot(sections(of: snapshot))
    for handle in 0..<Handle(pool.items.handleBound) {
      guard let content = snapshot.content(ofItem: handle) else { continue }
      model.itemContents[itemName(handle)] = String(decoding: content, as: UTF8.self)
    }
    for handle in 0..<Handle(pool.sections.handleBound) {
      guard let content = snapshot.content(ofSection: handle) else { continue }
      model.sectionContents[sectionName(handle)] = String(decoding: content, as: UTF8.self)
    }
    model.reloadedSections = snapshot.reloadedSections.map(sectionName)
    model.reloadedItems = snapshot.reloadedItems.map(itemName)
    model.reconfiguredItems = snapshot.reconfiguredItems.map(itemName)
    return model
  }

  /// The sections and items of a snapshot, in names.
  public func sections(of snapshot: Snapshot) -> [ModelSnapshot.Section] {
    snapshot.sectionHandles.enumerated().map { index, section in
      let items = snapshot.itemHandles(at: snapshot.positions(inSectionAt: index))
      return ModelSnapshot.Section(sectionName(section), items.map(itemName))
    }
  }
}
