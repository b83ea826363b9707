extension JSONDocument {
  /// What the one value of a text is, however deep it is nested; nil when the text is no JSON.
  ///
  /// - Parameter bytes: The whole text.
  /// - Returns: The kind of value.
  /// - Complexity: O(n) for n bytes, in a byte for each array and object that is open at once.
  public static func kind(ofText bytes: ArraySlice<UInt8>) -> JSONKind? {
    bytes.withUnsafeBytes { text in
      let scanner = JSONScanner(text)
      guard (try? check(scanner)) != nil else { return nil }
      return switch scanner[scanner.endOfBlanks(from: 0)] {
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "\""): .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
      case UInt8(ascii: "n"): .null
      default: .number
      }
    }
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
