import DiffableProtocol
import JSON
import Snapshots

/// Runs the edits of a message on the tree of a section.
struct SectionEditRunner {
  private let section: Handle
  private var elements: ElementReader
  private let limits: Limits
  private(set) var warnings: [EditRunner.Warning] = []

  init(section: Handle, _ elements: ElementReader, limits: Limits) {
    self.section = section
    self.elements = elements
    self.limits = limits
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
        let moved = try run(SectionEdit(reader), &snapshot)
        if !moved.isEmpty { warnings.append(EditRunner.Warning(edit: index, items: moved)) }
        try limits.check(snapshot)
        try elements.checkpoint.step()
      } catch {
        throw error.inEdit(index)
      }
    }
  }

  /// Runs one edit, and says which items it took from elsewhere.
  private func run(
    _ edit: SectionEdit,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    switch edit {
    case .append(let list, let parent):
      let tree = PlacedTree(try elements.placedItems(list, "items"))
      let parent = try parent.map { (value) throws(DiffableError) in
        try knownItem(value, "to", snapshot)
      }
      return try insert(tree, at: .end(of: parent), &snapshot)
    case .insert(let list, let anchor):
      let tree = PlacedTree(try elements.placedItems(list, "items"))
      return try insert(tree, beside: anchor, &snapshot)
    case .insertSnapshot(let document, let anchor):
      let tree = try self.tree(document)
      return try insert(tree, beside: anchor, &snapshot)
    case .replaceChildren(let parent, let document):
      return try replaceChildren(of: parent, with: document, &snapshot)
    case .delete(let list):
      let gone = try elements.knownItems(list, "items") { isInTree($0, of: snapshot) }
      try model(elements.pool, try snapshot.deleteSubtrees(of: gone, inSection: section))
    case .deleteAll:
      try model(elements.pool, try snapshot.clearTree(ofSection: section))
    case .expand(let list):
      let items = try elements.foundItems(list, "items").compactMap { $0 }
      try model(elements.pool, try snapshot.expand(items, inSection: section))
    case .collapse(let list):
      let items = try elements.foundItems(list, "items").compactMap { $0 }
      try model(elements.pool, try snapshot.collapse(items, inSection: section))
    }
    return []
  }

  /// The handle of an item, which must be in the section's tree.
  private func knownItem(
    _ value: JSONView,
    _ member: String,
    _ snapshot: Snapshot
  ) throws(DiffableError) -> Handle {
    try elements.knownItem(value, member) { isInTree($0, of: snapshot) }
  }

  private func isInTree(_ item: Handle, of snapshot: Snapshot) -> Bool {
    guard let index = snapshot.index(ofSection: section) else { return false }
    return snapshot.contains(item, inTreeOfSectionAt: index)
  }

  private func insert(
    _ placed: PlacedTree,
    beside anchor: Edit.Anchor,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let place = try anchor.place { (value, member) throws(DiffableError) in
      try knownItem(value, member, snapshot)
    }
    return try insert(placed, at: .beside(place), &snapshot)
  }

  private func insert(
    _ placed: PlacedTree,
    at place: Snapshot.OutlinePlace,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let level =
      switch place {
      case .end(let parent): parent.map { snapshot.level(ofItem: $0) + 1 } ?? 0
      case .beside(let side): snapshot.level(ofItem: side.anchor)
      }
    try limits.check(placed.tree, at: level)
    let pulled = try model(
      elements.pool,
      try snapshot.insert(placed.tree, at: place, inSection: section)
    )
    try snapshot.setContents(of: placed.items, elements.checkpoint)
    return pulled
  }

  private func replaceChildren(
    of parent: JSONView,
    with document: ObjectReader,
    _ snapshot: inout Snapshot
  ) throws(DiffableError) -> [Handle] {
    let parent = try knownItem(parent, "of", snapshot)
    let placed = try tree(document)
    try limits.check(placed.tree, at: snapshot.level(ofItem: parent) + 1)
    let pulled = try model(
      elements.pool,
      try snapshot.replaceChildren(of: parent, with: placed.tree, inSection: section)
    )
    try snapshot.setContents(of: placed.items, elements.checkpoint)
    return pulled
  }

  private func tree(_ document: ObjectReader) throws(DiffableError) -> PlacedTree {
    var reader = OutlineReader(document, elements)
    return try reader.read()
  }
}

extension Limits {
  /// Refuses a tree whose outline document would be too deep to be read back.
  func check(_ tree: SectionSnapshot, at level: Int) throws(DiffableError) {
    let level = level + tree.greatestLevel
    guard level > greatestOutlineLevel else { return }
    throw tooDeep(level)
  }

  /// The deepest level on which an item of an outline may stand.
  var greatestOutlineLevel: Int {
    // Each level is an object in an array; the message around them and an identifier take the rest.
    (maxNestingDepth - 6) / 2
  }

  /// The error of an outline that would be too deep.
  func tooDeep(_ level: Int) -> DiffableError {
    let subject = "An outline with items on level \(level), which no document of it could have, is"
    return exceeded(\.maxNestingDepth, subject)
  }
}
