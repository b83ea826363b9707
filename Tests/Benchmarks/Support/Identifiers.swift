/// How identifiers are made from numbers.
enum IdentifierKind: String, CaseIterable, Sendable {
  /// Strings of twelve hexadecimal digits.
  case string = "12-byte strings"
  /// Integers of up to twelve digits.
  case integer = "integers"

  /// The canonical JSON of the identifier of an item.
  func append(_ item: Int, to bytes: inout [UInt8]) {
    // An odd factor gives each number another one of 40 bits, in no visible order.
    let number = UInt64(item) &* 0x9E_3779_B97B & 0xFF_FFFF_FFFF
    switch self {
    case .string:
      bytes.append(UInt8(ascii: "\""))
      for digit in 0..<12 {
        bytes.append(hexadecimalDigits[Int(number >> UInt64(44 - 4 * digit) & 15)])
      }
      bytes.append(UInt8(ascii: "\""))
    case .integer:
      bytes.append(contentsOf: String(number).utf8)
    }
  }

  func bytes(of item: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(item, to: &bytes)
    return bytes
  }

  /// The identifier as text, for peers that know no bytes.
  func text(of item: Int) -> String {
    String(decoding: bytes(of: item), as: UTF8.self)
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
