import JSON

/// Reads the members of an object that have to be there.
struct FieldReader {
  private let object: JSONView

  init(_ object: JSONView) {
    self.object = object
  }

  func integer(_ name: StaticString) throws(ListReplicaError) -> Int {
    guard let value = object[name]?.integer else { throw .missingMember(name.description) }
    return value
  }

  /// How many things are concerned: one at least.
  func count() throws(ListReplicaError) -> Int {
    guard let count = object["count"]?.integer, count > 0 else { throw .missingMember("count") }
    return count
  }

  func boolean(_ name: StaticString) throws(ListReplicaError) -> Bool {
    guard let value = object[name]?.bool else { throw .missingMember(name.description) }
    return value
  }

  func elements(_ name: StaticString) throws(ListReplicaError) -> [JSONView] {
    guard let list = object[name], list.kind == .array else {
      throw .missingMember(name.description)
    }
    return list.elements.map { $0 }
  }

  func identifier(_ name: StaticString) throws(ListReplicaError) -> [UInt8] {
    guard let value = object[name] else { throw .missingMember(name.description) }
    return value.minified
  }

  func position(_ name: StaticString) throws(ListReplicaError) -> ListChanges.Position {
    let indexes = try elements(name).map(\.integer)
    guard indexes.count == 2, let section = indexes[0], let item = indexes[1] else {
      throw .missingMember(name.description)
    }
    return ListChanges.Position(section: section, item: item)
  }

  /// The sections or items that are concerned: one at least.
  func entries(_ name: StaticString) throws(ListReplicaError) -> [Entry] {
    var entries: [Entry] = []
    for value in try elements(name) { entries.append(try Entry(value)) }
    guard !entries.isEmpty else { throw .missingMember(name.description) }
    return entries
  }
}

/// A section or an item as it is written: an identifier alone, or an object with `id` and perhaps `content`.
struct Entry: Equatable {
  var identifier: [UInt8]
  var content: [UInt8]?

  init(_ value: JSONView) throws(ListReplicaError) {
    guard value.kind == .object else {
      identifier = value.minified
      return
    }
    identifier = try FieldReader(value).identifier("id")
    content = value["content"]?.minified
  }
}
