/// An object without escapes and without other containers in it, such as most contents of rows.
///
/// Its members are not read one after another: in such a text what stands between quotes and in
/// front of a colon is the name of a member, wherever it is. So the name is looked for, sixteen
/// bytes at a time, and it is looked for escapes and brackets on the way.
struct FlatObject {
  /// What is looked at together.
  private typealias Block = SIMD16<UInt8>

  /// What was found.
  enum Member: Equatable {
    /// Where the value of the last member with the name begins.
    case value(Int)
    /// There is none with the name.
    case missing
    /// The object is not flat.
    case unknown
  }

  private let scanner: ValueScanner
  private let start: Int

  /// Looks at the object that begins at an offset and is all that is left of a text.
  init(_ scanner: ValueScanner, from start: Int) {
    self.scanner = scanner
    self.start = start
  }

  private var bytes: UnsafeRawBufferPointer { scanner.bytes }

  /// Whether a name can be looked for: nothing that stands between two strings begins with it.
  static func canBeName(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first > 0x20 else { return false }
    return !",:}]".utf8.contains(first) && !name.contains(UInt8(ascii: "\""))
  }

  /// Finds the last member with a name.
  ///
  /// - Parameter name: The name, for which ``canBeName(_:)`` holds.
  /// - Returns: What was found.
  /// - Complexity: O(length).
  @inline(__always)
  func member(_ name: UnsafeRawBufferPointer) -> Member {
    // The last block, with the byte behind it.
    let last = bytes.count &- MemoryLayout<Block>.size &- 1
    guard start < last else { return .unknown }
    let first = Block(repeating: name[0])
    var found: Int?
    var unusual = Block.zero
    var offset = start &+ 1
    while true {
      let block = bytes.loadUnaligned(fromByteOffset: offset, as: Block.self)
      let next = bytes.loadUnaligned(fromByteOffset: offset &+ 1, as: Block.self)
      unusual |= FlatObject.places(of: UInt8(ascii: "\\"), in: block)
      // An opening brace is an opening bracket with this bit.
      unusual |= FlatObject.places(of: UInt8(ascii: "{"), in: block | Block(repeating: 0x20))
      let places = FlatObject.places(of: UInt8(ascii: "\""), in: block)
      let begun = FlatObject.words(places & FlatObject.bytes(where: next .== first))
      if begun.x | begun.y != 0 {
        found = value(of: name, begun.x, at: offset) ?? found
        found = value(of: name, begun.y, at: offset &+ 8) ?? found
      }
      guard offset < last else { break }
      offset = min(offset &+ MemoryLayout<Block>.size, last)
    }
    let unusualWords = FlatObject.words(unusual)
    if unusualWords.x | unusualWords.y != 0 { return .unknown }
    return found.map(Member.value) ?? .missing
  }

  /// Where the value begins of the last member with a name that begins at one of eight places.
  @inline(__always)
  private func value(of name: UnsafeRawBufferPointer, _ places: UInt64, at offset: Int) -> Int? {
    var places = UInt64(littleEndian: places)
    var found: Int?
    while places != 0 {
      let place = places.trailingZeroBitCount &>> 3
      places &= ~(0xFF &<< UInt64(8 &* place))
      found = value(ofMember: name, at: offset &+ place) ?? found
    }
    return found
  }

  /// Where the value begins of the member whose name begins with a quote at an offset; nil when it
  /// has another name, or is the value of another member.
  @inline(never)
  private func value(ofMember name: UnsafeRawBufferPointer, at quote: Int) -> Int? {
    let start = quote &+ 1
    let end = start &+ name.count
    guard scanner[end] == UInt8(ascii: "\""), bytes.part(start..<end).hasSameBytes(as: name) else {
      return nil
    }
    let colon = scanner.afterBlanks(end &+ 1)
    return scanner[colon] == UInt8(ascii: ":") ? scanner.afterByte(colon) : nil
  }

  /// All bits of the bytes of a block that are some byte.
  @inline(__always)
  private static func places(of byte: UInt8, in block: Block) -> Block {
    bytes(where: block .== Block(repeating: byte))
  }

  /// A block as two words, which are compared at once.
  @inline(__always)
  private static func words(_ block: Block) -> SIMD2<UInt64> {
    unsafeBitCast(block, to: SIMD2<UInt64>.self)
  }

  @inline(__always)
  private static func bytes(where mask: SIMDMask<Block.MaskStorage>) -> Block {
    unsafeBitCast(mask, to: Block.self)
  }
}
