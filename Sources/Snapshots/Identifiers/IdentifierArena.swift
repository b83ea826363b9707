/// The bytes of identifiers in blocks of memory, addressed by offsets of four bytes.
///
/// An entry is its length in two bytes and the bytes, padded to a multiple of four, and never lies
/// across two blocks. Full blocks never move, so a large arena grows without copying; the first
/// block starts small and grows by doubling. A block is given back when nothing in it is used, and what
/// is used of one that is mostly unused moves to another: see ``Sweep``.
struct IdentifierArena: ~Copyable {
  /// The upper bits of an offset number the block.
  private static let blockShift: UInt32 = 16
  private static let blockBytes = 4 << Int(blockShift)
  private static let leastCapacity = 256

  /// The blocks by number, nil where one was given back.
  private var blocks: ContiguousArray<UnsafeMutableRawPointer?> = []
  /// The numbers of those that were given back, the last one first to be taken again.
  private var freeNumbers: [Int] = []
  /// The block to which entries are added, its room, and how much of that is taken.
  private var current = -1
  private var capacity = 0
  private var used = 0

  init() {}

  deinit {
    for block in blocks { block?.deallocate() }
  }

  /// The bytes of all entries, used or not, with what is lost at the ends of blocks.
  var byteCount: Int {
    let full = blocks.count - freeNumbers.count - (current < 0 ? 0 : 1)
    return full * Self.blockBytes + used
  }

  /// The identifier at an offset; its memory stays valid until the next one is added.
  @inline(__always)
  subscript(offset: UInt32) -> UnsafeRawBufferPointer {
    let unit = Int(offset & (1 << Self.blockShift - 1))
    guard let block = blocks[Int(offset >> Self.blockShift)] else {
      preconditionFailure("an identifier that was given back")
    }
    let entry = UnsafeRawPointer(block) + unit * 4
    return UnsafeRawBufferPointer(start: entry + 2, count: Int(entry.load(as: UInt16.self)))
  }

  /// What an identifier takes.
  private static func size(of identifier: UnsafeRawBufferPointer) -> Int {
    (identifier.count + 5) & ~3
  }

  /// Adds an identifier of at most 65535 bytes, and returns its offset.
  @inline(__always)
  mutating func append(_ identifier: UnsafeRawBufferPointer) -> UInt32 {
    let size = Self.size(of: identifier)
    if used &+ size > capacity { makeRoom(for: size) }
    guard let block = blocks[current] else { preconditionFailure("a block that was given back") }
    let entry = block + used
    entry.storeBytes(of: UInt16(identifier.count), as: UInt16.self)
    // None has no byte: the shortest identifier is a digit.
    if let bytes = identifier.baseAddress {
      (entry + 2).copyMemory(from: bytes, byteCount: identifier.count)
    }
    let offset = UInt32(truncatingIfNeeded: current << Int(Self.blockShift) | used >> 2)
    used &+= size
    return offset
  }

  @inline(never)
  private mutating func makeRoom(for size: Int) {
    if current < 0 {
      beginBlock(of: max(size, Self.leastCapacity))
    } else if used + size > Self.blockBytes {
      beginBlock(of: Self.blockBytes)
    } else if let small = blocks[current] {
      capacity = min(Self.blockBytes, max(used + size, 2 * capacity))
      let large = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
      large.copyMemory(from: small, byteCount: used)
      small.deallocate()
      blocks[current] = large
    }
  }

  private mutating func beginBlock(of capacity: Int) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    if let number = freeNumbers.popLast() {
      current = number
      blocks[number] = block
    } else {
      current = blocks.count
      blocks.append(block)
    }
    self.capacity = capacity
    used = 0
  }
}

// MARK: - Giving back

extension IdentifierArena {
  /// Which blocks are mostly unused: first it is told of all entries that are used, then it moves those
  /// that stand in such blocks.
  ///
  /// Of a full block at most a quarter is copied, and it is given back with the last entry that leaves it.
  /// Identifiers that came together lie together, so nearly always one block is there twice at a time,
  /// and however they lie, a quarter of the memory.
  struct Sweep {
    /// The bytes and the number of entries that are used, by block.
    fileprivate var used: [(bytes: Int, entries: Int)]
    fileprivate var isSparse: [Bool] = []
  }

  /// Begins to look for what is used.
  func sweep() -> Sweep { Sweep(used: Array(repeating: (0, 0), count: blocks.count)) }

  /// Notes an entry that is used.
  func note(_ offset: UInt32, in sweep: inout Sweep) {
    let block = Int(offset >> Self.blockShift)
    sweep.used[block].bytes += Self.size(of: self[offset])
    sweep.used[block].entries += 1
  }

  /// Gives back the blocks in which nothing is used, after all that is used was noted.
  mutating func giveBackUnused(_ sweep: inout Sweep) {
    sweep.isSparse = sweep.used.indices.map { block in
      guard blocks[block] != nil else { return false }
      let bytes = sweep.used[block].bytes
      // The one that is being filled is but one, and all that a small arena has.
      return block == current ? bytes < self.used : bytes * 4 <= Self.blockBytes
    }
    // What leaves the block that is being filled cannot go there.
    if current >= 0, sweep.isSparse[current] {
      current = -1
      (capacity, self.used) = (0, 0)
    }
    for block in sweep.isSparse.indices where sweep.isSparse[block] {
      if sweep.used[block].entries == 0 { giveBack(block) }
    }
  }

  /// Moves an entry that is used, if its block is mostly unused, and returns where it is then.
  mutating func moved(_ offset: UInt32, _ sweep: inout Sweep) -> UInt32 {
    let block = Int(offset >> Self.blockShift)
    guard sweep.isSparse[block] else { return offset }
    let target = append(self[offset])
    sweep.used[block].entries -= 1
    if sweep.used[block].entries == 0 { giveBack(block) }
    return target
  }

  private mutating func giveBack(_ block: Int) {
    blocks[block]?.deallocate()
    blocks[block] = nil
    freeNumbers.append(block)
  }
}
