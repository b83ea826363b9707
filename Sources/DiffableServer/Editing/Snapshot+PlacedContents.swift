import DiffableProtocol
import JSON
import Snapshots

extension Snapshot {
  /// Stores the contents that came with items; what came as it is already is left alone.
  mutating func setContents(
    of items: [PlacedItem],
    _ checkpoint: Checkpoint
  ) throws(DiffableError) {
    for item in items {
      try checkpoint.step()
      let kept = content(ofItem: item.handle)
      guard let content = try item.content?.minified(unlessSameAs: kept, pool.work) else {
        continue
      }
      setContent(content, ofItem: item.handle)
    }
  }

  /// Stores the contents that came with sections, likewise.
  mutating func setContents(
    of sections: [PlacedSection],
    _ checkpoint: Checkpoint
  ) throws(DiffableError) {
    for section in sections {
      try checkpoint.step()
      let kept = content(ofSection: section.handle)
      guard let content = try section.content?.minified(unlessSameAs: kept, pool.work) else {
        continue
      }
      setContent(content, ofSection: section.handle)
    }
  }
}
