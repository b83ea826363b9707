/// A regular expression, as far as the patterns of `openrpc.json` go: characters, sets of them,
/// groups, `|` and `*`, from `^` to `$`.
///
/// All ways through it are followed at once, so no text takes more steps than its length times the
/// size of the pattern, whatever the pattern.
struct SchemaPattern: Sendable {
  /// A part of the pattern.
  private indirect enum Part: Sendable {
    case scalars(Set<Unicode.Scalar>, areExcluded: Bool)
    case sequence([Part])
    case choice([Part])
    case anyNumber(of: Part)
  }

  private let whole: Part

  init(_ text: String) throws {
    var rest = text.unicodeScalars[...]
    guard rest.popFirst() == "^", rest.popLast() == "$" else {
      throw Schema.Malformed(description: "the pattern \(text) is not one of the whole text")
    }
    whole = try SchemaPattern.choice(&rest)
    guard rest.isEmpty else { throw SchemaPattern.unknown(rest) }
  }

  // MARK: Matching

  func matches(_ text: String) -> Bool {
    if case .anyNumber(of: .scalars(let set, let areExcluded)) = whole {
      return text.unicodeScalars.allSatisfy { set.contains($0) != areExcluded }
    }
    let scalars = Array(text.unicodeScalars)
    return ends(of: whole, [0], scalars).contains(scalars.count)
  }

  /// Where a part may end that begins at one of some places.
  private func ends(of part: Part, _ starts: Set<Int>, _ text: [Unicode.Scalar]) -> Set<Int> {
    switch part {
    case .scalars(let scalars, let areExcluded):
      return Set(
        starts.lazy.filter { $0 < text.count && scalars.contains(text[$0]) != areExcluded }
          .map { $0 + 1 }
      )
    case .sequence(let parts):
      return parts.reduce(starts) { ends(of: $1, $0, text) }
    case .choice(let parts):
      return parts.reduce(into: []) { $0.formUnion(ends(of: $1, starts, text)) }
    case .anyNumber(let part):
      var (all, new) = (starts, starts)
      while !new.isEmpty {
        new = ends(of: part, new, text).filter { !all.contains($0) }
        all.formUnion(new)
      }
      return all
    }
  }

  // MARK: Reading

  private typealias Rest = Substring.UnicodeScalarView

  private static func choice(_ rest: inout Rest) throws -> Part {
    var parts = [try sequence(&rest)]
    while rest.first == "|" {
      rest.removeFirst()
      parts.append(try sequence(&rest))
    }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private static func sequence(_ rest: inout Rest) throws -> Part {
    var parts: [Part] = []
    while let next = rest.first, next != "|", next != ")" {
      var part = try single(&rest)
      if rest.first == "*" {
        rest.removeFirst()
        part = .anyNumber(of: part)
      }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private static func single(_ rest: inout Rest) throws -> Part {
    switch rest.first {
    case "(":
      rest.removeFirst()
      let part = try choice(&rest)
      guard rest.popFirst() == ")" else { throw unknown(rest) }
      return part
    case "[":
      rest.removeFirst()
      let areExcluded = rest.first == "^"
      if areExcluded { rest.removeFirst() }
      var scalars: Set<Unicode.Scalar> = []
      while let next = rest.first, next != "]" { scalars.insert(try scalar(&rest)) }
      guard rest.popFirst() == "]" else { throw unknown(rest) }
      return .scalars(scalars, areExcluded: areExcluded)
    default:
      return .scalars([try scalar(&rest)], areExcluded: false)
    }
  }

  /// A character that stands for itself, or `\uXXXX`.
  private static func scalar(_ rest: inout Rest) throws -> Unicode.Scalar {
    guard let first = rest.first, !"()[]{}*+?.^$-".unicodeScalars.contains(first) else {
      throw unknown(rest)
    }
    rest.removeFirst()
    guard first == "\\" else { return first }
    let digits = String(rest.dropFirst().prefix(4))
    guard rest.first == "u", digits.count == 4, let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw unknown(rest) }
    rest.removeFirst(5)
    return scalar
  }

  private static func unknown(_ rest: Rest) -> Schema.Malformed {
    Schema.Malformed(description: "a pattern goes on with \(String(rest)), which nobody knows")
  }
}
