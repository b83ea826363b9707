/// How items are identified, and whether they have contents.
enum IdentifierKind: String, Sendable {
  /// Strings of twelve hexadecimal digits.
  case string = "12-byte strings"
  /// Strings of 36 bytes.
  case uuid = "UUIDs"
  /// Integers of up to thirteen digits.
  case integer = "integers"
  /// Strings of twelve hexadecimal digits, with an object of 40 bytes beside each.
  case stringWithContent = "contents of 40 bytes"

  /// Appends the canonical JSON of the identifier of an item.
  func append(_ item: Int, to bytes: inout [UInt8]) {
    // An odd factor gives each number another one of 40 bits, in no visible order.
    let number = UInt64(item) &* 0x9E_3779_B97B & 0xFF_FFFF_FFFF
    switch self {
    case .string, .stringWithContent:
      bytes.append(UInt8(ascii: "\""))
      appendDigits(12, of: number, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .uuid:
      bytes.append(UInt8(ascii: "\""))
      // A second factor makes the other half look as random as the first.
      let halves = [number &* 0x9E37_79B9_7F4A_7C15, number &* 0xD1B5_4A32_D192_ED03]
      appendDigits(8, of: halves[0] >> 32, to: &bytes)
      for group in [halves[0] >> 16, halves[0], halves[1] >> 48] {
        bytes.append(UInt8(ascii: "-"))
        appendDigits(4, of: group, to: &bytes)
      }
      bytes.append(UInt8(ascii: "-"))
      appendDigits(12, of: halves[1], to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .integer:
      bytes.append(contentsOf: String(number).utf8)
    }
  }

  /// Appends the item as a document has it.
  func appendElement(_ item: Int, to bytes: inout [UInt8]) {
    guard self == .stringWithContent else { return append(item, to: &bytes) }
    bytes.append(contentsOf: #"{"id":"#.utf8)
    append(item, to: &bytes)
    bytes.append(contentsOf: #","content":{"title":""#.utf8)
    appendDigits(12, of: UInt64(item), to: &bytes)
    bytes.append(contentsOf: #"","favorite":false}}"#.utf8)
  }

  func bytes(of item: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(item, to: &bytes)
    return bytes
  }

  /// The identifier as text.
  func text(of item: Int) -> String {
    String(decoding: bytes(of: item), as: UTF8.self)
  }
}

/// Appends the last hexadecimal digits of a number.
private func appendDigits(_ count: Int, of number: UInt64, to bytes: inout [UInt8]) {
  for digit in (0..<count).reversed() {
    bytes.append(hexadecimalDigits[Int(number >> UInt64(4 * digit) & 15)])
  }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

/// The canonical identifiers of many items, one after another in memory.
struct IdentifierBytes {
  private var bytes: [UInt8] = []
  private var ends = [0]

  init(_ items: some Sequence<Int>, _ kind: IdentifierKind) {
    for item in items {
      kind.append(item, to: &bytes)
      ends.append(bytes.count)
    }
  }

  /// Calls a closure with the identifiers at some offsets.
  func forEach(in offsets: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      for offset in offsets {
        body(UnsafeRawBufferPointer(rebasing: bytes[ends[offset]..<ends[offset + 1]]))
      }
    }
  }
}
