/// Where the words of a text begin, found on its scalars one after another.
struct WordStart {
  /// The scalar before, marks left out.
  private var before: UInt32?

  /// Whether the next scalar of the text begins a word.
  mutating func isBegun(by scalar: UInt32) -> Bool {
    guard !WordStart.isMark(scalar) else { return false }
    defer { before = scalar }
    guard WordStart.isWordy(scalar) else { return false }
    guard let before, WordStart.isWordy(before) else { return true }
    if WordStart.isSpaceless(before) || WordStart.isSpaceless(scalar) { return true }
    let isDigit = 0x30...0x39 ~= scalar
    return 0x61...0x7A ~= before && 0x41...0x5A ~= scalar || isDigit && !(0x30...0x39 ~= before)
  }

  /// Whether a scalar is a mark on the one before it.
  static func isMark(_ scalar: UInt32) -> Bool { 0x300...0x36F ~= scalar }

  /// Whether a scalar can be part of a word.
  static func isWordy(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xAA, 0xB5, 0xBA: true
    case ..<0xC0, 0xD7, 0xF7, 0x300...0x36F, 0x2000...0x206F, 0x3000...0x303F: false
    case 0xFF01...0xFF5E: isWordy(scalar - 0xFEE0)
    default: true
    }
  }

  /// Whether a scalar belongs to a script that sets no blanks between words.
  static func isSpaceless(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E00...0x0EFF, 0x2E80...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true
    default: false
    }
  }

  /// Whether a scalar is a blank between words.
  static func isBlank(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0xA0, 0x2000...0x200A, 0x3000: true
    default: false
    }
  }
}

/// What a byte of ASCII is, as far as words are concerned.
enum ASCIIKind {
  case other, small, capital, digit

  init(of byte: UInt8) {
    if byte &- 0x61 < 26 {
      self = .small
    } else if byte &- 0x41 < 26 {
      self = .capital
    } else {
      self = byte &- 0x30 < 10 ? .digit : .other
    }
  }

  /// Whether a word begins here, by the kind of what is in front of it: as ``WordStart`` says.
  func beginsWord(after before: ASCIIKind) -> Bool {
    switch self {
    case .other: false
    case .small: before == .other
    case .capital: before == .other || before == .small
    case .digit: before != .digit
    }
  }
}
