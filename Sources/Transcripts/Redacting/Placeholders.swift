import JSON

/// Stands in for texts and numbers: the same for the same, another for another, in their order.
struct Placeholders {
  private var texts = OrderedLabels<Text>()
  private var numbers = OrderedLabels<Number>()

  /// Whether some are in another order than what they stand for.
  var haveLostOrder: Bool { texts.hasLostOrder || numbers.hasLostOrder }

  /// Appends what stands for a string.
  ///
  /// - Parameters:
  ///   - string: The string as JSON, with its quotes.
  ///   - output: Where the placeholder goes, as JSON.
  mutating func append(string: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let text = Text(string)
    output.append(UInt8(ascii: "\""))
    if !text.bytes.isEmpty {
      let placeholder = Self.placeholder(of: texts.label(of: text))
      output += placeholder
      // What is refused for its length is so still. The dot is before all that a placeholder has.
      let missing = max(0, text.bytes.count - placeholder.count)
      output += repeatElement(UInt8(ascii: "."), count: missing)
      // What cannot be an identifier, or a name, cannot be one still.
      output += text.unfitness.rawValue.utf8
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends what stands for a number: an integer for an integer that can be an identifier, one that
  /// is too large for one that is too large, and a fraction for a fraction.
  ///
  /// - Parameters:
  ///   - number: The number as JSON.
  ///   - output: Where the placeholder goes, as JSON.
  mutating func append(number: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let number = Number(number)
    let label = numbers.label(of: number)
    let text =
      switch number.kind {
      case .identifier: "\(label)"
      case .tooLarge: "\(number.isNegative ? label - Self.large : label + Self.large)"
      case .fraction: "\(label).5"
      }
    output += text.utf8
  }

  /// Beyond all integers that can be identifiers.
  private static let large = 100_000_000_000_000_000

  /// An `s` and the label's digits to the base 32, from the first one on; zeros at the end do not
  /// change the order and are dropped.
  private static func placeholder(of label: Int) -> [UInt8] {
    let alphabet = Array("0123456789abcdefghijklmnopqrstuv".utf8)
    var rest = label + OrderedLabels<Text>.limit + 1
    var digits: [UInt8] = []
    for _ in 0..<11 {
      digits.append(alphabet[rest & 31])
      rest >>= 5
    }
    digits.removeSubrange(..<(digits.firstIndex { $0 != alphabet[0] } ?? 0))
    return [UInt8(ascii: "s")] + digits.reversed()
  }
}

extension Placeholders {
  /// The text of a string, ordered as contents are sorted.
  private struct Text: Comparable {
    let bytes: [UInt8]
    let unfitness: Unfitness

    /// What keeps a text from being an identifier, as it is written behind a placeholder.
    enum Unfitness: String {
      case none = ""
      case null = #"\u0000"#
      /// Half a surrogate pair, which is in no name either.
      case surrogate = #"\ud800"#
    }

    init(_ string: ArraySlice<UInt8>) {
      let inner = string.dropFirst().dropLast()
      guard inner.contains(UInt8(ascii: "\\")) else {
        bytes = Array(inner)
        unfitness = .none
        return
      }
      var decoded: [UInt8] = []
      (try? JSONDocument(parsing: string))?.root.appendDistinctText(to: &decoded)
      bytes = decoded
      // Half a surrogate pair is encoded as UTF-8 never does.
      if (try? UTF8Span(validating: decoded.span)) == nil {
        unfitness = .surrogate
      } else {
        unfitness = decoded.contains(0) ? .null : .none
      }
    }

    static func < (lhs: Text, rhs: Text) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }
  }

  /// A number by its exact value.
  private struct Number: Comparable {
    enum Kind { case identifier, tooLarge, fraction }

    let isNegative: Bool
    let kind: Kind
    /// About the value, for the order.
    private let double: Double
    /// The digits without zeros at both ends.
    private let digits: [UInt8]
    /// The power of ten of the last digit.
    private let exponent: Int

    init(_ number: ArraySlice<UInt8>) {
      let mark = number.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? number.endIndex
      let mantissa = number[..<mark].drop { $0 == UInt8(ascii: "-") }
      let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
      let written = String(decoding: number[mark...].dropFirst(), as: UTF8.self)
      let all = mantissa[..<point] + mantissa[point...].dropFirst()
      let significant = all.drop { $0 == UInt8(ascii: "0") }
      let end = significant.lastIndex { $0 != UInt8(ascii: "0") }.map { $0 + 1 }
      digits = Array(significant[..<(end ?? significant.startIndex)])
      let zeros = significant.count - digits.count
      let decimals = max(0, mantissa.endIndex - point - 1)
      // A power that is no number of this machine is further away than any digits count.
      let power =
        Int(written) ?? (written.isEmpty ? 0 : written.first == "-" ? -(1 << 60) : 1 << 60)
      exponent = digits.isEmpty ? 0 : max(-(1 << 61), min(1 << 61, power)) + zeros - decimals
      isNegative = number.first == UInt8(ascii: "-") && !digits.isEmpty
      let value = Double(String(decoding: number, as: UTF8.self)) ?? 0
      double = digits.isEmpty ? 0 : value
      kind = exponent < 0 ? .fraction : abs(value) < 0x1p53 ? .identifier : .tooLarge
    }

    static func < (lhs: Number, rhs: Number) -> Bool {
      if lhs.double != rhs.double { return lhs.double < rhs.double }
      if lhs.exponent != rhs.exponent { return lhs.exponent < rhs.exponent }
      return lhs.digits.lexicographicallyPrecedes(rhs.digits)
    }

    static func == (lhs: Number, rhs: Number) -> Bool {
      lhs.isNegative == rhs.isNegative && lhs.exponent == rhs.exponent && lhs.digits == rhs.digits
    }
  }
}
