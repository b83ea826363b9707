import DiffableProtocol
import JSON
import Snapshots

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
      do throws(DiffableError) {
        return try canonicalBytes(of: value)
      } catch {
        throw error.naming(only, value, as: "an identifier")
      }
    }
    var writer = JSONWriter()
    writer.beginArray()
    for part in identity.items {
      let value = try value(of: object, at: part)
      do throws(DiffableError) {
        try appendPart(value, to: &writer)
      } catch {
        throw error.naming(part, value, as: "a part of an identifier")
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
    guard work.mayRead(object.withBytes(\.count)) else { throw .cancelled }
    if let value = object.value(at: part.pointer) { return value }
    throw .missingIdentity(part, of: object, maxBytes: limits.maxIdentifierBytes)
  }
}
