import JSON
import Snapshots

extension JSONWriter {
  /// Writes an identifier: its canonical bytes are JSON already.
  mutating func identifier(_ handle: Handle, of interner: Interner) {
    interner.withBytes(of: handle) { raw($0) }
  }

  /// Writes an item, with its content when it has one and that is asked for.
  mutating func item(_ item: Handle, _ scope: ContentScope) {
    guard let content = scope.content(ofItem: item) else {
      return identifier(item, of: scope.snapshot.pool.items)
    }
    beginObject()
    name("id")
    identifier(item, of: scope.snapshot.pool.items)
    member("content", raw: content)
    endObject()
  }

  /// Writes a section, with its content when it has one and that is asked for.
  mutating func section(_ section: Handle, _ scope: ContentScope) {
    guard let content = scope.content(ofSection: section) else {
      return identifier(section, of: scope.snapshot.pool.sections)
    }
    beginObject()
    name("id")
    identifier(section, of: scope.snapshot.pool.sections)
    member("content", raw: content)
    endObject()
  }

  /// Writes a member that is an array, an element at a time.
  mutating func array<Elements: Sequence>(
    _ name: StaticString,
    _ elements: Elements,
    _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    self.name(name)
    beginArray()
    for element in elements { body(&self, element) }
    endArray()
  }

  /// Writes an index path.
  mutating func indexPath(_ path: IndexPath) {
    beginArray()
    integer(path.section)
    integer(path.item)
    endArray()
  }

  /// Writes a member that is an index path.
  mutating func member(_ name: StaticString, _ path: IndexPath) {
    self.name(name)
    indexPath(path)
  }
}
