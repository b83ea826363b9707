public import Snapshots

/// Bytes by handle, one behind the other in blocks of memory.
///
/// A block is given back when nothing in it is used, and what is used of one that is mostly unused moves
/// to another. So nothing is done to all of the bytes at once, however many there are.
public struct ByteValues {
  /// So many bytes can be read behind the last one of any entry.
  public static let padding = 32

  @usableFromInline static let absent = -1
  /// What all copies share until one of them is written to, nil for what was never written to.
  @usableFromInline var blocks: ByteBlocks?
  /// Where the entry of each handle is.
  @usableFromInline var places: [Int] = []

  /// How many bytes an entry takes that has so many.
  public static func byteCount(ofLength length: Int) -> Int {
    MemoryLayout<Int>.stride + ByteBlocks.headBytes + length
  }

  /// No bytes.
  public static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// Creates what has no bytes for any handle.
  public init() {}

  /// How many bytes entries and table take; none where there are none.
  public var byteCount: Int {
    (blocks?.byteCount ?? 0) + places.count * MemoryLayout<Int>.stride
  }

  /// Whether there are bytes for a handle.
  @inlinable
  public func has(_ item: Handle) -> Bool {
    Int(item) < places.count && places[Int(item)] != Self.absent
  }

  /// Whether there are bytes for each of many handles.
  @inlinable
  public func hasAll(_ items: UnsafeBufferPointer<Handle>) -> Bool {
    places.withUnsafeBufferPointer { places in
      for item in items {
        guard Int(item) < places.count, places[Int(item)] != Self.absent else { return false }
      }
      return true
    }
  }

  /// Makes the table long enough for some handles.
  public mutating func makeRoom(for need: TableNeed, _ work: Work) -> Bool {
    places.makeRoom(for: need, Self.absent, work)
  }

  /// Keeps bytes for a handle, in place of those that it has.
  ///
  /// - Parameters:
  ///   - head: What they begin with.
  ///   - rest: What follows on it.
  ///   - item: The handle.
  /// - Complexity: O(bytes), amortised.
  public mutating func set(
    _ head: UnsafeRawBufferPointer,
    _ rest: UnsafeRawBufferPointer,
    of item: Handle
  ) {
    forget(item)
    places.makeRoom(for: item, Self.absent)
    let (place, bytes) = ownBlocks().add(head.count + rest.count, of: item)
    places[Int(item)] = place
    UnsafeMutableRawBufferPointer(rebasing: bytes[..<head.count]).copyMemory(from: head)
    UnsafeMutableRawBufferPointer(rebasing: bytes[head.count...]).copyMemory(from: rest)
  }

  /// Drops the bytes of a handle, if it has any.
  @inlinable
  public mutating func forget(_ item: Handle) {
    if has(item) { drop(item) }
  }

  @usableFromInline
  mutating func drop(_ item: Handle) {
    let place = places[Int(item)]
    places[Int(item)] = Self.absent
    let blocks = ownBlocks()
    if let sparse = blocks.drop(place) { empty(sparse, of: blocks) }
  }

  /// The blocks, which are nobody else's afterwards.
  private mutating func ownBlocks() -> ByteBlocks {
    if isKnownUniquelyReferenced(&blocks), let blocks { return blocks }
    let own = blocks.map(ByteBlocks.init(copying:)) ?? ByteBlocks()
    blocks = own
    return own
  }

  /// Moves what is used in a block to another, and gives it back.
  private mutating func empty(_ block: Int, of blocks: ByteBlocks) {
    blocks.leave(block)
    var place = ByteBlocks.firstPlace(in: block)
    while let entry = blocks.entry(at: place) {
      if places[Int(entry.item)] == place {
        let (target, bytes) = blocks.add(entry.bytes.count, of: entry.item)
        bytes.copyMemory(from: entry.bytes)
        places[Int(entry.item)] = target
      }
      place += ByteBlocks.headBytes + entry.bytes.count
    }
    blocks.giveBack(block)
  }

  /// Calls a closure with a look at all bytes.
  @inlinable
  public func withBytes<Result>(_ body: (Look) -> Result) -> Result {
    withExtendedLifetime(blocks) {
      let starts = blocks?.starts ?? UnsafeMutableBufferPointer(start: nil, count: 0)
      return places.withUnsafeBufferPointer { body(Look(starts: starts, places: $0)) }
    }
  }

  /// A look at the bytes of each handle.
  public struct Look {
    @usableFromInline let starts: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
    @usableFromInline let places: UnsafeBufferPointer<Int>

    @usableFromInline
    init(
      starts: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>,
      places: UnsafeBufferPointer<Int>
    ) {
      self.starts = starts
      self.places = places
    }

    /// The bytes of a handle that has some.
    @inlinable
    public subscript(item: Handle) -> UnsafeRawBufferPointer {
      ByteBlocks.bytes(at: places[Int(item)], in: starts)
    }
  }
}
