import JSON
import TestSupport

/// A JSON number as digits and an exponent, for comparisons that lose nothing.
struct ExactNumber: Hashable, Comparable {
  private let isNegative: Bool
  /// The digits without zeros at either end; none at all is zero.
  private let digits: [UInt8]
  /// The power of ten of the place behind the last digit.
  private let exponent: Int

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var all = Array((mantissa[0] + fraction).utf8).drop { $0 == UInt8(ascii: "0") }
    var exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
    while all.last == UInt8(ascii: "0") {
      all.removeLast()
      exponent += 1
    }
    digits = Array(all)
    self.exponent = all.isEmpty ? 0 : exponent
    isNegative = text.hasPrefix("-") && !all.isEmpty
  }

  var isBelowZero: Bool { isNegative }

  static func < (lhs: ExactNumber, rhs: ExactNumber) -> Bool {
    if lhs.isNegative != rhs.isNegative { return lhs.isNegative }
    return lhs.isNegative ? rhs.isSmaller(than: lhs) : lhs.isSmaller(than: rhs)
  }

  private func isSmaller(than other: ExactNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let (size, otherSize) = (digits.count + exponent, other.digits.count + other.exponent)
    return size == otherSize ? digits.lexicographicallyPrecedes(other.digits) : size < otherSize
  }

  /// The number times a thousand without what stands behind the point, nil when it is negative or
  /// beyond 10^12.
  var thousandths: Int? {
    let places = digits.count + exponent + 3
    if isNegative || places > 15 { return nil }
    if places <= 0 { return 0 }
    let padded = digits + Array(repeating: UInt8(ascii: "0"), count: max(0, places - digits.count))
    return Int(String(decoding: padded.prefix(places), as: UTF8.self))
  }
}

extension Value {
  /// The value with every number in its one shortest form, so that equal values are the same.
  private enum Plain: Hashable {
    case scalar(Value)
    case number(ExactNumber)
    case array([Plain])
    case object([String: Plain])
  }

  private var plain: Plain {
    switch self {
    case .number(let text): .number(ExactNumber(text))
    case .array(let elements): .array(elements.map(\.plain))
    case .object(let members): .object(members.mapValues(\.plain))
    case .null, .bool, .string: .scalar(self)
    }
  }

  /// Whether two contents are equal: key order does not matter, and numbers count by their value.
  func isSame(as other: Value) -> Bool { self == other || plain == other.plain }

  /// The value that a JSON Pointer without escapes leads to.
  subscript(pointer pointer: String) -> Value? {
    pointer.split(separator: "/").reduce(Optional(self)) { value, part in
      guard case .array(let elements)? = value else { return value?[String(part)] }
      return Int(part).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
  }
}

/// Contents of model snapshots: JSON texts.
enum Content {
  static func value(_ text: String) -> Value {
    // Only texts that were made up as JSON, or that were taken out of JSON, get here.
    (try? Value(text)) ?? .null
  }

  static func areSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == other }
    return one == other || value(one).isSame(as: value(other))
  }

  /// What a patch makes of a content.
  static func patched(_ content: String?, by patch: String) -> String? {
    let old = content.flatMap { try? JSONDocument(parsing: $0).root }
    return (try? JSONDocument(parsing: patch).root).map { mergePatch($0, old) }
  }
}
