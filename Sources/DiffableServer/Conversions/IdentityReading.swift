import DiffableProtocol
import JSON

extension IdentifierReader {
  /// Calls a closure with the canonical bytes of an element's identifier.
  func withCanonicalBytes<Result>(
    of element: Element,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(DiffableError) -> Result {
    guard let identity = element.identity else {
      return try withCanonicalBytes(of: element.identifier, body)
    }
    let canonical = try canonicalBytes(of: element.identifier, by: identity)
    return canonical.withUnsafeBytes(body)
  }

  /// The identifier of an element for an error: canonical, or compact where it is none.
  func text(of element: Element) -> [UInt8] {
    let canonical = try? withCanonicalBytes(of: element) { Array($0) }
    return canonical ?? element.identifier.minified
  }

  /// The canonical bytes of a model object's identifier: the one value, or the array of values.
  private func canonicalBytes(
    of object: JSONView,
    by identity: Identity
  ) throws(DiffableError) -> [UInt8] {
    if let only = identity.items.first, identity.items.count == 1 {
      let value = try value(of: object, at: only)
      return try naming(only, value, "an identifier") { () throws(DiffableError) in
        try canonicalBytes(of: value)
      }
    }
    var writer = JSONWriter()
    writer.beginArray()
    for part in identity.items {
      let value = try value(of: object, at: part)
      try naming(part, value, "a part of an identifier") { () throws(DiffableError) in
        try appendPart(value, to: &writer)
      }
    }
    writer.endArray()
    guard writer.bytes.count <= limits.maxIdentifierBytes else { throw tooLong(writer.bytes.count) }
    return writer.bytes
  }

  private func value(
    of object: JSONView,
    at part: Identity.Part
  ) throws(DiffableError) -> JSONView {
    if let value = object.value(at: part.pointer) { return value }
    throw DiffableError(
      .invalidIdentifier,
      "\(excerpt(of: object)) has no value at \(quoted(part)), which is part of its identity; give"
        + " one, or give the item as {\"id\", \"content\"}."
    )
  }

  /// Reads a value that identifies, and says where it is when it cannot.
  private func naming<Result>(
    _ part: Identity.Part,
    _ value: JSONView,
    _ what: String,
    _ body: () throws(DiffableError) -> Result
  ) throws(DiffableError) -> Result {
    do throws(DiffableError) {
      return try body()
    } catch {
      guard error.kind == .invalidIdentifier else { throw error }
      var error = error
      error.message =
        "The value at \(quoted(part)) is \(excerpt(of: value)), which cannot be \(what); give a"
        + " string, an integer of at most 2^53-1 in size, or another pointer."
      throw error
    }
  }

  private func quoted(_ part: Identity.Part) -> String {
    "\"\(excerpt(of: Array(part.text.utf8)))\""
  }
}
