extension JSONDocument {
  /// Whether a text is JSON, however deep it is nested.
  ///
  /// - Parameter bytes: The whole text.
  /// - Returns: Whether ``init(parsing:maxNestingDepth:mayContinue:)`` accepts it at some depth.
  /// - Complexity: O(n) for n bytes, in a byte for each array and object that is open at once.
  public static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { (try? check(JSONScanner($0))) != nil }
  }

  /// Holds a text against the grammar without keeping where anything is.
  private static func check(_ scanner: JSONScanner) throws(JSONError) {
    // Whether each open container is an object.
    var open: [Bool] = []
    var position = scanner.endOfBlanks(from: 0)
    repeat {
      switch scanner[position] {
      case UInt8(ascii: "["):
        position = scanner.endOfBlanks(from: position + 1)
        open.append(false)
        if scanner[position] != UInt8(ascii: "]") { continue }
      case UInt8(ascii: "{"):
        position = scanner.endOfBlanks(from: position + 1)
        open.append(true)
        if scanner[position] != UInt8(ascii: "}") {
          position = try endOfName(scanner, at: position)
          continue
        }
      default: position = try endOfScalar(scanner, at: position)
      }
      position = scanner.endOfBlanks(from: position)
      while let isObject = open.last {
        if scanner[position] == UInt8(ascii: ",") {
          position = scanner.endOfBlanks(from: position + 1)
          if isObject { position = try endOfName(scanner, at: position) }
          break
        }
        guard scanner[position] == UInt8(ascii: isObject ? "}" : "]") else {
          throw scanner.unexpected(at: position)
        }
        open.removeLast()
        position = scanner.endOfBlanks(from: position + 1)
      }
    } while !open.isEmpty
    guard position == scanner.count else { throw scanner.unexpected(at: position) }
  }

  private static func endOfScalar(
    _ scanner: JSONScanner,
    at start: Int
  ) throws(JSONError) -> Int {
    switch scanner[start] {
    case UInt8(ascii: "\""): try scanner.endOfString(from: start + 1).end
    case UInt8(ascii: "n"): try scanner.endOfLiteral("null", at: start)
    case UInt8(ascii: "t"): try scanner.endOfLiteral("true", at: start)
    case UInt8(ascii: "f"): try scanner.endOfLiteral("false", at: start)
    default: try scanner.endOfNumber(at: start).end
    }
  }

  /// The position of the value of a member.
  private static func endOfName(
    _ scanner: JSONScanner,
    at start: Int
  ) throws(JSONError) -> Int {
    guard scanner[start] == UInt8(ascii: "\"") else { throw scanner.unexpected(at: start) }
    let end = scanner.endOfBlanks(from: try scanner.endOfString(from: start + 1).end)
    guard scanner[end] == UInt8(ascii: ":") else { throw scanner.unexpected(at: end) }
    return scanner.endOfBlanks(from: end + 1)
  }
}
