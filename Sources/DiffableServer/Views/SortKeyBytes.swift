import DiffableProtocol
import JSON
import Views

/// A value of a row as bytes that compare as the value does: most of them in two numbers.
///
/// The first three bits are the kind of value. Behind them stand the first bytes of a text, or a
/// number as a Double, whose bits are turned so that they ascend with it.
struct SortKeyBytes: Equatable {
  /// What decides nearly all comparisons.
  let beginning: KeyBeginning
  /// What is left, or for a number that is not known to be one of its Double alone, all of it.
  private let rest: [UInt8]

  init(_ value: JSONView, _ comparison: RowSortKey.Comparison) {
    if value.kind == .number {
      self.init(number: value)
    } else {
      self.init(other: value, comparison)
    }
  }

  private init(other value: JSONView, _ comparison: RowSortKey.Comparison) {
    var bytes: [UInt8] = []
    switch comparison {
    case .value: value.appendSortKey(to: &bytes)
    case .text, .natural:
      value.appendSortKey(to: &bytes) { string, bytes in
        FoldedText(string.string ?? "")
          .appendSortKey(to: &bytes, isNatural: comparison == .natural)
      }
    }
    let kind = UInt64(bytes.first ?? 0) << 61
    beginning = KeyBeginning(
      kind | SortKeyBytes.word(bytes.dropFirst().prefix(7)) >> 3,
      SortKeyBytes.word(bytes.dropFirst(8).prefix(8))
    )
    rest = Array(bytes.dropFirst(16))
  }

  private init(number: JSONView) {
    let double: Double
    if let integer = number.integer, abs(integer) <= 1 << 53 {
      double = Double(integer)
      rest = []
    } else {
      double = number.withBytes { Double(String(decoding: $0, as: UTF8.self)) } ?? 0
      var bytes: [UInt8] = []
      number.appendSortKey(to: &bytes)
      rest = bytes
    }
    let bits = double.bitPattern
    let ascending = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    beginning = KeyBeginning(1 << 61 | ascending >> 3, ascending << 61)
  }

  /// Negative, zero or positive as this one stands to another.
  func order(to other: SortKeyBytes) -> Int {
    if beginning != other.beginning { return beginning < other.beginning ? -1 : 1 }
    if rest == other.rest { return 0 }
    let (one, other) = (whole, other.whole)
    return one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
  }

  /// What is left of all numbers, also of those that their Double says whole.
  private var whole: [UInt8] {
    guard rest.isEmpty, beginning.first >> 61 == 1 else { return rest }
    let ascending = beginning.first << 3 | beginning.second >> 61
    let bits = ascending >> 63 == 1 ? ascending & ~(1 << 63) : ~ascending
    var bytes: [UInt8] = []
    // The digits of an integer are JSON.
    let text = String(Int(Double(bitPattern: bits)))
    (try? JSONDocument(parsing: text))?.root.appendSortKey(to: &bytes)
    return bytes
  }

  /// Bytes as one number, the first in the highest bits.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for byte in bytes { word = word << 8 | UInt64(byte) }
    return word << UInt64(8 * (8 - bytes.count))
  }
}
