/// A value while a closure looks at it, such as an element of an array, or a name or value of an object
/// on which a loop stands: a view that does not keep the document.
///
/// For lists of a million elements, where the counting of references for a ``JSONView`` each would
/// be most of the work. It is only valid inside the closure of ``JSONView/withElement(_:)``,
/// ``JSONView/forEachElement(_:)`` or ``JSONView/forEachMember(_:)``.
public struct JSONElement {
  @usableFromInline let document: Unmanaged<JSONDocument>
  @usableFromInline let text: UnsafeRawBufferPointer
  @usableFromInline let tape: UnsafeBufferPointer<JSONNode>
  @usableFromInline let index: Int

  @inlinable
  init(
    document: Unmanaged<JSONDocument>,
    text: UnsafeRawBufferPointer,
    tape: UnsafeBufferPointer<JSONNode>,
    index: Int
  ) {
    self.document = document
    self.text = text
    self.tape = tape
    self.index = index
  }

  /// What kind of value this is.
  @inlinable public var kind: JSONKind { tape[index].tag.kind }

  /// Whether a string is written with at least one escape.
  @inlinable public var hasEscapes: Bool { tape[index].tag == .escapedString }

  /// The bytes of the value as they were sent; a string has its quotes.
  @inlinable public var bytes: UnsafeRawBufferPointer {
    let last = tape[index &+ tape[index].stride &- 1]
    let start = tape[index].offset
    return UnsafeRawBufferPointer(rebasing: text[start..<last.offset &+ last.byteCount])
  }

  /// The bytes of a string without escapes, with its quotes; nil for every other value.
  ///
  /// Nearly all identifiers are such strings, and one look at the node says all that it takes.
  @inlinable @inline(__always)
  public var plainStringBytes: UnsafeRawBufferPointer? {
    let node = tape[index]
    guard node.tag == .string else { return nil }
    return UnsafeRawBufferPointer(rebasing: text[node.offset..<node.offset &+ node.payload])
  }

  /// Whether this is a string with a certain text.
  ///
  /// - Parameter name: The text, in ASCII.
  /// - Returns: True if the texts are the same once escapes are resolved.
  @inlinable
  public func equals(_ name: StaticString) -> Bool {
    let node = tape[index]
    guard node.tag == .string else { return node.tag == .escapedString && view.equals(name) }
    // Most names differ in length, and that is seen without a call.
    return node.payload &- 2 == name.utf8CodeUnitCount && hasText(of: name)
  }

  /// Whether this, a string without escapes, has the bytes of a text of its length.
  @usableFromInline
  func hasText(of name: StaticString) -> Bool {
    hasText(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  @inline(__always)
  private func hasText(_ other: UnsafeRawBufferPointer) -> Bool {
    let start = tape[index].offset &+ 1
    return text.part(start..<start &+ other.count).hasSameBytes(as: other)
  }

  /// Whether this is a string with a certain text, which is given as UTF-8.
  @inline(__always)
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    let node = tape[index]
    guard node.tag == .string else { return node.tag == .escapedString && view.equals(other) }
    return node.payload &- 2 == other.count && hasText(other)
  }

  /// The same value as a view, which may be kept.
  @inlinable public var view: JSONView { JSONView(document.takeUnretainedValue(), at: index) }

  @inlinable
  func element(at index: Int) -> JSONElement {
    JSONElement(document: document, text: text, tape: tape, index: index)
  }
}

// MARK: - Loops

extension JSONElement {
  /// Calls a closure with each element of an array in order; never when this is no array.
  ///
  /// - Parameter body: The closure. An error that it throws ends the loop.
  /// - Throws: What the closure throws.
  @inlinable
  public func forEachElement<E: Error>(_ body: (JSONElement) throws(E) -> Void) throws(E) {
    let node = tape[index]
    guard node.tag == .array else { return }
    let end = index &+ node.payload &- 1
    var next = index &+ 1
    while next < end {
      let element = element(at: next)
      next &+= tape[next].stride
      try body(element)
    }
  }

  /// Calls a closure with the name and the value of each member of an object in order, with repeated
  /// ones; never when this is no object.
  ///
  /// - Parameter body: The closure. An error that it throws ends the loop.
  /// - Throws: What the closure throws.
  @inlinable
  public func forEachMember<E: Error>(
    _ body: (_ name: JSONElement, _ value: JSONElement) throws(E) -> Void
  ) throws(E) {
    let node = tape[index]
    guard node.tag == .object else { return }
    let end = index &+ node.payload &- 1
    var next = index &+ 1
    while next < end {
      let (name, value) = (element(at: next), element(at: next &+ 1))
      next &+= 1 &+ tape[next &+ 1].stride
      try body(name, value)
    }
  }
}

extension JSONView {
  /// Calls a closure with this value.
  ///
  /// - Parameter body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @inlinable
  public func withElement<Result, E: Error>(
    _ body: (JSONElement) throws(E) -> Result
  ) throws(E) -> Result {
    // A local reference that lives to the end of the scope: the elements hold none.
    let document = self.document
    defer { withExtendedLifetime(document) {} }
    let element = JSONElement(
      document: Unmanaged.passUnretained(document),
      text: document.textBytes,
      tape: document.tape,
      index: index
    )
    return try body(element)
  }

  /// Calls a closure with each element of an array in order; never when this is no array.
  ///
  /// - Parameter body: The closure. An error that it throws ends the loop.
  /// - Throws: What the closure throws.
  @inlinable
  public func forEachElement<E: Error>(_ body: (JSONElement) throws(E) -> Void) throws(E) {
    try withElement { (array) throws(E) in try array.forEachElement(body) }
  }

  /// Calls a closure with the name and the value of each member of an object in order, with repeated
  /// ones; never when this is no object.
  ///
  /// - Parameter body: The closure. An error that it throws ends the loop.
  /// - Throws: What the closure throws.
  @inlinable
  public func forEachMember<E: Error>(
    _ body: (_ name: JSONElement, _ value: JSONElement) throws(E) -> Void
  ) throws(E) {
    try withElement { (object) throws(E) in try object.forEachMember(body) }
  }
}
