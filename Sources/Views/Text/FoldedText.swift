import DataSources
public import Snapshots

/// A text as it is searched and sorted: folded, with the places where its words begin.
public struct FoldedText: Equatable, Sendable {
  /// What can be read behind the text and its bits.
  private static let padding = ByteValues.padding
  /// After how many bytes or scalars it is asked whether to go on.
  private static let portion = 16384

  /// The folded text in UTF-8, behind it a bit for each byte: whether a word begins there.
  private let storage: [UInt8]
  /// How many bytes of text there are.
  let count: Int
  /// How many scalars of text there are.
  let numberOfScalars: Int
  /// Which letters there are.
  let mask: TextMask

  /// Folds a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - folds: Whether case and marks are ignored; when not, the text stays as it is.
  ///   - work: Told how far it is; when it is called off, the text is not folded to its end.
  /// - Complexity: O(length).
  public init(_ text: some StringProtocol, folds: Bool = true, _ work: Work? = nil) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 9 / 8 + 1 + Self.padding)
    var starts: [Int] = []
    var scalars = 0
    var mask = TextMask.Maker()
    FoldedText.forEachScalar(of: text, folds: folds, work) { scalar, beginsWord in
      if beginsWord { starts.append(bytes.count) }
      mask.append(scalar, beginsWord: beginsWord)
      scalars += 1
      bytes.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init())
    }
    count = bytes.count
    numberOfScalars = scalars
    self.mask = mask.mask
    bytes.append(contentsOf: repeatElement(0, count: (count + 7) / 8 + Self.padding))
    for start in starts { bytes[count + start / 8] |= 1 << UInt8(start & 7) }
    storage = bytes
  }

  /// Folds a text that is given in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - folds: Whether case and marks are ignored; when not, the text stays as it is.
  ///   - work: Told how far it is; when it is called off, the text is not folded to its end.
  /// - Complexity: O(length).
  public init(_ bytes: UnsafeRawBufferPointer, folds: Bool, _ work: Work? = nil) {
    if bytes.contains(where: { $0 >= 0x80 }) {
      self.init(String(decoding: bytes, as: UTF8.self), folds: folds, work)
    } else {
      self.init(ascii: bytes, folds: folds, work)
    }
  }

  /// Folds a text in ASCII, byte for byte.
  private init(ascii bytes: UnsafeRawBufferPointer, folds: Bool, _ work: Work?) {
    var mask = TextMask.Maker()
    let count = bytes.count
    let length = FoldedBytes.length(ofText: count) + Self.padding
    storage = Array(unsafeUninitializedCapacity: length) { storage, initialized in
      storage[count...].initialize(repeating: 0)
      var before = ASCIIKind.other
      for start in stride(from: 0, to: count, by: Self.portion) {
        let end = min(start + Self.portion, count)
        for offset in start..<end {
          let kind = ASCIIKind(of: bytes[offset])
          let folded = folds && kind == .capital ? bytes[offset] + 0x20 : bytes[offset]
          let beginsWord = kind.beginsWord(after: before)
          if beginsWord { storage[count + offset / 8] |= 1 << UInt8(offset & 7) }
          mask.append(UInt32(folded), beginsWord: beginsWord)
          storage[offset] = folded
          before = kind
        }
        guard end < count, work?.mayGoOn(Self.portion / 64) == false else { continue }
        storage[end..<count].initialize(repeating: 0)
        break
      }
      initialized = length
    }
    self.count = count
    numberOfScalars = count
    self.mask = mask.mask
  }

  /// A text that was folded before.
  init(_ bytes: FoldedBytes, _ mask: TextMask) {
    storage = Array(bytes.whole) + Array(repeating: 0, count: Self.padding)
    count = bytes.count
    numberOfScalars = bytes.numberOfScalars
    self.mask = mask
  }

  /// The folded text in UTF-8.
  public var bytes: ArraySlice<UInt8> { storage[..<count] }

  /// Calls a closure with the folded text where it lies.
  func withBytes<Result>(_ body: (FoldedBytes) -> Result) -> Result {
    storage.withUnsafeBytes { bytes in
      // An array with the padding has an address.
      guard let start = bytes.baseAddress else { preconditionFailure("a text without padding") }
      return body(FoldedBytes(start, count: count, numberOfScalars: numberOfScalars))
    }
  }

  /// The folded text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The scalars of the folded text.
  var scalars: [UInt32] { withBytes(\.scalars) }

  /// Calls a closure with the folded scalars of a text, and whether a word begins at each.
  static func forEachScalar(
    of text: some StringProtocol,
    folds: Bool,
    _ work: Work? = nil,
    _ body: (_ scalar: UInt32, _ beginsWord: Bool) -> Void
  ) {
    var words = WordStart()
    var done = 0
    for scalar in text.unicodeScalars {
      done &+= 1
      // A scalar takes as long as several bytes of ASCII.
      if done % portion == 0, work?.mayGoOn(portion / 4) == false { return }
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
}
