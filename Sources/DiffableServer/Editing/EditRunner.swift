import DiffableProtocol
import JSON
import Snapshots

/// Runs the edits of a message on a snapshot.
struct EditRunner {
  /// An edit that moved items which it was to add.
  struct Warning {
    let edit: Int
    let items: [Handle]
  }

  let pool: IdentifierPool
  private(set) var elements: ElementReader
  let limits: Limits
  private(set) var warnings: [Warning] = []

  init(
    pool: IdentifierPool,
    limits: Limits,
    reading: ReadingOptions,
    checkpoint: Checkpoint
  ) {
    self.pool = pool
    self.limits = limits
    elements = ElementReader(pool: pool, limits: limits, reading: reading, checkpoint: checkpoint)
  }

  /// Runs edits in turn.
  ///
  /// - Throws: What is wrong with one of them; those before it have been run then.
  mutating func run(_ edits: EditList, on snapshot: inout Snapshot) throws(DiffableError) {
    elements.checkpoint.expect(edits.numberOfElements(elements.pool.work.mayGoOn))
    for (index, value) in edits.values.enumerated() {
      do throws(DiffableError) {
        let reader = try edits.reader(of: value, at: index)
        elements.path = reader.path
        let edit = try Edit(reader)
        if edit.concernsAllItems { try elements.checkpoint.step(snapshot.numberOfItems) }
        if edit.concernsAllSections { try elements.checkpoint.step(snapshot.numberOfSections) }
        let moved = try run(edit, on: &snapshot)
        if !moved.isEmpty { warnings.append(Warning(edit: index, items: moved)) }
        try limits.check(snapshot)
        try elements.checkpoint.step()
      } catch {
        throw error.inEdit(index)
      }
    }
  }

  /// Runs one edit, and says which items it moved although it was to add them.
  private func run(
    _ edit: Edit,
    on snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    switch edit {
    case .appendSections(let sections):
      return try appendSections(sections, &snapshot)
    case .insertSections(let sections, let anchor):
      return try insertSections(sections, anchor, &snapshot)
    case .appendItems(let items, let section):
      return try appendItems(items, toSection: section, &snapshot)
    case .insertItems(let items, let anchor):
      return try insertItems(items, anchor, &snapshot)
    case .deleteSections(let sections):
      try deleteSections(sections, &snapshot)
    case .deleteItems(let items):
      try deleteItems(items, &snapshot)
    case .deleteAllItems:
      try model(pool, try snapshot.deleteAllItems())
    case .moveSection(let section, let anchor):
      try moveSection(section, anchor, &snapshot)
    case .moveItem(let item, let anchor):
      try moveItem(item, anchor, &snapshot)
    case .reloadSections(let sections):
      try reloadSections(sections, &snapshot)
    case .reloadItems(let items):
      try reloadItems(items, &snapshot)
    case .reconfigureItems(let items):
      try reconfigureItems(items, &snapshot)
    case .replaceItems(let items, let section):
      return try replaceItems(items, inSection: section, &snapshot)
    case .moveItems(let items, let section, let destination):
      try moveItems(items, toSection: section, destination, &snapshot)
    case .clearSections(let sections):
      try clearSections(sections, &snapshot)
    case .setItems(let items):
      try setItems(items, &snapshot)
    case .setSections(let sections):
      try setSections(sections, &snapshot)
    case .patchItems(let patches):
      try patchItems(patches, &snapshot)
    case .patchSections(let patches):
      try patchSections(patches, &snapshot)
    case .swapItems(let items):
      try swapItems(items, &snapshot)
    case .reverseItems(let section):
      let section = try self.section(section, of: snapshot)
      try model(pool, try snapshot.reverseItems(inSection: section))
    case .shuffleItems(let section, let seed):
      let section = try self.section(section, of: snapshot)
      let bits = UInt64(bitPattern: Int64(seed))
      try model(pool, try snapshot.shuffleItems(inSection: section, seed: bits))
    case .sortItems(let section, let keys):
      try sortItems(inSection: section, by: keys, &snapshot)
    }
    return []
  }
}

extension Limits {
  /// Refuses a snapshot that has more sections or items, shown or hidden, than it may.
  func check(_ snapshot: Snapshot) throws(DiffableError) {
    if try model(snapshot.pool, try snapshot.holdsMore(than: maxItemsPerDataSource)) {
      let subject = "\(snapshot.numberOfItems + snapshot.numberOfHiddenItems) items are"
      throw exceeded(\.maxItemsPerDataSource, subject)
    }
    if snapshot.numberOfSections > maxSectionsPerDataSource {
      throw exceeded(\.maxSectionsPerDataSource, "\(snapshot.numberOfSections) sections are")
    }
  }
}

extension Edit {
  /// Whether it may go through many items although it names few.
  fileprivate var concernsAllItems: Bool {
    switch self {
    case .deleteAllItems, .deleteSections, .clearSections, .replaceItems, .reverseItems,
      .shuffleItems, .sortItems, .moveSection:
      true
    case .appendSections, .insertSections, .reloadSections, .appendItems, .insertItems,
      .deleteItems, .moveItem, .reloadItems, .reconfigureItems, .moveItems, .setItems,
      .setSections, .patchItems, .patchSections, .swapItems:
      false
    }
  }

  /// Whether it goes through all sections, those without items among them.
  fileprivate var concernsAllSections: Bool {
    switch self {
    case .clearSections(nil), .reverseItems(nil), .shuffleItems(nil, _), .sortItems(nil, _): true
    default: false
    }
  }
}

extension Edit.Anchor {
  /// The place that it stands for; `handle` finds the section or item that a member names.
  func place(
    _ handle: (JSONView, String) throws(DiffableError) -> Handle
  ) throws(DiffableError) -> Snapshot.Place {
    switch self {
    case .before(let value, let member): .before(try handle(value, member))
    case .after(let value, let member): .after(try handle(value, member))
    }
  }
}
