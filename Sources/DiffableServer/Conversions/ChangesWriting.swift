import DiffableProtocol
import JSON
import Snapshots

extension JSONWriter {
  /// Writes the member `changes`, unless the format has none.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - format: The form to write them in.
  ///   - snapshot: The snapshot after them.
  ///   - includeContent: Whether inserted and updated elements carry their content.
  mutating func memberChanges(
    _ changes: Changes,
    in format: Options.ChangeFormat,
    of snapshot: Snapshot,
    includeContent: Bool
  ) {
    guard format != .none else { return }
    name("changes")
    var changesWriter = ChangesWriter(snapshot: snapshot, includeContent: includeContent)
    swap(&changesWriter.writer, &self)
    changesWriter.write(changes, in: format)
    swap(&changesWriter.writer, &self)
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

/// Writes changes, and knows the snapshot after them.
struct ChangesWriter {
  var writer = JSONWriter()
  let snapshot: Snapshot
  let includeContent: Bool

  init(snapshot: Snapshot, includeContent: Bool) {
    self.snapshot = snapshot
    self.includeContent = includeContent
  }

  mutating func write(_ changes: Changes, in format: Options.ChangeFormat) {
    switch format {
    case .batch: write(StagedChanges.Stage(changes: changes))
    case .sequential: write(SequentialChanges(changes))
    case .staged: write(StagedChanges(changes))
    case .none: writer.null()
    }
  }

  /// Writes the member `items`: those of a run, which has its place in the snapshot after.
  mutating func memberItems(at path: IndexPath, count: Int) {
    let start = snapshot.positions(inSectionAt: path.section).lowerBound + path.item
    writer.array("items", snapshot.itemHandles(at: start..<start + count)) { writer, item in
      writer.item(item, of: snapshot, includeContent: includeContent)
    }
  }
}
