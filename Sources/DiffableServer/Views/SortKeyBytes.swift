import DiffableProtocol
import JSON
import Snapshots
import Views

/// A value of a row as bytes that compare as the value does: most of them in two numbers.
///
/// The first three bits are the kind of value. Behind them stand the first bytes of a text, or a
/// number as a Double, whose bits are turned so that they ascend with it.
struct SortKeyBytes: Equatable {
  /// What decides nearly all comparisons.
  let beginning: KeyBeginning
  /// What is left, or for a number that is not known to be one of its Double alone, all of it.
  let rest: [UInt8]

  /// The key of a value, nil only for what is no JSON.
  init?(_ value: PlacedValue, _ comparison: RowSortKey.Comparison, _ work: Work? = nil) {
    if value.kind == .number, let integer = value.shortInteger {
      self.init(double: Double(integer), rest: [])
    } else if let text = value.plainText {
      self.init(text: text, comparison, work)
    } else if let view = value.view(work) {
      self.init(view, comparison, work)
    } else {
      return nil
    }
  }

  /// A key that was taken apart.
  init(_ beginning: KeyBeginning, rest: [UInt8]) {
    self.beginning = beginning
    self.rest = rest
  }

  init(_ value: JSONView, _ comparison: RowSortKey.Comparison, _ work: Work? = nil) {
    if value.kind == .number {
      self.init(number: value)
    } else {
      self.init(other: value, comparison, work)
    }
  }

  private init(other value: JSONView, _ comparison: RowSortKey.Comparison, _ work: Work?) {
    var bytes: [UInt8] = []
    switch comparison {
    case .value:
      value.appendSortKey(to: &bytes) { $0.appendExactText(to: &$1, work) }
    case .text, .natural:
      value.appendSortKey(to: &bytes) { string, bytes in
        var text: [UInt8] = []
        string.appendDecodedText(to: &text, mayContinue: work?.mayGoOn)
        text.withUnsafeBytes { FoldedText($0, folds: true, work) }
          .appendSortKey(to: &bytes, isNatural: comparison == .natural, work)
      }
    }
    self.init(bytes: bytes)
  }

  /// The key of a text in which nothing is escaped, and so no zero is.
  private init(
    text: UnsafeRawBufferPointer,
    _ comparison: RowSortKey.Comparison,
    _ work: Work?
  ) {
    guard comparison != .value else {
      self.init(plainText: text)
      return
    }
    let folded = FoldedText(text, folds: true, work)
    if comparison == .natural, folded.bytes.contains(where: { 0x30...0x39 ~= $0 }) {
      var bytes: [UInt8] = [2]
      folded.appendSortKey(to: &bytes, isNatural: true, work)
      self.init(bytes: bytes)
    } else {
      self = folded.bytes.withUnsafeBytes(SortKeyBytes.init(plainText:))
    }
  }

  private init(bytes: [UInt8]) {
    let kind = UInt64(bytes.first ?? 0) << 61
    beginning = KeyBeginning(
      kind | SortKeyBytes.word(bytes.dropFirst().prefix(7)) >> 3,
      SortKeyBytes.word(bytes.dropFirst(8).prefix(8))
    )
    rest = Array(bytes.dropFirst(16))
  }

  /// The key of a text without zeros as it is compared: what the bytes of its sort key give.
  private init(plainText text: UnsafeRawBufferPointer) {
    let count = text.count
    beginning = SortKeyBytes.beginning(ofPlainText: text)
    // Behind the text stand two zeros, and in front of it its kind.
    guard count > 13 else {
      rest = []
      return
    }
    rest = Array(unsafeUninitializedCapacity: count - 13) { rest, initialized in
      rest.initialize(repeating: 0)
      for offset in 15..<max(15, count) { rest[offset - 15] = text[offset] }
      initialized = count - 13
    }
  }

  /// How many bytes of a text stand in its beginning.
  static let textInBeginning = 15

  /// What the key of a text without zeros begins with.
  static func beginning(ofPlainText text: UnsafeRawBufferPointer) -> KeyBeginning {
    KeyBeginning(2 << 61 | word(text, 0..<7) << 5, word(text, 7..<15))
  }

  private init(number: JSONView) {
    if let integer = number.integer, integer.magnitude <= 1 << 53 {
      self.init(double: Double(integer), rest: [])
    } else {
      let double = number.withBytes { Double(String(decoding: $0, as: UTF8.self)) } ?? 0
      var bytes: [UInt8] = []
      number.appendSortKey(to: &bytes)
      self.init(double: double, rest: bytes)
    }
  }

  private init(double: Double, rest: [UInt8]) {
    self.rest = rest
    let bits = double.bitPattern
    let ascending = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    beginning = KeyBeginning(1 << 61 | ascending >> 3, ascending << 61)
  }

  /// Negative, zero or positive as this one stands to another.
  func order(to other: SortKeyBytes) -> Int {
    if beginning != other.beginning { return beginning < other.beginning ? -1 : 1 }
    if rest.isEmpty, other.rest.isEmpty { return 0 }
    return whole.withUnsafeBytes { one in other.whole.withUnsafeBytes { one.order(to: $0) } }
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

  /// Bytes of a text as one number, zeros behind its end.
  private static func word(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
    if range.lowerBound &+ 8 <= text.count {
      let bytes = text.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
      return UInt64(bigEndian: bytes) &>> UInt64(8 &* (8 &- range.count))
    }
    var word: UInt64 = 0
    for offset in range { word = word << 8 | UInt64(offset < text.count ? text[offset] : 0) }
    return word
  }

  /// Bytes as one number, the first in the highest bits.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for byte in bytes { word = word << 8 | UInt64(byte) }
    return word << UInt64(8 * (8 - bytes.count))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes come before (negative), equal (0) or come after others.
  ///
  /// Eight at a time: twenty times as fast as `lexicographicallyPrecedes` on a long common prefix.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    let count = Swift.min(count, other.count)
    var at = 0
    while at + 8 <= count {
      let ours = loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let theirs = other.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      guard ours == theirs else { return ours.bigEndian < theirs.bigEndian ? -1 : 1 }
      at += 8
    }
    while at < count {
      guard self[at] == other[at] else { return self[at] < other[at] ? -1 : 1 }
      at += 1
    }
    return self.count - other.count
  }
}
