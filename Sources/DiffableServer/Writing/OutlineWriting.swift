import JSON
import Snapshots

extension JSONWriter {
  /// Writes the member `items` of an outline document.
  mutating func items(of tree: SectionSnapshot, in snapshot: Snapshot) {
    name("items")
    beginArray()
    var open = 0
    for (index, entry) in tree.entries.enumerated() {
      guard wantsMore() else { return }
      close(&open, to: entry.level)
      beginObject()
      let content = snapshot.content(ofItem: entry.item)
      elementMembers(entry.item, of: snapshot.pool.items, content)
      if entry.isExpanded { member("expanded", true) }
      let next = index + 1
      if next < tree.entries.count, tree.entries[next].level > entry.level {
        name("children")
        beginArray()
        open += 1
      } else {
        endObject()
      }
    }
    close(&open, to: 0)
    endArray()
  }

  /// Writes the member `outlines`, unless no row has another outline.
  mutating func memberOutlines(_ runs: [Changes.OutlineRun]) {
    guard !runs.isEmpty else { return }
    array("outlines", runs) { writer, run in
      writer.beginObject()
      writer.members(of: run)
      writer.endObject()
    }
  }

  /// Writes the members of rows that have the same outline.
  mutating func members(of run: Changes.OutlineRun) {
    member("at", run.at)
    member("count", run.count)
    members(of: run.outline)
  }

  /// Writes what a front end draws of a row of a tree.
  mutating func members(of outline: RowOutline) {
    member("level", outline.level)
    member("expanded", outline.isExpanded)
    member("numberOfChildren", outline.numberOfChildren)
  }

  /// Ends the items whose children have all been written.
  private mutating func close(_ open: inout Int, to level: Int) {
    while open > level {
      endArray()
      endObject()
      open -= 1
    }
  }
}
