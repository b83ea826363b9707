/// A path to a value inside another one, by RFC 6901: `""` is the whole, `"/a/0"` the first element
/// of member `a`.
public struct JSONPointer: Hashable, Sendable {
  /// The name of a member in UTF-8, which is also the index of an element if it is one.
  private struct Token: Hashable, Sendable {
    var name: [UInt8]
    var index: Int?
  }

  private let path: [Token]

  /// Reads a pointer.
  ///
  /// - Parameter text: The pointer as RFC 6901 spells it. The result is nil if it neither is empty
  ///   nor starts with a slash, or if a tilde is not followed by 0 or 1.
  public init?(_ text: String) {
    var path: [Token] = []
    if !text.isEmpty {
      let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.first?.isEmpty == true else { return nil }
      for part in parts.dropFirst() {
        guard let name = unescaped(part) else { return nil }
        path.append(Token(name: name, index: arrayIndex(name)))
      }
    }
    self.path = path
  }

  /// The names and indexes on the way, from the outside in, with their escapes resolved.
  public var tokens: [String] { path.map { String(decoding: $0.name, as: UTF8.self) } }

  fileprivate func value(in root: JSONView) -> JSONView? {
    var view = root
    for token in path {
      guard let next = Self.step(from: view, by: token) else { return nil }
      view = next
    }
    return view
  }

  /// Finds the value that the pointer leads to.
  func find(in scanner: ValueScanner) -> Range<Int>? {
    var start = scanner.afterBlanks(0)
    for token in path {
      guard let next = Self.step(in: scanner, from: start, by: token) else { return nil }
      start = next
    }
    return start..<scanner.end(ofValueAt: start)
  }

  /// Where the member or element begins of the value that begins at an offset.
  private static func step(in scanner: ValueScanner, from start: Int, by token: Token) -> Int? {
    switch scanner[start] {
    case UInt8(ascii: "{"):
      token.name.withUnsafeBytes { scanner.value(ofMember: $0, inObjectAt: start) }
    case UInt8(ascii: "["):
      token.index.flatMap { scanner.value(ofElement: $0, inArrayAt: start) }
    default: nil
    }
  }

  private static func step(from view: JSONView, by token: Token) -> JSONView? {
    switch view.kind {
    case .object:
      return token.name.withUnsafeBytes { view.lastValue(named: $0) }
    case .array:
      guard let index = token.index, index < view.count else { return nil }
      return view.elements.dropFirst(index).first { _ in true }
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
private func arrayIndex(_ name: [UInt8]) -> Int? {
  guard name.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
  guard name.count == 1 || name.first != UInt8(ascii: "0") else { return nil }
  return Int(String(decoding: name, as: UTF8.self))
}
