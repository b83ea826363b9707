/// A text as it is searched and sorted: folded, with the places where its words begin.
public struct FoldedText: Equatable, Sendable {
  /// The folded text in UTF-8, and behind it a bit for each byte: whether a word begins there.
  private let storage: [UInt8]
  /// How many bytes of text there are.
  let count: Int
  /// How many scalars of text there are.
  let numberOfScalars: Int
  /// A bit for each letter and digit that is in the text, and one for all else.
  let letters: UInt64

  /// Folds a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - folds: Whether case and marks are ignored; when not, the text stays as it is.
  /// - Complexity: O(length).
  public init(_ text: some StringProtocol, folds: Bool = true) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 9 / 8 + 1)
    var starts: [Int] = []
    var scalars = 0
    var letters: UInt64 = 0
    FoldedText.forEachScalar(of: text, folds: folds) { scalar, beginsWord in
      if beginsWord { starts.append(bytes.count) }
      letters |= FoldedText.letter(scalar)
      scalars += 1
      bytes.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init())
    }
    count = bytes.count
    numberOfScalars = scalars
    self.letters = letters
    bytes.append(contentsOf: repeatElement(0, count: (count + 7) / 8))
    for start in starts { bytes[count + start / 8] |= 1 << UInt8(start & 7) }
    storage = bytes
  }

  /// Folds a text that is given in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - folds: Whether case and marks are ignored; when not, the text stays as it is.
  /// - Complexity: O(length).
  public init(_ bytes: UnsafeRawBufferPointer, folds: Bool) {
    if bytes.contains(where: { $0 >= 0x80 }) {
      self.init(String(decoding: bytes, as: UTF8.self), folds: folds)
    } else {
      self.init(ascii: bytes, folds: folds)
    }
  }

  /// Folds a text in ASCII, byte for byte.
  private init(ascii bytes: UnsafeRawBufferPointer, folds: Bool) {
    var letters: UInt64 = 0
    var words = WordStart()
    let count = bytes.count
    let length = count + (count + 7) / 8
    storage = Array(unsafeUninitializedCapacity: length) { storage, initialized in
      storage[count...].initialize(repeating: 0)
      for offset in 0..<count {
        let byte = bytes[offset]
        if words.isBegun(by: UInt32(byte)) {
          storage[count + offset / 8] |= 1 << UInt8(offset & 7)
        }
        let folded = folds && 0x41...0x5A ~= byte ? byte + 0x20 : byte
        letters |= FoldedText.letter(UInt32(folded))
        storage[offset] = folded
      }
      initialized = length
    }
    self.count = count
    numberOfScalars = count
    self.letters = letters
  }

  /// The folded text in UTF-8.
  public var bytes: ArraySlice<UInt8> { storage[..<count] }

  /// Calls a closure with the folded text in UTF-8.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  /// Whether every scalar of the text is one byte.
  var isASCII: Bool { count == numberOfScalars }

  /// The folded text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The scalars of the folded text.
  var scalars: [UInt32] {
    isASCII ? bytes.map(UInt32.init) : text.unicodeScalars.map(\.value)
  }

  /// Whether a word begins at a byte.
  func beginsWord(at offset: Int) -> Bool {
    storage[count + offset / 8] & (1 << UInt8(offset & 7)) != 0
  }

  /// Calls a closure with the folded scalars of a text, and whether a word begins at each.
  static func forEachScalar(
    of text: some StringProtocol,
    folds: Bool,
    _ body: (_ scalar: UInt32, _ beginsWord: Bool) -> Void
  ) {
    var words = WordStart()
    for scalar in text.unicodeScalars {
      var begins = words.isBegun(by: scalar.value)
      guard folds else {
        body(scalar.value, begins)
        continue
      }
      Folding.table.fold(scalar.value) { folded in
        body(folded, begins)
        begins = false
      }
    }
  }

  /// The bit of a folded scalar.
  private static func letter(_ scalar: UInt32) -> UInt64 {
    switch scalar {
    case 0x61...0x7A: 1 << UInt64(scalar - 0x61)
    case 0x30...0x39: 1 << UInt64(scalar - 0x30 + 26)
    case 0x41...0x5A: 1 << UInt64(scalar - 0x41 + 36)
    default: 1 << 63
    }
  }
}
