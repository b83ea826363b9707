/// The handles that somebody can still name.
///
/// Identifiers are never counted reference by reference: when a pool has grown enough, the handles
/// in use are collected here, and the pool gives back all others.
///
/// Only the places of items and sections are looked at, and what was touched: marks and contents
/// name nothing else. A mark is of something that is in the snapshot, or that was and then was
/// touched when it left; content of what is in neither a snapshot nor its base is dropped at the
/// end of each edit. Only a view has contents of what it does not show, those of its base, and some
/// may be of what is gone: so nobody finds out from contents what there is.
public struct LiveHandles {
  private var items = HandleSet()
  private var sections = HandleSet()
  /// The chunks that were looked at, by their memory; kept, so that nothing else gets it.
  private var seen: [UnsafeRawPointer: Block] = [:]
  /// How many handles there are.
  public private(set) var count = 0

  /// Creates an empty collection.
  public init() {}

  /// Adds what a snapshot holds, and what was touched since its base.
  ///
  /// - Complexity: O(n), but for chunks that it shares with what was added before.
  public mutating func insertAll(of snapshot: Snapshot) {
    snapshot.items.forEachChunk { if isNew($0) { insert(items: $0.entries) } }
    snapshot.sections.forEachChunk { if isNew($0.handles) { insert(sections: $0.handles.entries) } }
    snapshot.outline.brackets.forEachChunk {
      if isNew($0) { insert(items: $0.entries.lazy.map(Bracket.item)) }
    }
    insertTouched(of: snapshot)
  }

  /// Whether a chunk was not looked at yet.
  private mutating func isNew(_ chunk: Block) -> Bool {
    let memory = chunk.entries.withUnsafeBytes(\.baseAddress)
    return memory.map { seen.updateValue(chunk, forKey: $0) == nil } ?? true
  }

  /// Adds what was touched since a snapshot's base.
  ///
  /// - Complexity: O(touched).
  public mutating func insertTouched(of snapshot: Snapshot) {
    insert(items: snapshot.touched.items.all)
    insert(items: snapshot.touched.itemContents.all)
    insert(sections: snapshot.touched.sections.all)
    insert(sections: snapshot.touched.sectionContents.all)
  }

  /// Adds what a delta leads back to.
  ///
  /// What it marked is live anyway: it is in the state after the step, and if it left later, then
  /// by a newer step, which a history keeps at least as long.
  ///
  /// - Complexity: O(touched).
  public mutating func insert(_ delta: Delta) {
    for range in delta.placed { insert(items: range) }
    for run in delta.displaced {
      insert(sections: [run.section])
      insert(items: run.items)
    }
    insert(sections: delta.sections)
    insert(items: delta.itemContents.map(\.element))
    if let outline = delta.outline { insert(items: outline.goneItems) }
    insert(sections: delta.sectionContents.map(\.element))
  }

  func contains(item: Handle) -> Bool { items.contains(item) }
  func contains(section: Handle) -> Bool { sections.contains(section) }

  /// Adds some items.
  public mutating func insert(items handles: some Sequence<Handle>) {
    for item in handles where items.insert(item) { count += 1 }
  }

  /// Adds some sections.
  public mutating func insert(sections handles: some Sequence<Handle>) {
    for section in handles where sections.insert(section) { count += 1 }
  }
}
