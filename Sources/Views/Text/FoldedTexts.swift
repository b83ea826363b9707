public import DataSources
public import Snapshots

/// The folded texts of many rows, flat: a row without a text has none of the letters.
public struct FoldedTexts: ColumnValues {
  /// In front of the bytes of each text how many scalars it has; nothing for a row without one.
  private var bytes = ByteValues()
  // The masks of all, each part in an array of its own: few searches ask for all of them.
  private var letters: [UInt64] = []
  private var beginnings: [UInt64] = []
  private var pairs: [UInt64] = []
  /// The rows of which it is known which text they have.
  private var known = HandleSet()

  /// Creates no texts.
  public init() {}

  /// How many bytes texts and masks take.
  public var byteCount: Int {
    bytes.byteCount + letters.count * MemoryLayout<TextMask>.stride + known.byteCount
  }

  /// About how many bytes a text takes with its masks.
  public static func byteCount(of text: FoldedText?) -> Int {
    let length = text.map { $0.withBytes { 4 + $0.whole.count } } ?? 0
    return MemoryLayout<TextMask>.stride + ByteValues.byteCount(ofLength: length)
  }

  /// Whether it is known which text a row has.
  public func has(_ item: Handle) -> Bool { known.contains(item) }

  /// Whether it is known which text each of many rows has.
  public func hasAll(_ items: UnsafeBufferPointer<Handle>) -> Bool { known.contains(all: items) }

  /// Makes the tables long enough for some handles.
  public mutating func makeRoom(for need: TableNeed, _ work: Work) -> Bool {
    letters.makeRoom(for: need, 0, work)
      && beginnings.makeRoom(for: need, 0, work)
      && pairs.makeRoom(for: need, 0, work)
      && bytes.makeRoom(for: need, work)
  }

  /// The text of a row, nil when that is not known.
  public subscript(item: Handle) -> FoldedText?? {
    guard has(item) else { return nil }
    return .some(
      withLook { look in
        look.isMissing(item) ? nil : FoldedText(look.text(of: item), look.mask(of: item))
      }
    )
  }

  /// Keeps a row's text.
  public mutating func set(_ text: FoldedText?, of item: Handle) {
    known.insert(item)
    letters.makeRoom(for: item, 0)
    beginnings.makeRoom(for: item, 0)
    pairs.makeRoom(for: item, 0)
    let mask = text?.mask ?? TextMask()
    letters[Int(item)] = mask.letters
    beginnings[Int(item)] = mask.beginnings
    pairs[Int(item)] = mask.pairs
    guard let text else { return bytes.set(ByteValues.nothing, ByteValues.nothing, of: item) }
    text.withBytes { text in
      withUnsafeBytes(of: UInt32(text.numberOfScalars)) { count in
        bytes.set(count, text.whole, of: item)
      }
    }
  }

  /// Drops a row's text.
  public mutating func forget(_ item: Handle) {
    known.remove(item)
    bytes.forget(item)
  }

  /// A look at the texts.
  struct Look {
    fileprivate let letters: UnsafeBufferPointer<UInt64>
    fileprivate let beginnings: UnsafeBufferPointer<UInt64>
    fileprivate let pairs: UnsafeBufferPointer<UInt64>
    fileprivate let bytes: ByteValues.Look

    func isMissing(_ item: Handle) -> Bool { bytes[item].isEmpty }

    /// Which letters the text of a row has, none for a row without one.
    func mask(of item: Handle) -> TextMask {
      TextMask(
        letters: letters[Int(item)],
        beginnings: beginnings[Int(item)],
        pairs: pairs[Int(item)]
      )
    }

    /// Keeps the rows whose texts have all that a mask has.
    func keep(_ rows: inout RowBatch, covering mask: TextMask) {
      // Here, since nobody knows of what lies elsewhere that it stays as it is.
      let (letters, beginnings, pairs) = (letters, beginnings, pairs)
      if mask.beginnings == 0, mask.pairs == 0 {
        rows.keep(missing: { mask.letters & ~letters[Int($0)] })
      } else if mask.beginnings == 0 {
        rows.keep(missing: { mask.letters & ~letters[Int($0)] | mask.pairs & ~pairs[Int($0)] })
      } else {
        rows.keep(missing: {
          mask.letters & ~letters[Int($0)] | mask.beginnings & ~beginnings[Int($0)]
            | mask.pairs & ~pairs[Int($0)]
        })
      }
    }

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

    /// Calls a closure with the texts of rows that have one.
    ///
    /// All are fetched first: none of them has to wait for what is done with those before it.
    func withAll<Result>(
      of rows: UnsafeBufferPointer<Handle>,
      _ body: (UnsafeMutableBufferPointer<FoldedBytes>) -> Result
    ) -> Result {
      withUnsafeTemporaryAllocation(of: FoldedBytes.self, capacity: rows.count) { all in
        for index in rows.indices { all.initializeElement(at: index, to: text(of: rows[index])) }
        return body(all)
      }
    }
  }

  /// Calls a closure with a look at the texts.
  func withLook<Result>(_ body: (Look) -> Result) -> Result {
    letters.withUnsafeBufferPointer { letters in
      beginnings.withUnsafeBufferPointer { beginnings in
        pairs.withUnsafeBufferPointer { pairs in
          bytes.withBytes {
            body(Look(letters: letters, beginnings: beginnings, pairs: pairs, bytes: $0))
          }
        }
      }
    }
  }
}
