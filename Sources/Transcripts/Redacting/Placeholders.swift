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
      let placeholder = Self.placeholder(
        of: texts.label(of: text),
        isWhole: text.unfitness != .none
      )
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
    let shift = number.isLarge ? (number.isNegative ? -Self.large : Self.large) : 0
    output += String(label + shift).utf8
    if !number.isInteger { output += ".5".utf8 }
  }

  /// Beyond all integers that can be identifiers.
  private static let large = 100_000_000_000_000_000

  /// An `s` and the label's digits to the base 32, from the first one on; zeros at the end do not
  /// change the order and are dropped, unless something comes behind them that would.
  private static func placeholder(of label: Int, isWhole: Bool) -> [UInt8] {
    let alphabet = Array("0123456789abcdefghijklmnopqrstuv".utf8)
    var rest = label + OrderedLabels<Text>.limit + 1
    var digits: [UInt8] = []
    for _ in 0..<11 {
      digits.append(alphabet[rest & 31])
      rest >>= 5
    }
    if !isWhole { digits.removeSubrange(..<(digits.firstIndex { $0 != alphabet[0] } ?? 0)) }
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
    let isNegative: Bool
    let isInteger: Bool
    /// Whether it is 2^53 or more in size, and so no identifier.
    let isLarge: Bool
    /// The value, rounded; where it differs it says the order.
    private let rounded: Double
    private let sortKey: [UInt8]

    init(_ number: ArraySlice<UInt8>) {
      rounded = Double(String(decoding: number, as: UTF8.self)) ?? 0
      isLarge = rounded.magnitude >= 0x1p53
      isNegative = number.first == UInt8(ascii: "-")
      (isInteger, sortKey) = number.withUnsafeBytes { bytes in
        let number = JSONNumber(bytes)
        var sortKey: [UInt8] = []
        number.appendSortKey(to: &sortKey)
        return (number.isInteger, sortKey)
      }
    }

    static func < (lhs: Number, rhs: Number) -> Bool {
      if lhs.rounded != rhs.rounded { return lhs.rounded < rhs.rounded }
      return lhs.sortKey.lexicographicallyPrecedes(rhs.sortKey)
    }

    static func == (lhs: Number, rhs: Number) -> Bool { lhs.sortKey == rhs.sortKey }
  }
}
