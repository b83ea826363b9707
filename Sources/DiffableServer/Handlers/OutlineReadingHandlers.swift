import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/sectionSnapshot`: protocol/methods/dataSource-sectionSnapshot.md.
  func readSectionSnapshot(
    _ params: SectionSnapshotParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let view = try view(of: params.question)
    let index = try view.index(ofSection: params.section, "section")
    var tree: SectionSnapshot
    if let parent = params.parent {
      let item = try view.elements.knownItem(parent, "of") {
        view.snapshot.contains($0, inTreeOfSectionAt: index)
      }
      tree = view.snapshot.sectionSnapshot(of: item, includingParent: params.includingParent)
    } else {
      tree = view.snapshot.sectionSnapshot(ofSectionAt: index)
    }
    try checkpoint.step(tree.entries.count)
    writer.begin(view)
    writer.items(of: tree, in: view.snapshot)
    writer.endObject()
  }

  /// `dataSource/outline`: protocol/methods/dataSource-outline.md.
  func readOutline(_ params: OutlineParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let view = try view(of: params.question)
    let index = try view.index(ofSection: params.section, "section")
    let items = try view.elements.foundItems(params.items, "items")
    try checkpoint.step(items.count)
    writer.begin(view)
    let work = store.work
    writer.array("items", items) { writer, item in
      // Of a place in a tree little is written, or only that there is none, for several questions.
      guard work.mayGoOn(8), let item,
        let place = view.snapshot.indexInTree(ofItem: item, inSectionAt: index)
      else {
        return writer.null()
      }
      writer.place(of: item, at: place, in: view.snapshot)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes where in a tree an item is.
  fileprivate mutating func place(of item: Handle, at index: Int, in snapshot: Snapshot) {
    beginObject()
    member("level", snapshot.level(ofItem: item))
    name("parent")
    identifierOrNull(snapshot.parent(ofItem: item), of: snapshot.pool.items)
    member("index", index)
    member("expanded", snapshot.isExpanded(item))
    member("visible", snapshot.containsItem(item))
    endObject()
  }
}
