/// The grammar of RFC 8259 as it stands there, rule by rule, to hold the real parser against.
struct Grammar {
  private let bytes: [UInt8]
  private var position = 0
  private var open = 0

  /// How many arrays and objects were open at once.
  private(set) var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether the bytes are a JSON text in UTF-8.
  var isText: Bool {
    mutating get {
      String(validating: bytes, as: UTF8.self) != nil && value() && position == bytes.count
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ accepted: (UInt8) -> Bool) -> Bool {
    guard let next, accepted(next) else { return false }
    position += 1
    return true
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool { take { $0 == UInt8(ascii: byte) } }

  private mutating func word(_ text: String) -> Bool {
    for byte in text.utf8 { guard take({ $0 == byte }) else { return false } }
    return true
  }

  private mutating func blanks() { while take({ " \t\n\r".utf8.contains($0) }) {} }

  /// A value with the white space around it.
  private mutating func value() -> Bool {
    blanks()
    defer { blanks() }
    switch next {
    case UInt8(ascii: "{"): return container("{", "}") { $0.member() }
    case UInt8(ascii: "["): return container("[", "]") { $0.value() }
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func container(
    _ begin: Unicode.Scalar,
    _ end: Unicode.Scalar,
    _ part: (inout Grammar) -> Bool
  ) -> Bool {
    guard take(begin) else { return false }
    open += 1
    defer { open -= 1 }
    depth = max(depth, open)
    blanks()
    if take(end) { return true }
    repeat { guard part(&self) else { return false } } while take(",")
    return take(end)
  }

  private mutating func member() -> Bool {
    blanks()
    guard string() else { return false }
    blanks()
    return take(":") && value()
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while !take("\"") {
      if take("\\") {
        guard escape() else { return false }
      } else {
        guard take({ $0 >= 0x20 }) else { return false }
      }
    }
    return true
  }

  private mutating func escape() -> Bool {
    guard take("u") else { return take { "\"\\/bfnrt".utf8.contains($0) } }
    for _ in 0..<4 {
      guard take({ "0123456789abcdefABCDEF".utf8.contains($0) }) else { return false }
    }
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard take("0") || digits() else { return false }
    if take(".") { guard digits() else { return false } }
    guard take("e") || take("E") else { return true }
    _ = take("+") || take("-")
    return digits()
  }

  private mutating func digits() -> Bool {
    guard take({ (0x30...0x39).contains($0) }) else { return false }
    while take({ (0x30...0x39).contains($0) }) {}
    return true
  }
}
