/// An open-addressing hash table of handles.
///
/// A slot takes four bytes: the handle in as many bits as are needed, and above it bits of the hash.
/// So nearly every probe that meets another handle is over without a look at that one's identifier,
/// which is likely to be a cache miss.
///
/// The slots become half as many more at a time, and not twice as many, and are filled up to three
/// quarters: so an identifier has eight bytes of them at most, and not twelve.
///
/// - Invariant: Some slots are empty, so that every search ends: a quarter, unless the work that would
///   have made more of them was called off.
struct HandleIndex: ~Copyable {
  private static let empty = UInt32.max
  private static let leastSlots = 16

  private var slots = OwnNumbers(repeating: empty, count: leastSlots)
  /// The bits of a slot that the handle takes.
  private var handleBits: UInt32 = 4
  /// How many handles there is room for.
  private var greatestCount = leastSlots * 3 / 4
  /// How often all handles were dropped.
  private var generation = 0

  /// Where a search ended: at a handle, or at the empty slot where it belongs.
  struct Result {
    fileprivate let slot: Int
    /// The handle, `-1` when it was not found.
    let handle: Handle
    /// How many slots with other handles were looked at.
    let distance: Int
    fileprivate let generation: Int

    /// That of a search which has not begun.
    static let unknown = Result(slot: 0, handle: -1, distance: 0, generation: -1)
  }

  /// The greatest distance of a search whose hash is as good as chance.
  ///
  /// When three quarters of the slots are taken, the longest search among a million random ones looks
  /// at about 200.
  static let greatestDistance = 1024

  /// Whether there is room for one more handle than `count`, which is the new one or above it.
  @inline(__always)
  func hasRoom(forHandlesBelow bound: Int, count: Int) -> Bool {
    // The greatest number of the bits stays unused, since with it a slot could look empty.
    count <= greatestCount && bound < 1 << handleBits
  }

  /// Whether there would be room for it if a few slots more were taken than are good.
  func isNotFull(forHandlesBelow bound: Int, count: Int) -> Bool {
    count <= slots.count * 13 / 16 && bound < 1 << handleBits
  }

  /// An index that follows this one, without handles, and with room for some.
  func emptied(forHandlesBelow bound: Int, count: Int) -> HandleIndex {
    var slotCount = Self.leastSlots
    while count > slotCount * 3 / 4 { slotCount += slotCount / 2 }
    let greatest = max(slotCount - 1, bound)
    return HandleIndex(
      slots: OwnNumbers(repeating: Self.empty, count: slotCount),
      handleBits: UInt32(Int.bitWidth - greatest.leadingZeroBitCount),
      greatestCount: slotCount * 3 / 4,
      generation: generation + 1
    )
  }

  /// Searches the handle of a hash that is the right one.
  @inline(__always)
  func find(_ hash: Int, isRight: (Handle) -> Bool) -> Result {
    let tag = tag(of: hash)
    let first = firstSlot(of: hash)
    var slot = first
    while slots[slot] != Self.empty {
      let handle = Handle(bitPattern: slots[slot] ^ tag)
      if UInt32(bitPattern: handle) >> handleBits == 0, isRight(handle) {
        return result(handle, at: slot, from: first)
      }
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
    return result(-1, at: slot, from: first)
  }

  @inline(__always)
  private func result(_ handle: Handle, at slot: Int, from first: Int) -> Result {
    let distance = slot &- first &+ (slot < first ? slots.count : 0)
    return Result(slot: slot, handle: handle, distance: distance, generation: generation)
  }

  /// Whether a search that found no handle would still end where it did.
  @inline(__always)
  func isStillFree(_ place: Result) -> Bool {
    place.generation == generation && slots[place.slot] == Self.empty
  }

  /// What is in the slot at which a search of a hash begins.
  @inline(__always)
  func beginning(of hash: Int) -> UInt32 { slots[firstSlot(of: hash)] }

  /// Adds a handle where a search of its hash found none; there must be room.
  @inline(__always)
  mutating func insert(_ handle: Handle, _ hash: Int, at place: Result) {
    slots[place.slot] = tag(of: hash) | UInt32(bitPattern: handle)
  }

  /// Where a search of a hash begins: the hash, as a fraction of the greatest one, of the slots.
  @inline(__always)
  private func firstSlot(of hash: Int) -> Int {
    Int(truncatingIfNeeded: UInt(slots.count).multipliedFullWidth(by: UInt(bitPattern: hash)).high)
  }

  /// The lower bits of a hash, since its upper ones say where its search begins.
  @inline(__always)
  private func tag(of hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: hash) << handleBits
  }
}
