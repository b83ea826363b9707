import JSON
import TestSupport
import Testing

/// Values found without a tape stand where the tape has them.
@Suite struct ValueFindingTests {
  /// Names that are like what stands between strings, that begin other names, or are escaped.
  private static let names = [
    "a", "ab", "abcdefgh", "", ":", ",", "}", "]", " ", " :", ",\"a", "a:", "a,", "{", "[", "a\"",
    "\"", "a\\", "\\", "é", "a\":1,\"b", "b",
  ]
  /// What strings are made of.
  private static let plain = ["a", "b", ":", ",", "}", "]", " ", "é", "abcdefgh", "\\", "\""]

  @Test func `members of objects are found where the tape has them`() throws {
    var random = SeededGenerator(seed: 20)
    var numbers = (found: 0, missing: 0)
    for _ in 0..<1000 {
      let style = Style(nests: Bool.random(using: &random), escapes: Bool.random(using: &random))
      let text = object(style, depth: 0, using: &random)
      let bytes = Array(text.utf8)
      let root = try JSONDocument(parsing: text).root
      for name in Self.names {
        let pointer = try #require(JSONPointer("/" + name))
        let found = bytes.withUnsafeBytes { pointer.range(in: $0) }.map { Array(bytes[$0]) }
        #expect(
          found == root.value(at: pointer).map { Array($0.bytes) },
          "\(name) in \(text), seed \(random.seed)"
        )
        if found == nil { numbers.missing += 1 } else { numbers.found += 1 }
      }
    }
    #expect(numbers.found > 1000 && numbers.missing > 1000)
  }

  @Test func `what is further down is found where the tape has it`() throws {
    var random = SeededGenerator(seed: 21)
    var numbers = (found: 0, missing: 0)
    let tokens = ["a", "ab", "", "b", "é", "0", "1", "2"]
    for _ in 0..<1000 {
      let text = value(depth: 0, using: &random)
      let bytes = Array(text.utf8)
      let root = try JSONDocument(parsing: text).root
      for _ in 0..<20 {
        let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          "/" + (tokens.randomElement(using: &random) ?? "")
        }
        let pointer = try #require(JSONPointer(path.joined()))
        let found = bytes.withUnsafeBytes { pointer.range(in: $0) }.map { Array(bytes[$0]) }
        #expect(
          found == root.value(at: pointer).map { Array($0.bytes) },
          "\(path.joined()) in \(text), seed \(random.seed)"
        )
        if found == nil { numbers.missing += 1 } else { numbers.found += 1 }
      }
    }
    #expect(numbers.found > 1000 && numbers.missing > 1000)
  }

  /// Containers in one another, whose members often stand twice, with blanks wherever they may be.
  private func value(depth: Int, using random: inout SeededGenerator) -> String {
    func blank() -> String { Bool.random(using: &random) ? "" : " \n" }
    let count = Int.random(in: 0...4, using: &random)
    switch depth < 5 ? Int.random(in: 0...4, using: &random) : 4 {
    case 0, 1:
      let names = (0..<count).map { _ in
        ["a", "ab", "", "\\u0061", "b", "é", "0"].randomElement(using: &random) ?? ""
      }
      let members = names.map {
        "\(blank())\"\($0)\"\(blank()):\(blank())" + value(depth: depth + 1, using: &random)
      }
      return "{\(members.joined(separator: blank() + ","))\(blank())}"
    case 2, 3:
      let elements = (0..<count).map { _ in
        blank() + value(depth: depth + 1, using: &random) + blank()
      }
      return "[\(elements.isEmpty ? blank() : elements.joined(separator: ","))]"
    default:
      return ["1", "-2.5e3", "true", "null", "\"a]}\"", "\"\"", "\"\\\"{\""].randomElement(
        using: &random
      ) ?? ""
    }
  }

  @Test func `names of any length differ in any byte`() {
    for count in 0...20 {
      let name = (0..<count).map { UInt8(ascii: "a") + UInt8($0) }
      #expect(areSame(name, name))
      #expect(!areSame(name, name + [0]) && !areSame(name + [0], name))
      for index in 0..<count {
        var other = name
        other[index] ^= 0x80
        #expect(!areSame(name, other), "\(count) bytes, another one at \(index)")
      }
    }
  }

  private func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.withUnsafeBytes { one in other.withUnsafeBytes { one.hasSameBytes(as: $0) } }
  }

  /// What is in a text.
  private struct Style {
    let nests: Bool
    let escapes: Bool
  }

  private func object(
    _ style: Style,
    depth: Int,
    using random: inout SeededGenerator
  ) -> String {
    let members = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      var name = Self.names.randomElement(using: &random) ?? ""
      if !style.escapes { name.removeAll { "\"\\".contains($0) } }
      return string(name, style, using: &random)
        + blank(using: &random) + ":" + blank(using: &random)
        + value(style, depth: depth, using: &random)
    }
    let space = blank(using: &random)
    let inner = members.joined(separator: space + "," + space)
    return space + "{" + space + inner + space + "}" + space
  }

  private func value(
    _ style: Style,
    depth: Int,
    using random: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0..<(style.nests && depth < 3 ? 10 : 6), using: &random) {
    case 0: return "null"
    case 1: return "-1.5e3"
    case 2: return "1"
    case 6, 7: return object(style, depth: depth + 1, using: &random)
    case 8, 9: return "[" + value(style, depth: depth + 1, using: &random) + "]"
    default:
      let parts = style.escapes ? Self.plain[...] : Self.plain.dropLast(2)
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      return string(text.joined(), style, using: &random)
    }
  }

  /// A string, now and then with an escape that is not needed.
  private func string(_ text: String, _ style: Style, using random: inout SeededGenerator) -> String
  {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        escaped += "\\\(scalar)"
      } else if style.escapes, Int.random(in: 0..<10, using: &random) == 0 {
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }

  private func blank(using random: inout SeededGenerator) -> String {
    ["", "", "", " ", " ", "\n\t"].randomElement(using: &random) ?? ""
  }
}
