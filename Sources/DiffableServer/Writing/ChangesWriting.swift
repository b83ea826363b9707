import DiffableProtocol
import JSON
import Snapshots

/// The snapshot whose elements are written, and whether their contents go with them.
struct ContentScope {
  let snapshot: Snapshot
  let includeContent: Bool

  init(_ snapshot: Snapshot, includeContent: Bool = true) {
    self.snapshot = snapshot
    self.includeContent = includeContent
  }

  /// The content that goes with an item, nil for none.
  func content(ofItem item: Handle) -> Content? {
    includeContent ? snapshot.content(ofItem: item) : nil
  }

  /// The content that goes with a section, nil for none.
  func content(ofSection section: Handle) -> Content? {
    includeContent ? snapshot.content(ofSection: section) : nil
  }
}

/// Changes brought into another order, in which a format has them.
enum ArrangedChanges {
  case sequential(SequentialChanges)
  case staged(StagedChanges)

  /// Brings changes into the order of a format; nil when it has none, or that which they have.
  ///
  /// - Throws: `interrupted`.
  init?(
    _ changes: Changes,
    in format: ChangeFormat,
    _ work: Work
  ) throws(SnapshotError) {
    switch format {
    case .sequential: self = .sequential(try SequentialChanges(changes, work))
    case .staged: self = .staged(try StagedChanges(changes, work))
    case .batch, .none: return nil
    }
  }
}

extension JSONWriter {
  /// Writes the member `changes`, unless the format has none.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - format: The form to write them in.
  ///   - scope: The snapshot after them.
  /// - Throws: `interrupted`.
  mutating func memberChanges(
    _ changes: Changes,
    in format: ChangeFormat,
    _ scope: ContentScope
  ) throws(SnapshotError) {
    if let arranged = try ArrangedChanges(changes, in: format, scope.snapshot.pool.work) {
      member(arranged, scope)
    } else if format == .batch {
      name("changes")
      write(changes, scope)
    }
  }

  /// Writes the member `changes`.
  mutating func member(_ changes: ArrangedChanges, _ scope: ContentScope) {
    name("changes")
    switch changes {
    case .sequential(let changes): write(changes, scope)
    case .staged(let changes): write(changes, scope)
    }
  }

  /// Writes the member `items`: those of a run, which has its place in the snapshot after.
  mutating func memberItems(at path: IndexPath, count: Int, _ scope: ContentScope) {
    let start = scope.snapshot.positions(inSectionAt: path.section).lowerBound + path.item
    name("items")
    beginArray()
    scope.snapshot.forEachRun(ofItemsAt: start..<start + count) { items in
      for item in items {
        guard wantsMore() else { return }
        self.item(item, scope)
      }
    }
    endArray()
  }

  /// Writes how many elements each kind of change concerns.
  mutating func counts(_ counts: Changes.Counts) {
    beginObject()
    member("inserted", counts.inserted)
    member("deleted", counts.deleted)
    member("moved", counts.moved)
    member("reloaded", counts.reloaded)
    member("reconfigured", counts.reconfigured)
    endObject()
  }

  /// Writes the member `counts` of some changes.
  mutating func memberCounts(of changes: Changes) {
    name("counts")
    beginObject()
    name("sections")
    counts(changes.sectionCounts)
    name("items")
    counts(changes.itemCounts)
    endObject()
  }
}
