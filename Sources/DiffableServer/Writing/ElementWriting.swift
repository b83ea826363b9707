import JSON
import Snapshots

extension JSONWriter {
  /// Writes an identifier: its canonical bytes are JSON already.
  mutating func identifier(_ handle: Handle, of interner: Interner) {
    interner.withBytes(of: handle) { raw($0) }
  }

  /// Writes an item, with its content when it has one and that is asked for.
  mutating func item(_ item: Handle, _ scope: ContentScope) {
    element(item, of: scope.snapshot.pool.items, scope.content(ofItem: item))
  }

  /// Writes a section, with its content when it has one and that is asked for.
  mutating func section(_ section: Handle, _ scope: ContentScope) {
    element(section, of: scope.snapshot.pool.sections, scope.content(ofSection: section))
  }

  private mutating func element(_ handle: Handle, of interner: Interner, _ content: Content?) {
    guard content != nil else { return identifier(handle, of: interner) }
    beginObject()
    elementMembers(handle, of: interner, content)
    endObject()
  }

  /// Writes the members of an element in the form of an object.
  mutating func elementMembers(_ handle: Handle, of interner: Interner, _ content: Content?) {
    name("id")
    identifier(handle, of: interner)
    if let content { member("content", raw: content) }
  }

  /// Writes a member that is an array, an element at a time, as long as more is wanted: a few bytes
  /// of a question may ask for thousands.
  mutating func array<Elements: Collection>(
    _ name: StaticString,
    _ elements: Elements,
    _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    self.name(name)
    if elements.isEmpty { return literal("[]") }
    beginArray()
    for element in elements {
      guard wantsMore() else { return }
      body(&self, element)
    }
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
