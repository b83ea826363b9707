public import JSON

/// The first place in which a message is not the expected one.
///
/// Messages are compared as JSON values: white space, the order of members and the spelling of numbers do not count.
/// An expected text `"…"` matches any value, for what differs from run to run or is too long to be of use.
public struct MessageDifference: Equatable, Sendable, CustomStringConvertible {
  /// Values that are deeper than this are compared as a whole; those of the protocol are not.
  private static let deepestPlace = 256

  /// Where the two differ, as a JSON Pointer.
  public var path: String
  /// The expected value as JSON, or nil when the message has a value that was not expected.
  public var expected: String?
  /// The value found there as JSON, or nil when there is none.
  public var actual: String?

  /// Compares two messages; nil when the message is as expected.
  ///
  /// - Parameters:
  ///   - expected: The message that was expected.
  ///   - actual: The message that came.
  public init?(expected: JSONView, actual: JSONView) {
    guard let difference = Self.first(expected, actual, at: "", depth: 0) else { return nil }
    self = difference
  }

  private init(path: String, expected: JSONView?, actual: JSONView?) {
    self.path = path
    self.expected = expected?.text
    self.actual = actual?.text
  }

  /// The difference as an English sentence.
  public var description: String {
    let place = path.isEmpty ? "the message" : path
    return switch (expected, actual) {
    case (let expected?, let actual?): "\(place) is \(actual), expected \(expected)"
    case (let expected?, nil): "\(place) is missing, expected \(expected)"
    case (nil, let actual?): "\(place) is \(actual), expected nothing there"
    case (nil, nil): "\(place) differs"
    }
  }

  private static func first(
    _ expected: JSONView,
    _ actual: JSONView,
    at path: String,
    depth: Int
  ) -> MessageDifference? {
    if expected.string == "…" { return nil }
    switch (expected.kind, actual.kind) {
    case (.object, .object) where depth < deepestPlace:
      return firstInObjects(expected, actual, at: path, depth: depth)
    case (.array, .array) where depth < deepestPlace:
      return firstInArrays(expected, actual, at: path, depth: depth)
    default:
      return expected.isEqual(to: actual)
        ? nil : MessageDifference(path: path, expected: expected, actual: actual)
    }
  }

  private static func firstInObjects(
    _ expected: JSONView,
    _ actual: JSONView,
    at path: String,
    depth: Int
  ) -> MessageDifference? {
    let (wanted, found) = (NamedMembers(of: expected), NamedMembers(of: actual))
    func here(_ name: [UInt8]) -> String {
      path + "/" + escaped(String(decoding: name, as: UTF8.self))
    }
    for name in wanted.names {
      guard let value = found[name] else {
        return MessageDifference(path: here(name), expected: wanted[name], actual: nil)
      }
      guard let expected = wanted[name] else { continue }
      if let difference = first(expected, value, at: here(name), depth: depth + 1) {
        return difference
      }
    }
    for name in found.names where wanted[name] == nil {
      return MessageDifference(path: here(name), expected: nil, actual: found[name])
    }
    return nil
  }

  private static func firstInArrays(
    _ expected: JSONView,
    _ actual: JSONView,
    at path: String,
    depth: Int
  ) -> MessageDifference? {
    var found = actual.elements.makeIterator()
    var index = 0
    for wanted in expected.elements {
      let here = path + "/\(index)"
      guard let element = found.next() else {
        return MessageDifference(path: here, expected: wanted, actual: nil)
      }
      if let difference = first(wanted, element, at: here, depth: depth + 1) { return difference }
      index += 1
    }
    return found.next().map {
      MessageDifference(path: path + "/\(index)", expected: nil, actual: $0)
    }
  }

  private static func escaped(_ token: String) -> String {
    var result = ""
    for character in token.unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}

extension JSONView {
  /// The value on one line, for a person.
  var text: String { String(decoding: minified, as: UTF8.self) }
}
