import DiffableProtocol
import JSON
import Snapshots

/// Turns identifiers of a message into their canonical bytes: shortest escapes, shortest integers.
struct IdentifierReader {
  let limits: Limits
  /// Told how long the identifiers are that are not canonical as they came.
  let work: Work

  /// Calls a closure with the canonical bytes of an identifier.
  ///
  /// Most identifiers are strings without escapes: those are canonical as they came.
  func withCanonicalBytes<Result>(
    of identifier: JSONView,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(DiffableError) -> Result {
    if identifier.kind == .string, !identifier.hasEscapes {
      let length = identifier.withBytes { $0.count - 2 }
      guard length <= limits.maxIdentifierBytes else { throw tooLong(length) }
      return identifier.withBytes(body)
    }
    let canonical = try canonicalBytes(of: identifier)
    return canonical.withUnsafeBytes(body)
  }

  /// The canonical bytes of the commonest identifiers, strings without escapes that are not too
  /// long; nil for every other element.
  @inline(__always)
  func canonicalBytes(ofPlain element: JSONElement) -> UnsafeRawBufferPointer? {
    guard let bytes = element.plainStringBytes else { return nil }
    return bytes.count - 2 <= limits.maxIdentifierBytes ? bytes : nil
  }

  func canonicalBytes(of identifier: JSONView) throws(DiffableError) -> [UInt8] {
    guard work.mayRead(identifier.withBytes(\.count)) else { throw .cancelled }
    var writer = JSONWriter()
    switch identifier.kind {
    case .string: try appendString(identifier, to: &writer)
    case .number: try appendInteger(identifier, to: &writer)
    case .array: try appendComposite(identifier, to: &writer)
    case .null, .bool, .object: throw invalid(identifier)
    }
    let length = writer.bytes.count - (identifier.kind == .string ? 2 : 0)
    guard length <= limits.maxIdentifierBytes else { throw tooLong(length) }
    return writer.bytes
  }

  private func appendString(
    _ string: JSONView,
    to writer: inout JSONWriter
  ) throws(DiffableError) {
    guard string.hasEscapes else { return writer.raw(string.bytes) }
    // An escape has at most six bytes for one: what is far too long is not looked into.
    let length = string.bytes.count - 2
    guard length <= 6 * limits.maxIdentifierBytes else { throw tooLong(length) }
    var text: [UInt8] = []
    string.appendDistinctText(to: &text)
    guard !text.contains(0), !hasLoneSurrogate(text) else { throw invalid(string) }
    text.withUnsafeBytes { writer.string(utf8: $0) }
  }

  private func appendInteger(
    _ number: JSONView,
    to writer: inout JSONWriter
  ) throws(DiffableError) {
    // What every client's JSON can hold exactly: 2^53 - 1.
    let greatest = 1 << 53 - 1
    guard let integer = number.integer, integer.magnitude <= UInt(greatest) else {
      throw invalid(number)
    }
    writer.integer(integer)
  }

  private func appendComposite(
    _ array: JSONView,
    to writer: inout JSONWriter
  ) throws(DiffableError) {
    guard array.count > 0 else { throw invalid(array) }
    // Each part takes two bytes at least: what is far too long is not looked into.
    guard array.count <= limits.maxIdentifierBytes else { throw tooLong(array.bytes.count) }
    writer.beginArray()
    for element in array.elements {
      guard element.kind != .array, element.kind != .object else { throw invalid(array) }
      try appendPart(element, to: &writer)
    }
    writer.endArray()
  }

  /// Appends one value of those that identify together.
  func appendPart(_ value: JSONView, to writer: inout JSONWriter) throws(DiffableError) {
    switch value.kind {
    case .string: try appendString(value, to: &writer)
    case .number: try appendInteger(value, to: &writer)
    case .bool, .null: writer.raw(value.bytes)
    case .array, .object: throw invalid(value)
    }
  }

  private func invalid(_ value: JSONView) -> DiffableError {
    .invalidIdentifier(value, maxBytes: limits.maxIdentifierBytes)
  }

  func tooLong(_ length: Int) -> DiffableError {
    limits.exceeded(\.maxIdentifierBytes, "An identifier of \(length) bytes is")
  }
}
