/// A path to a value inside another one, by RFC 6901: `""` is the whole, `"/a/0"` the first element
/// of member `a`.
public struct JSONPointer: Hashable, Sendable {
  /// How many bytes a pointer may have: its steps take eight times as much.
  public static let maxBytes = 4096

  /// The name of a member in UTF-8, which is also the index of an element if it is one.
  private struct Token: Hashable, Sendable {
    /// Where the name begins and ends in ``names``.
    var start: UInt16
    var end: UInt16
    /// The index that the name spells; negative for none.
    var index: Int32
  }

  private let path: [Token]
  /// The names of all tokens, one behind the other: an array in each would be counted at each step.
  private let names: [UInt8]
  /// Whether the first name can be looked for in a ``FlatObject``.
  private let beginsPlain: Bool

  /// Reads a pointer.
  ///
  /// - Parameter text: The pointer as RFC 6901 spells it. The result is nil if it neither is empty
  ///   nor starts with a slash, if a tilde is not followed by 0 or 1, or if it has more than
  ///   ``maxBytes``.
  public init?(_ text: String) {
    guard text.utf8.count <= JSONPointer.maxBytes else { return nil }
    var path: [Token] = []
    var names: [UInt8] = []
    if !text.isEmpty {
      let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.first?.isEmpty == true else { return nil }
      path.reserveCapacity(parts.count - 1)
      for part in parts.dropFirst() {
        guard let name = unescaped(part) else { return nil }
        let start = UInt16(names.count)
        names += name
        path.append(Token(start: start, end: UInt16(names.count), index: arrayIndex(name) ?? -1))
      }
    }
    self.path = path
    self.names = names
    beginsPlain = path.first.map { FlatObject.canBeName(Array(names[..<Int($0.end)])) } ?? false
  }

  /// The names and indexes on the way, from the outside in, with their escapes resolved.
  public var tokens: [String] {
    path.map { String(decoding: names[Int($0.start)..<Int($0.end)], as: UTF8.self) }
  }

  fileprivate func value(in root: JSONView) -> JSONView? {
    var view = root
    for token in path {
      guard let next = step(from: view, by: token) else { return nil }
      view = next
    }
    return view
  }

  /// Finds the value that the pointer leads to.
  func find(in scanner: ValueScanner) -> Range<Int>? {
    let start = scanner.afterBlanks(0)
    guard !path.isEmpty else { return start..<scanner.end(ofValueAt: start) }
    if beginsPlain, scanner[start] == UInt8(ascii: "{") {
      // Only the value at the top is all of the text.
      switch withName(of: path[0], FlatObject(scanner, from: start).member) {
      case .value(let offset):
        return path.count == 1 ? offset..<scanner.end(ofValueAt: offset) : nil
      case .missing: return nil
      case .unknown: break
      }
    }
    return scanner.isContainer(at: start) ? find(0, in: scanner, at: start).value : nil
  }

  /// Goes through a container that is on the way, once: into what the next token leads to where it
  /// stands, and on behind it, since of members that stand twice the last counts.
  ///
  /// - Parameters:
  ///   - depth: The number of the token that leads on from the container.
  ///   - scanner: Reads the text.
  ///   - start: Where the container begins.
  /// - Returns: What the pointer leads to, nil when that is nothing, and where the container ends.
  private func find(
    _ depth: Int,
    in scanner: ValueScanner,
    at start: Int
  ) -> (value: Range<Int>?, end: Int) {
    let isObject = scanner[start] == UInt8(ascii: "{")
    let token = path[depth]
    var found: Range<Int>?
    var offset = scanner.afterByte(start)
    var index = 0
    while scanner.isInContainer(at: offset) {
      var isOnWay = index == token.index
      if isObject { (isOnWay, offset) = withName(of: token) { scanner.member(at: offset, $0) } }
      var end: Int?
      if isOnWay, depth + 1 < path.count {
        let isContainer = scanner.isContainer(at: offset)
        (found, end) = isContainer ? find(depth + 1, in: scanner, at: offset) : (nil, nil)
      }
      let next = end ?? scanner.end(ofValueAt: offset)
      if isOnWay, depth + 1 == path.count { found = offset..<next }
      // Nothing that counts stands behind an element.
      if isOnWay, !isObject, depth == 0 { return (found, next) }
      offset = scanner.afterValue(next)
      index += 1
    }
    return (found, offset + 1)
  }

  @inline(__always)
  private func withName<Result>(
    of token: Token,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    names.withUnsafeBytes { body($0.part(Int(token.start)..<Int(token.end))) }
  }

  private func step(from view: JSONView, by token: Token) -> JSONView? {
    switch view.kind {
    case .object:
      return withName(of: token) { view.lastValue(named: $0) }
    case .array:
      guard token.index >= 0, token.index < view.count else { return nil }
      return view.elements.dropFirst(Int(token.index)).first { _ in true }
    case .null, .bool, .number, .string:
      return nil
    }
  }
}

extension JSONView {
  /// Returns the value that a pointer leads to from here, nil if there is none.
  ///
  /// - Parameter pointer: The way. Of members that stand twice the last counts.
  /// - Returns: The value in the same document.
  public func value(at pointer: JSONPointer) -> JSONView? {
    pointer.value(in: self)
  }
}

/// Resolves `~0` and `~1`; nil if a tilde stands alone.
private func unescaped(_ part: Substring.UTF8View) -> [UInt8]? {
  var name: [UInt8] = []
  var rest = part
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "~") else {
      name.append(byte)
      continue
    }
    switch rest.popFirst() {
    case UInt8(ascii: "0"): name.append(UInt8(ascii: "~"))
    case UInt8(ascii: "1"): name.append(UInt8(ascii: "/"))
    default: return nil
    }
  }
  return name
}

/// The index that a token spells: digits without a leading zero.
///
/// No text has more elements than can be counted so.
private func arrayIndex(_ name: [UInt8]) -> Int32? {
  guard name.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
  guard name.count == 1 || name.first != UInt8(ascii: "0") else { return nil }
  return Int32(String(decoding: name, as: UTF8.self))
}
