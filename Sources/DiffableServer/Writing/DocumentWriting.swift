import JSON
import Snapshots

extension JSONWriter {
  /// Writes the members of a snapshot document: an apply accepts it as it stands, but for the
  /// outlines, which it passes over.
  ///
  /// - Throws: `interrupted`.
  mutating func documentMembers(of snapshot: Snapshot) throws(SnapshotError) {
    let (pool, scope) = (snapshot.pool, ContentScope(snapshot))
    array("sections", snapshot.sectionHandles.enumerated()) { writer, section in
      writer.beginObject()
      let content = snapshot.content(ofSection: section.element)
      writer.elementMembers(section.element, of: pool.sections, content)
      let positions = snapshot.positions(inSectionAt: section.offset)
      writer.array("items", snapshot.itemHandles(at: positions)) { writer, item in
        writer.item(item, scope)
      }
      writer.endObject()
    }
    marks("reloadedSections", snapshot.reloadedSections, of: pool.sections)
    marks("reloadedItems", snapshot.reloadedItems, of: pool.items)
    marks("reconfiguredItems", snapshot.reconfiguredItems, of: pool.items)
    memberOutlines(try snapshot.rowOutlines)
  }

  /// Writes a member that is a list of identifiers.
  mutating func identifiers(_ name: StaticString, _ handles: [Handle], of interner: Interner) {
    array(name, handles) { writer, handle in writer.identifier(handle, of: interner) }
  }

  private mutating func marks(_ name: StaticString, _ handles: [Handle], of interner: Interner) {
    if !handles.isEmpty { identifiers(name, handles, of: interner) }
  }
}
