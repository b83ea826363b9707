/// The six kinds of JSON values.
public enum JSONKind: UInt8, Sendable {
  /// The value `null`.
  case null
  /// The values `true` and `false`.
  case bool
  /// A number of any size and spelling.
  case number
  /// A text.
  case string
  /// A list of values.
  case array
  /// A list of names with values.
  case object
}

/// A value inside a document.
///
/// It is a place on the document's tape with a reference that keeps the document alive. It decodes
/// what it is asked for each time; nothing is remembered.
public struct JSONView {
  @usableFromInline let document: JSONDocument
  @usableFromInline let index: Int

  @inlinable
  init(_ document: JSONDocument, at index: Int) {
    self.document = document
    self.index = index
  }

  @inlinable var node: JSONNode { document.node(at: index) }
}

// MARK: - Kinds and scalars

extension JSONView {
  /// What kind of value this is.
  @inlinable public var kind: JSONKind { node.tag.kind }

  /// Whether this is `null`.
  @inlinable public var isNull: Bool { node.tag == .null }

  /// The value of `true` or `false`, nil for everything else.
  public var bool: Bool? {
    switch node.tag {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number if it is a whole one that fits, however it is written: `1`, `1.0` and `10e-1` are
  /// the same.
  public var integer: Int? {
    guard kind == .number else { return nil }
    return withBytes { bytes in
      (node.tag == .integer ? shortInteger(bytes) : nil) ?? JSONNumber(bytes).integer
    }
  }

  /// Whether a string is written with at least one escape.
  @inlinable public var hasEscapes: Bool { node.tag == .escapedString }
}

// MARK: - Bytes

extension JSONView {
  /// Where the bytes of the value stand in the text.
  @inlinable var range: Range<Int> {
    let last = document.node(at: index &+ node.stride &- 1)
    return Range(uncheckedBounds: (node.offset, last.offset &+ last.byteCount))
  }

  /// Calls a closure with the bytes of the value as they were sent; a string has its quotes.
  ///
  /// - Parameter body: The closure. The bytes are only there while it runs.
  /// - Returns: What the closure returned.
  @inlinable
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try withExtendedLifetime(document) {
      try body(UnsafeRawBufferPointer(rebasing: document.textBytes[range]))
    }
  }

  /// The bytes of the value as they were sent, shared with the document; a string has its quotes.
  public var bytes: ArraySlice<UInt8> {
    let start = document.text.startIndex
    return document.text[start &+ range.lowerBound..<start &+ range.upperBound]
  }
}

/// The value of a number without fraction and exponent, if it is certain to fit.
private func shortInteger(_ bytes: UnsafeRawBufferPointer) -> Int? {
  guard bytes.count <= 18 else { return nil }
  let isNegative = bytes.first == UInt8(ascii: "-")
  var value = 0
  for byte in bytes.dropFirst(isNegative ? 1 : 0) {
    value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
  }
  return isNegative ? -value : value
}
