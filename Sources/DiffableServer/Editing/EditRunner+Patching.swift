import DiffableProtocol
import JSON
import Snapshots

extension EditRunner {
  /// Changes members of the contents of items.
  func patchItems(
    _ patches: [Edit.Patch],
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    var items: [Handle] = []
    for (index, patch) in patches.enumerated() {
      let place = "items[\(index)].id"
      items.append(try elements.knownItem(bare: patch.id, place) { snapshot.containsItem($0) })
      try elements.checkpoint.step()
    }
    for (item, patch) in zip(items, patches) {
      let content = try patched(snapshot.content(ofItem: item), by: patch.changes)
      if let content { snapshot.setContent(content, ofItem: item) }
    }
  }

  /// Changes members of the contents of sections.
  func patchSections(
    _ patches: [Edit.Patch],
    _ snapshot: inout Snapshot
  ) throws(DiffableError) {
    var sections: [Handle] = []
    for (index, patch) in patches.enumerated() {
      let place = "sections[\(index)].id"
      sections.append(
        try elements.knownSection(bare: patch.id, place) { snapshot.containsSection($0) }
      )
      try elements.checkpoint.step()
    }
    for (section, patch) in zip(sections, patches) {
      let content = try patched(snapshot.content(ofSection: section), by: patch.changes)
      if let content { snapshot.setContent(content, ofSection: section) }
    }
  }

  /// A content with changes, nil when it says the same as before.
  private func patched(
    _ content: Content?,
    by changes: JSONView
  ) throws(DiffableError) -> Content? {
    // To read two contents and write one takes some microseconds, of those that are far apart more.
    try elements.checkpoint.step(8)
    // It was parsed when it came, however deep a message might be then.
    let work = pool.work
    // The bytes of both are read, copied and read again.
    let bytes = (content?.count ?? 0) + changes.withBytes(\.count)
    guard work.mayRead(3 * bytes) else { throw .cancelled }
    let old = content.flatMap { content in
      try? JSONDocument(parsing: content, maxNestingDepth: .max, mayContinue: work.mayGoOn).root
    }
    let new = changes.patched(onto: old, mayContinue: work.mayGoOn)
    if work.isCalledOff { throw .cancelled }
    if let old, isJSON(new, equalTo: old, pool.work) { return nil }
    guard new.count <= limits.maxMessageBytes else {
      throw limits.exceeded(\.maxMessageBytes, "A content of \(new.count) bytes is")
    }
    return new
  }
}
