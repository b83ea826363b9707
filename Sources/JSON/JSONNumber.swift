/// The exact decimal value of a number, read from its bytes.
///
/// The value is d₁.d₂d₃… × 10ⁿ, where d₁ is the first digit that is not zero. Nothing is ever
/// multiplied out, so that `1e999999999` costs no more than any other number of its length.
package struct JSONNumber {
  private let bytes: UnsafeRawBufferPointer
  private let isNegative: Bool

  /// Where the digits from the first to the last that is not zero stand, maybe with the point
  /// between them; empty for zero.
  private let significant: Range<Int>
  private let digitCount: Int

  /// The power of ten of the first significant digit in the mantissa, without the written exponent.
  private let mantissaPower: Int

  /// The digits of the written exponent without leading zeros.
  private let exponentDigits: Range<Int>
  private let exponentIsNegative: Bool

  /// Reads a number that the parser has accepted.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    isNegative = bytes.first == UInt8(ascii: "-")
    let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
    let point = bytes[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
    let first = bytes[..<end].firstIndex(where: isSignificant) ?? end
    let last = bytes[..<end].lastIndex(where: isSignificant) ?? end - 1
    significant = first..<last + 1
    digitCount = significant.contains(point) ? significant.count - 1 : significant.count
    mantissaPower = first < point ? point - first - 1 : point - first

    let exponent = bytes[end...].dropFirst()
    exponentIsNegative = exponent.first == UInt8(ascii: "-")
    exponentDigits = (exponent.firstIndex(where: isSignificant) ?? bytes.count)..<bytes.count
  }
}

extension JSONNumber {
  /// Whether the number is a whole one.
  package var isInteger: Bool {
    if significant.isEmpty { return true }
    guard let power else { return !exponentIsNegative }
    return power >= digitCount - 1
  }

  /// The number if it is a whole one that fits.
  var integer: Int? {
    if significant.isEmpty { return 0 }
    // 19 digits are the most that fit, and the power of the first of them is 18.
    guard let power, power <= 18, power >= digitCount - 1 else { return nil }
    var value = 0
    for byte in bytes[significant] where byte != UInt8(ascii: ".") {
      guard let next = appending(byte &- UInt8(ascii: "0"), to: value) else { return nil }
      value = next
    }
    for _ in digitCount..<power + 1 {
      guard let next = appending(0, to: value) else { return nil }
      value = next
    }
    return value
  }

  /// The number in thousandths, cut off; nil when it is below zero, or is 10^15 or more.
  var thousandths: Int? {
    if significant.isEmpty { return 0 }
    guard !isNegative else { return nil }
    guard let power else { return exponentIsNegative ? 0 : nil }
    guard power < 15 else { return nil }
    guard power >= -3 else { return 0 }
    // At most eighteen digits count, so nothing here can overflow.
    let digits = bytes[significant].lazy.filter { $0 != UInt8(ascii: ".") }.prefix(power + 4)
    let value = digits.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
    return (min(digitCount, power + 4)..<power + 4).reduce(value) { value, _ in value * 10 }
  }

  /// Appends a text that is the same for equal numbers and differs for others, in ASCII.
  func appendCanonical(to output: inout [UInt8]) {
    guard !significant.isEmpty else {
      output.append(UInt8(ascii: "0"))
      return
    }
    if isNegative { output.append(UInt8(ascii: "-")) }
    let point =
      digitCount == significant.count ? nil : bytes[significant].firstIndex(of: UInt8(ascii: "."))
    output.append(contentsOf: bytes[significant.lowerBound..<(point ?? significant.upperBound)])
    if let point { output.append(contentsOf: bytes[point + 1..<significant.upperBound]) }
    output.append(UInt8(ascii: "e"))
    if let power {
      output.append(contentsOf: String(power).utf8)
    } else {
      appendLargePower(to: &output)
    }
  }

  /// Appends bytes that compare as the value does, and none of which begins another's: its sign, its
  /// power of ten and its digits.
  package func appendSortKey(to bytes: inout [UInt8]) {
    var canonical: [UInt8] = []
    appendCanonical(to: &canonical)
    let magnitude = canonical.dropFirst(isNegative ? 1 : 0)
    guard let mark = magnitude.firstIndex(of: UInt8(ascii: "e")) else {
      // Zero alone is written without a power.
      bytes.append(1)
      return
    }
    bytes.append(isNegative ? 0 : 2)
    let start = bytes.count
    appendPower(magnitude[(mark + 1)...], to: &bytes)
    bytes += magnitude[..<mark]
    bytes.append(0)
    guard isNegative else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }

  /// The power of ten of the first significant digit, nil if its exponent is written with more than
  /// 18 digits.
  private var power: Int? {
    guard exponentDigits.count <= 18 else { return nil }
    let exponent = bytes[exponentDigits].reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
    return mantissaPower + (exponentIsNegative ? -exponent : exponent)
  }

  /// Appends the power for an exponent of any length.
  ///
  /// The exponent is so much larger than the number of digits in the mantissa that the sum keeps
  /// its sign.
  private func appendLargePower(to output: inout [UInt8]) {
    var digits = bytes[exponentDigits].map { Int($0 &- UInt8(ascii: "0")) }
    var carry = exponentIsNegative ? -mantissaPower : mantissaPower
    for i in digits.indices.reversed() where carry != 0 {
      let sum = digits[i] + carry
      digits[i] = ((sum % 10) + 10) % 10
      carry = (sum - digits[i]) / 10
    }
    if exponentIsNegative { output.append(UInt8(ascii: "-")) }
    if carry > 0 { output.append(contentsOf: String(carry).utf8) }
    let leadingZeros = carry > 0 ? 0 : digits.prefix { $0 == 0 }.count
    output.append(contentsOf: digits.dropFirst(leadingZeros).map { UInt8(ascii: "0") &+ UInt8($0) })
  }

  /// The value with one more digit, which counts downwards if the number is negative; nil if that
  /// does not fit.
  private func appending(_ digit: UInt8, to value: Int) -> Int? {
    let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
    guard !overflow else { return nil }
    let signed = isNegative ? -Int(digit) : Int(digit)
    let (sum, sumOverflow) = shifted.addingReportingOverflow(signed)
    return sumOverflow ? nil : sum
  }
}

extension JSONView {
  /// Whether this is a number and a whole one, of whatever size.
  package var isWholeNumber: Bool {
    guard kind == .number else { return false }
    return node.tag == .integer || withBytes { JSONNumber($0).isInteger }
  }

  /// Appends a text that is the same for equal numbers and differs for others, or nothing when this
  /// is no number.
  package func appendCanonicalNumber(to output: inout [UInt8]) {
    guard kind == .number else { return }
    withBytes { JSONNumber($0).appendCanonical(to: &output) }
  }

  /// Appends bytes that compare as the number does, or nothing when this is no number.
  package func appendNumberSortKey(to output: inout [UInt8]) {
    guard kind == .number else { return }
    withBytes { JSONNumber($0).appendSortKey(to: &output) }
  }
}

/// Appends the digits of an integer that may be negative, in the order of its value.
private func appendPower(_ power: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
  let isNegative = power.first == UInt8(ascii: "-")
  let digits = power.dropFirst(isNegative ? 1 : 0)
  bytes.append(isNegative ? 0 : 1)
  let start = bytes.count
  // Of two integers without leading zeros the one with more digits is the greater.
  withUnsafeBytes(of: UInt32(truncatingIfNeeded: digits.count).bigEndian) { bytes += $0 }
  bytes += digits
  guard isNegative else { return }
  for index in start..<bytes.count { bytes[index] = ~bytes[index] }
}

private func isSignificant(_ byte: UInt8) -> Bool {
  byte > UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
