/// The bytes of identifiers in blocks of memory, addressed by offsets of four bytes.
///
/// An entry is its length in two bytes and the bytes, padded to a multiple of four, and never lies
/// across two blocks. Full blocks never move, so a large arena grows without copying; the first
/// block starts small and grows by doubling.
struct IdentifierArena: ~Copyable {
  /// The upper bits of an offset number the block.
  private static let blockShift: UInt32 = 16
  private static let blockBytes = 4 << Int(blockShift)
  private static let leastCapacity = 256

  private var blocks: ContiguousArray<UnsafeMutableRawPointer> = []
  /// The room in the last block, and how much of it is taken.
  private var capacity = 0
  private var used = 0

  init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// The bytes of all entries, with what is lost at the ends of blocks.
  var byteCount: Int { blocks.isEmpty ? 0 : (blocks.count - 1) * Self.blockBytes + used }

  /// The identifier at an offset; its memory stays valid until the next one is added.
  subscript(offset: UInt32) -> UnsafeRawBufferPointer {
    let unit = Int(offset & (1 << Self.blockShift - 1))
    let entry = UnsafeRawPointer(blocks[Int(offset >> Self.blockShift)]) + unit * 4
    return UnsafeRawBufferPointer(start: entry + 2, count: Int(entry.load(as: UInt16.self)))
  }

  /// Adds an identifier of at most 65535 bytes, and returns its offset.
  mutating func append(_ identifier: UnsafeRawBufferPointer) -> UInt32 {
    let size = (identifier.count + 5) & ~3
    if used + size > capacity { makeRoom(for: size) }
    let entry = UnsafeMutableRawBufferPointer(start: blocks[blocks.count - 1] + used, count: size)
    entry.storeBytes(of: UInt16(identifier.count), as: UInt16.self)
    UnsafeMutableRawBufferPointer(rebasing: entry[2...]).copyMemory(from: identifier)
    let offset = UInt32(blocks.count - 1) << Self.blockShift | UInt32(used / 4)
    used += size
    return offset
  }

  private mutating func makeRoom(for size: Int) {
    if blocks.isEmpty {
      addBlock(of: max(size, Self.leastCapacity))
    } else if used + size > Self.blockBytes {
      addBlock(of: Self.blockBytes)
      used = 0
    } else {
      let small = blocks.removeLast()
      addBlock(of: min(Self.blockBytes, max(used + size, 2 * capacity)))
      blocks[blocks.count - 1].copyMemory(from: small, byteCount: used)
      small.deallocate()
    }
  }

  private mutating func addBlock(of capacity: Int) {
    blocks.append(.allocate(byteCount: capacity, alignment: 8))
    self.capacity = capacity
  }
}
