public import Snapshots

/// An identifier pool whose identifiers are names: their canonical bytes are the names in quotes.
///
/// It remembers which handle has which name, so after the pool has given handles back a new one is
/// needed.
public final class NamedPool {

  /// The pool.
  public let pool: IdentifierPool

  private var items: [String: Handle] = [:]
  private var sections: [String: Handle] = [:]
  private var itemNames: [Handle: String] = [:]
  private var sectionNames: [Handle: String] = [:]

  /// Wraps a pool whose identifiers are names already, or will be.
  public init(_ pool: IdentifierPool = IdentifierPool()) {
    self.pool = pool
  }

  /// The handle of an item's name.
  public func item(_ name: String) -> Handle {
    handle(of: name, in: pool.items, known: &items)
  }

  /// The handle of a section's name.
  public func section(_ name: String) -> Handle {
    handle(of: name, in: pool.sections, known: &sections)
  }

  /// The name of an item.
  public func itemName(_ handle: Handle) -> String {
    name(of: handle, in: pool.items, known: &itemNames)
  }

  /// The name of a section.
  public func sectionName(_ handle: Handle) -> String {
    name(of: handle, in: pool.sections, known: &sectionNames)
  }

  private func handle(
    of name: String,
    in interner: Interner,
    known: inout [String: Handle]
  ) -> Handle {
    if let handle = known[name] { return handle }
    let handle = withCanonicalBytes(of: name) { interner.intern($0) }
    known[name] = handle
    return handle
  }

  private func name(
    of handle: Handle,
    in interner: Interner,
    known: inout [Handle: String]
  ) -> String {
    if let name = known[handle] { return name }
    let name = interner.withBytes(of: handle) { bytes in
      String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
    known[handle] = name
    return name
  }
}

/// Calls a closure with a name in quotes.
public func withCanonicalBytes<Result>(
  of name: String,
  _ body: (UnsafeRawBufferPointer) -> Result
) -> Result {
  Array("\"\(name)\"".utf8).withUnsafeBytes(body)
}

extension NamedPool {

  /// Makes an edit of a snapshot of this pool.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - snapshot: The snapshot.
  /// - Returns: The reason why it was refused, if it was, and the items that were moved although
  ///   the edit meant to add them.
  public func make(
    _ edit: ModelEdit,
    in snapshot: inout Snapshot
  ) -> (refusal: Refusal?, movedItems: [String]) {
    do {
      return (nil, try perform(edit, in: &snapshot).map(itemName))
    } catch {
      return (refusal(error), [])
    }
  }

  /// Makes an edit of a snapshot of this pool, or throws the snapshot's own error.
  public func perform(
    _ edit: ModelEdit,
    in snapshot: inout Snapshot
  ) throws(SnapshotError) -> [Handle] {
    switch edit {
    case .appendSections(let new): try snapshot.appendSections(new.map(section))
    case .insertSections(let new, let side):
      try snapshot.insertSections(new.map(section), place(side, section))
    case .deleteSections(let gone): try snapshot.deleteSections(gone.map(section))
    case .moveSection(let name, let side):
      try snapshot.moveSection(section(name), place(side, section))
    case .reloadSections(let marked): try snapshot.reloadSections(marked.map(section))
    case .appendItems(let new, let target):
      return try snapshot.appendItems(new.map(item), toSection: target.map(section))
    case .insertItems(let new, let side):
      return try snapshot.insertItems(new.map(item), place(side, item))
    case .deleteItems(let gone): try snapshot.deleteItems(gone.map(item))
    case .deleteAllItems: try snapshot.deleteAllItems()
    case .moveItem(let name, let side): try snapshot.moveItem(item(name), place(side, item))
    case .reloadItems(let marked): try snapshot.reloadItems(marked.map(item))
    case .reconfigureItems(let marked): try snapshot.reconfigureItems(marked.map(item))
    case .moveItems(let moved, let target, let index):
      let destination = index.map { $0 == 0 ? .start : Snapshot.Destination.index($0) }
      try snapshot.moveItems(moved.map(item), toSection: section(target), at: destination ?? .end)
    case .replaceItems(let name, let new):
      return try snapshot.replaceItems(inSection: section(name), with: new.map(item))
    case .clearSections(let cleared): try snapshot.clearSections(cleared?.map(section))
    case .swapItems(let first, let second): try snapshot.swapItems(item(first), item(second))
    case .reverseItems(let name): try snapshot.reverseItems(inSection: name.map(section))
    case .shuffleItems(let name, let seed):
      try snapshot.shuffleItems(inSection: name.map(section), seed: seed)
    case .sortItems(let name):
      try snapshot.sortItems(inSection: name.map(section)) { items in
        items.sorted { itemName($0) < itemName($1) }
      }
    case .setItemContent(let name, let content):
      snapshot.setContent(Array(content.utf8), ofItem: item(name))
    case .setSectionContent(let name, let content):
      snapshot.setContent(Array(content.utf8), ofSection: section(name))
    }
    return []
  }

  private func place(_ side: ModelEdit.Side, _ handle: (String) -> Handle) -> Snapshot.Place {
    switch side {
    case .before(let anchor): .before(handle(anchor))
    case .after(let anchor): .after(handle(anchor))
    }
  }

  /// A snapshot's error in names.
  public func refusal(_ error: SnapshotError) -> Refusal {
    switch error {
    case .unknownItems(let items): Refusal(.unknownItems, items.map(itemName))
    case .unknownSections(let sections): Refusal(.unknownSections, sections.map(sectionName))
    case .repeatedItems(let items): Refusal(.repeatedItems, items.map(itemName))
    case .repeatedSections(let sections): Refusal(.repeatedSections, sections.map(sectionName))
    case .existingSections(let sections): Refusal(.existingSections, sections.map(sectionName))
    case .existingItems(let items): Refusal(.existingItems, items.map(itemName))
    case .noSection: Refusal(.noSection, [])
    case .indexOutOfRange(_, _, let section): Refusal(.indexOutOfRange, [sectionName(section)])
    case .itemRelativeToItself(let item): Refusal(.itemRelativeToItself, [itemName(item)])
    case .sectionRelativeToItself(let section):
      Refusal(.sectionRelativeToItself, [sectionName(section)])
    // No single edit is refused so.
    case .outlineTooDeep, .interrupted: preconditionFailure("refused with \(error)")
    }
  }
}
