/// A hash of identifiers with secret keys, which costs one multiplication for eight bytes.
///
/// It has a tenth of the instructions of the standard library's, so that the searches for several
/// identifiers fit into what a processor has under way at one time. Nothing proves that nobody can find
/// identifiers that collide without the keys; so when a search is longer than chance allows, the hash
/// becomes the standard library's, for which that is proved, and stays it.
package struct IdentifierHash {
  private let start: UInt64
  private let factor: UInt64
  /// Whether it is the standard library's.
  private(set) var isStandard = false

  /// Makes a hash; only tests give its keys.
  package init(
    start: UInt64 = .random(in: .min ... .max),
    factor: UInt64 = .random(in: .min ... .max)
  ) {
    self.start = start
    // Odd, so that it has an inverse: words that differ are multiplied to products that differ.
    self.factor = factor | 1
  }

  /// Makes it the standard library's.
  mutating func becomeStandard() { isStandard = true }

  /// The hash of some bytes.
  @inline(__always)
  func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> Int {
    isStandard ? standard(bytes) : Int(bitPattern: UInt(quick(bytes)))
  }

  private func standard(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }

  @inline(__always)
  private func quick(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = mixed(start ^ UInt64(truncatingIfNeeded: bytes.count))
    guard bytes.count >= 8 else { return mixed(state ^ shortWord(of: bytes)) }
    var offset = 0
    while offset &+ 8 < bytes.count {
      state = mixed(state ^ word(of: bytes, at: offset))
      offset &+= 8
    }
    // The last eight, of which some may have been mixed in already.
    return mixed(state ^ word(of: bytes, at: bytes.count &- 8))
  }

  /// Folds the product with the secret factor: each bit of the result depends on each of the word.
  @inline(__always)
  private func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }

  @inline(__always)
  private func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Less than eight bytes as one word; the length tells apart what is padded to the same.
  @inline(__always)
  private func shortWord(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
