/// Holds a text against the grammar and writes its tape.
///
/// The open arrays and objects are kept in an array of its own, so that no input can use up the
/// native stack.
struct JSONParser {
  /// An array or object whose end was not seen yet.
  private struct OpenContainer {
    var index: Int
    var isObject: Bool
    var count: Int
  }

  private(set) var nodes: [JSONNode] = []

  /// How many bytes of a text tell how much room the tape of all of it needs, and after how many
  /// it is asked whether to go on.
  private static let portion = 1 << 16

  private let scanner: JSONScanner
  private let maxNestingDepth: Int

  /// The innermost open container, which is kept out of the array because most work happens there.
  private var innermost: OpenContainer?
  private var outer: [OpenContainer] = []

  init(_ scanner: JSONScanner, maxNestingDepth: Int) {
    self.scanner = scanner
    self.maxNestingDepth = maxNestingDepth
    // Enough for values of eight bytes; shorter ones make it grow.
    nodes.reserveCapacity(min(scanner.count, Self.portion) / 8 + 8)
  }

  /// Parses the whole text.
  ///
  /// - Parameter mayContinue: As for a document.
  /// - Throws: The first error in the text.
  mutating func parse(_ mayContinue: ((_ values: Int) -> Bool)?) throws(JSONError) {
    var position = scanner.endOfBlanks(from: 0)
    guard position < scanner.count else { throw JSONError(reason: .emptyText, offset: 0) }
    var pause = scanner.count <= Self.portion ? Int.max : Self.portion
    repeat {
      if position >= pause {
        if pause == Self.portion { reserveRoom(asIn: position) }
        if mayContinue?((position - pause + Self.portion) / 64) == false {
          throw JSONError(reason: .calledOff, offset: position)
        }
        pause = mayContinue == nil ? .max : position + Self.portion
      }
      position = try parseValue(at: position)
      position = try parseSeparators(at: position)
    } while innermost != nil
    guard position == scanner.count else { throw scanner.unexpected(at: position) }
  }
}

extension JSONParser {
  /// Makes room for the nodes of the whole text, if it goes on as it begins.
  ///
  /// A room of a node for eight bytes would be twice what a list of identifiers takes: with this the most
  /// memory that a first document needs at one time is 0.93 times as much.
  private mutating func reserveRoom(asIn beginning: Int) {
    let expected = nodes.count * (scanner.count / beginning + 1)
    // There are no more nodes than bytes.
    nodes.reserveCapacity(min(expected + expected / 32, scanner.count))
  }
}

// MARK: - Values

extension JSONParser {
  /// Parses a value down to its first scalar or empty container, and returns the position after
  /// that.
  @inline(__always)
  private mutating func parseValue(at start: Int) throws(JSONError) -> Int {
    var position = start
    while true {
      switch scanner[position] {
      case UInt8(ascii: "\""):
        return try parseString(at: position)
      case UInt8(ascii: "["):
        position = try open(.array, at: position)
        if scanner[position] == UInt8(ascii: "]") { return close(at: position) }
      case UInt8(ascii: "{"):
        position = try open(.object, at: position)
        if scanner[position] == UInt8(ascii: "}") { return close(at: position) }
        position = try parseName(at: position)
      default:
        return try parseNumberOrLiteral(at: position)
      }
      innermost?.count = 1
    }
  }

  /// Parses what follows a value, closing brackets and a comma, and returns where the next value
  /// starts, or the end of the text if the root is complete.
  @inline(__always)
  private mutating func parseSeparators(at start: Int) throws(JSONError) -> Int {
    var position = scanner.endOfBlanks(from: start)
    while let container = innermost {
      let byte = scanner[position]
      if byte == UInt8(ascii: ",") {
        innermost?.count = container.count &+ 1
        position = scanner.endOfBlanks(from: position &+ 1)
        return container.isObject ? try parseName(at: position) : position
      }
      guard byte == (container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw scanner.unexpected(at: position)
      }
      position = scanner.endOfBlanks(from: close(at: position))
    }
    return position
  }

  /// Parses the name of a member with its colon, and returns where the value starts.
  private mutating func parseName(at start: Int) throws(JSONError) -> Int {
    guard scanner[start] == UInt8(ascii: "\"") else { throw scanner.unexpected(at: start) }
    let position = scanner.endOfBlanks(from: try parseString(at: start))
    guard scanner[position] == UInt8(ascii: ":") else { throw scanner.unexpected(at: position) }
    return scanner.endOfBlanks(from: position &+ 1)
  }

  @inline(__always)
  private mutating func parseString(at start: Int) throws(JSONError) -> Int {
    let (end, hasEscapes) = try scanner.endOfString(from: start &+ 1)
    append(hasEscapes ? .escapedString : .string, from: start, to: end)
    return end
  }

  private mutating func parseNumberOrLiteral(at start: Int) throws(JSONError) -> Int {
    switch scanner[start] {
    case UInt8(ascii: "n"): return try parseLiteral("null", .null, at: start)
    case UInt8(ascii: "t"): return try parseLiteral("true", .true, at: start)
    case UInt8(ascii: "f"): return try parseLiteral("false", .false, at: start)
    default:
      let (end, isInteger) = try scanner.endOfNumber(at: start)
      append(isInteger ? .integer : .decimal, from: start, to: end)
      return end
    }
  }

  private mutating func parseLiteral(
    _ literal: StaticString,
    _ tag: JSONNode.Tag,
    at start: Int
  ) throws(JSONError) -> Int {
    let end = try scanner.endOfLiteral(literal, at: start)
    append(tag, from: start, to: end)
    return end
  }

  @inline(__always)
  private mutating func append(_ tag: JSONNode.Tag, from start: Int, to end: Int) {
    nodes.append(JSONNode(tag, offset: start, payload: end &- start))
  }
}

// MARK: - Containers

extension JSONParser {
  /// Opens the container whose bracket is at `start`, and returns where its first element or its
  /// end stands.
  private mutating func open(_ tag: JSONNode.Tag, at start: Int) throws(JSONError) -> Int {
    let depth = innermost == nil ? 0 : outer.count + 1
    guard depth < maxNestingDepth else {
      throw JSONError(reason: .nestingTooDeep(limit: maxNestingDepth), offset: start)
    }
    if let innermost {
      // Deeper than nearly all requests: one by one they would make it grow three times.
      if outer.capacity == 0 { outer.reserveCapacity(8) }
      outer.append(innermost)
    }
    innermost = OpenContainer(index: nodes.count, isObject: tag == .object, count: 0)
    nodes.append(JSONNode(tag, offset: start, payload: 0))
    return scanner.endOfBlanks(from: start &+ 1)
  }

  /// Closes the innermost container with the bracket at `position`, and returns the position after
  /// it.
  private mutating func close(at position: Int) -> Int {
    guard let container = innermost else { return position }
    nodes.append(JSONNode(.end, offset: position, payload: container.count))
    let opening = nodes[container.index]
    nodes[container.index] = JSONNode(
      opening.tag,
      offset: opening.offset,
      payload: nodes.count &- container.index
    )
    innermost = outer.popLast()
    return position &+ 1
  }
}
