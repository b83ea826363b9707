extension JSONView {
  /// The number of elements of an array, or of members of an object with repeated ones; 0 for a
  /// scalar.
  ///
  /// - Complexity: O(1)
  @inlinable public var count: Int {
    let node = self.node
    return node.isContainer ? document.node(at: index &+ node.payload &- 1).payload : 0
  }

  /// The elements of an array in order; none when this is no array.
  ///
  /// Each is a view of its own with a counted reference; ``forEachElement(_:)`` goes over very long
  /// arrays without.
  @inlinable public var elements: JSONElements {
    JSONElements(self, count: node.tag == .array ? count : 0)
  }

  /// The members of an object in order, with repeated ones; none when this is no object.
  @inlinable public var members: JSONMembers {
    JSONMembers(self, count: node.tag == .object ? count : 0)
  }

  /// The value of a member, nil when this is no object or has no such member.
  ///
  /// Of members that stand twice the last counts.
  ///
  /// - Complexity: O(m) for m members, however much stands in their values.
  public subscript(_ name: StaticString) -> JSONView? {
    name.withUTF8Buffer { lastValue(named: UnsafeRawBufferPointer($0)) }
  }

  /// The value of a member, nil when this is no object or has no such member.
  ///
  /// Of members that stand twice the last counts.
  ///
  /// - Complexity: O(m) for m members, however much stands in their values.
  public subscript(_ name: String) -> JSONView? {
    var name = name
    return name.withUTF8 { lastValue(named: UnsafeRawBufferPointer($0)) }
  }

  /// The value of the last member with a name, which is given as decoded text.
  ///
  /// It goes over the tape by itself, so that only the view that is found counts a reference.
  func lastValue(named name: UnsafeRawBufferPointer) -> JSONView? {
    var found = -1
    forEachMember { member, value in
      if member.equals(name) { found = value.index }
    }
    return found < 0 ? nil : JSONView(document, at: found)
  }
}

/// The elements of an array in order.
public struct JSONElements: Sequence {
  @usableFromInline let array: JSONView

  /// The number of elements.
  public let count: Int

  @inlinable
  init(_ array: JSONView, count: Int) {
    self.array = array
    self.count = count
  }

  /// The number of elements.
  @inlinable public var underestimatedCount: Int { count }

  /// Starts at the first element.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(document: array.document, next: array.index &+ 1, remaining: count)
  }

  /// Goes from one element to the next.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let document: JSONDocument
    @usableFromInline var index: Int
    @usableFromInline var remaining: Int

    @inlinable
    init(document: JSONDocument, next: Int, remaining: Int) {
      self.document = document
      self.index = next
      self.remaining = remaining
    }

    /// Returns the next element, nil after the last.
    @inlinable
    public mutating func next() -> JSONView? {
      guard remaining > 0 else { return nil }
      let element = JSONView(document, at: index)
      remaining &-= 1
      index &+= element.node.stride
      return element
    }
  }
}

/// The members of an object in order, with repeated ones.
public struct JSONMembers: Sequence {
  /// A name, which is a string, and its value.
  public typealias Element = (name: JSONView, value: JSONView)

  @usableFromInline let object: JSONView

  /// The number of members.
  public let count: Int

  @inlinable
  init(_ object: JSONView, count: Int) {
    self.object = object
    self.count = count
  }

  /// The number of members.
  @inlinable public var underestimatedCount: Int { count }

  /// Starts at the first member.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(document: object.document, next: object.index &+ 1, remaining: count)
  }

  /// Goes from one member to the next.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let document: JSONDocument
    @usableFromInline var index: Int
    @usableFromInline var remaining: Int

    @inlinable
    init(document: JSONDocument, next: Int, remaining: Int) {
      self.document = document
      self.index = next
      self.remaining = remaining
    }

    /// Returns the next member, nil after the last.
    @inlinable
    public mutating func next() -> Element? {
      guard remaining > 0 else { return nil }
      let name = JSONView(document, at: index)
      let value = JSONView(document, at: index &+ 1)
      remaining &-= 1
      index &+= 1 &+ value.node.stride
      return (name, value)
    }
  }
}
