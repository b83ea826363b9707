public import DataSources
public import Snapshots

/// The folded texts of many rows, flat: a row without a text has none of the letters.
public struct FoldedTexts: ColumnValues {
  /// In front of the bytes of each text how many scalars it has; nothing for a row without one.
  private var bytes = ByteValues()
  private var masks: [TextMask] = []

  /// Creates no texts.
  public init() {}

  /// How many bytes texts and masks take.
  public var byteCount: Int { bytes.byteCount + masks.count * MemoryLayout<TextMask>.stride }

  /// Whether it is known which text a row has.
  public func has(_ item: Handle) -> Bool {
    Int(item) < masks.count && !masks[Int(item)].isUnknown
  }

  /// Whether it is known which text each of many rows has.
  public func hasAll(_ items: UnsafeBufferPointer<Handle>) -> Bool {
    masks.withUnsafeBufferPointer { masks in
      // Where the search looks next, and no more memory than that.
      var letters: UInt64 = 0
      for item in items {
        guard Int(item) < masks.count else { return false }
        letters |= masks[Int(item)].letters
      }
      return letters & TextMask.unknown.letters == 0
    }
  }

  /// The text of a row, nil when that is not known.
  public subscript(item: Handle) -> FoldedText?? {
    guard has(item) else { return nil }
    return .some(
      withLook { look in
        look.isMissing(item) ? nil : FoldedText(look.text(of: item), look.masks[Int(item)])
      }
    )
  }

  /// Keeps a row's text.
  public mutating func set(_ text: FoldedText?, of item: Handle) {
    masks.makeRoom(for: item, .unknown)
    masks[Int(item)] = text?.mask ?? .none
    guard let text else { return bytes.set(ByteValues.nothing, ByteValues.nothing, of: item) }
    text.withBytes { text in
      withUnsafeBytes(of: UInt32(text.numberOfScalars)) { count in
        bytes.set(count, text.whole, of: item)
      }
    }
  }

  /// Drops a row's text.
  public mutating func forget(_ item: Handle) {
    guard has(item) else { return }
    masks[Int(item)] = .unknown
    bytes.forget(item)
  }

  /// A look at the texts.
  struct Look {
    let masks: UnsafeBufferPointer<TextMask>
    fileprivate let bytes: ByteValues.Look

    func isMissing(_ item: Handle) -> Bool { bytes[item].isEmpty }

    /// The text of a row that has one.
    func text(of item: Handle) -> FoldedBytes {
      let entry = bytes[item]
      // What is not missing begins with a number.
      guard let start = entry.baseAddress, entry.count >= 4 else {
        preconditionFailure("a missing text")
      }
      return FoldedBytes(
        start + 4,
        count: FoldedBytes.textCount(ofLength: entry.count &- 4),
        numberOfScalars: Int(entry.loadUnaligned(as: UInt32.self))
      )
    }
  }

  /// Calls a closure with a look at the texts.
  func withLook<Result>(_ body: (Look) -> Result) -> Result {
    masks.withUnsafeBufferPointer { masks in
      bytes.withBytes { body(Look(masks: masks, bytes: $0)) }
    }
  }
}
