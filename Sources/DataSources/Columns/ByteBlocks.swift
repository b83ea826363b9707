import Snapshots

/// Entries of bytes in blocks of memory, each with the handle that it belongs to.
///
/// A block starts small when there is nothing yet, and grows by doubling; no other one moves. An entry that
/// would be a large part of a block has one of its own.
@usableFromInline
final class ByteBlocks {
  /// What stands in front of an entry: how many bytes it has, and its handle.
  @usableFromInline static let headBytes = 8
  private static let fullBytes = 1 << 20
  private static let leastBytes = 256
  /// From how many bytes on an entry has a block of its own.
  private static let ownBytes = fullBytes / 4
  /// How many unused bytes are not worth a move.
  private static let unusedBytes = 4096

  private struct Use {
    var capacity = 0
    var end = 0
    var unused = 0
  }

  // Not checked at run time, for each entry: nobody is called while they change.

  /// Where each block begins, nil where one was given back, and room for more.
  ///
  /// It is no array because whoever reads an entry would count a reference to it.
  @exclusivity(unchecked) @usableFromInline
  var starts = UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>(start: nil, count: 0)
  @exclusivity(unchecked) private var uses: [Use] = []
  /// The numbers of the blocks that were given back.
  @exclusivity(unchecked) private var freeNumbers: [Int] = []
  /// The block to which entries are added.
  @exclusivity(unchecked) private var current: Int?
  /// How many bytes all blocks have to the ends of their last entries, with the padding behind them.
  @exclusivity(unchecked) private(set) var byteCount = 0

  init() {}

  /// Creates the same in memory of its own.
  init(copying other: ByteBlocks) {
    (uses, freeNumbers) = (other.uses, other.freeNumbers)
    (current, byteCount) = (other.current, other.byteCount)
    makeTable(of: other.starts.count)
    for (block, use) in uses.enumerated() {
      guard let start = other.starts[block] else { continue }
      starts[block] = .allocate(byteCount: use.capacity, alignment: 8)
      starts[block]?.copyMemory(from: start, byteCount: use.end)
    }
  }

  deinit {
    for start in starts { start?.deallocate() }
    starts.deallocate()
  }

  private func makeTable(of count: Int) {
    let table = UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>.allocate(capacity: count)
    table.initialize(repeating: nil)
    for (block, start) in starts.enumerated() { table[block] = start }
    starts.deallocate()
    starts = table
  }

  /// Where the first entry of a block is.
  static func firstPlace(in block: Int) -> Int { block << 32 }

  /// The bytes of an entry.
  @inlinable
  static func bytes(
    at place: Int,
    in starts: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
  ) -> UnsafeRawBufferPointer {
    guard let start = starts[place &>> 32] else {
      preconditionFailure("a block that was given back")
    }
    let entry = UnsafeRawPointer(start) + (place & 0xFFFF_FFFF)
    let count = Int(entry.loadUnaligned(as: UInt32.self))
    return UnsafeRawBufferPointer(start: entry + headBytes, count: count)
  }

  /// The entry at a place, nil at the end of its block.
  func entry(at place: Int) -> (item: Handle, bytes: UnsafeRawBufferPointer)? {
    guard place & 0xFFFF_FFFF < uses[place >> 32].end else { return nil }
    let bytes = Self.bytes(at: place, in: starts)
    guard let start = bytes.baseAddress else { return nil }
    return ((start - 4).loadUnaligned(as: Handle.self), bytes)
  }
}

// MARK: - Writing

extension ByteBlocks {
  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - count: How many bytes it has.
  ///   - item: Its handle.
  /// - Returns: Its place, and its bytes, which are to be written.
  func add(
    _ count: Int,
    of item: Handle
  ) -> (place: Int, bytes: UnsafeMutableRawBufferPointer) {
    let size = Self.headBytes + count
    let block = makeRoom(for: size)
    guard let start = starts[block] else { preconditionFailure("a block that was given back") }
    let end = uses[block].end
    let entry = start + end
    entry.storeBytes(of: UInt32(count), as: UInt32.self)
    (entry + 4).storeBytes(of: item, as: Handle.self)
    uses[block].end = end + size
    byteCount += size
    let bytes = UnsafeMutableRawBufferPointer(start: entry + Self.headBytes, count: count)
    return (Self.firstPlace(in: block) | end, bytes)
  }

  /// The block that has room for an entry.
  private func makeRoom(for size: Int) -> Int {
    let least = size + ByteValues.padding
    if size >= Self.ownBytes { return begin(of: least) }
    if let current {
      let use = uses[current]
      if use.end + least <= use.capacity { return current }
      if use.end + least <= Self.fullBytes {
        grow(current, to: min(Self.fullBytes, max(use.end + least, 2 * use.capacity)))
        return current
      }
    }
    let block = begin(of: current == nil ? max(Self.leastBytes, least) : Self.fullBytes)
    current = block
    return block
  }

  private func begin(of capacity: Int) -> Int {
    let number = freeNumbers.popLast() ?? uses.count
    if number == uses.count { uses.append(Use()) }
    if number == starts.count { makeTable(of: max(4, 2 * number)) }
    uses[number] = Use(capacity: capacity)
    starts[number] = .allocate(byteCount: capacity, alignment: 8)
    byteCount += ByteValues.padding
    return number
  }

  private func grow(_ block: Int, to capacity: Int) {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    if let start = starts[block] { larger.copyMemory(from: start, byteCount: uses[block].end) }
    starts[block]?.deallocate()
    starts[block] = larger
    uses[block].capacity = capacity
  }

  /// Drops an entry.
  ///
  /// - Parameter place: Its place.
  /// - Returns: Its block, if what is left in it is to move to another; nil if not.
  func drop(_ place: Int) -> Int? {
    let block = place >> 32
    uses[block].unused += Self.headBytes + Self.bytes(at: place, in: starts).count
    let use = uses[block]
    if use.unused == use.end {
      giveBack(block)
    } else if use.unused > Self.unusedBytes, use.unused > use.end / 2 {
      return block
    }
    return nil
  }

  /// Adds nothing more to a block.
  func leave(_ block: Int) {
    if current == block { current = nil }
  }

  /// Gives back a block, in which nothing is used.
  func giveBack(_ block: Int) {
    leave(block)
    starts[block]?.deallocate()
    starts[block] = nil
    byteCount -= uses[block].end + ByteValues.padding
    uses[block] = Use()
    freeNumbers.append(block)
  }
}
