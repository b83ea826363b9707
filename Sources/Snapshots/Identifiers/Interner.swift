/// Gives each distinct identifier a dense handle, and a handle its bytes.
///
/// An identifier is known here by its canonical bytes only: two identifiers are equal when their
/// bytes are. What the bytes mean, and how they become canonical, is the caller's business.
///
/// A handle costs its bytes with a two-byte length, an offset (four bytes) and its share of a hash
/// table (five to eight bytes). The hash has secret keys, so that nobody outside can aim
/// for collisions. Handles depend on what was interned and released before, never on the keys.
public final class Interner {
  /// The greatest length of an identifier in bytes that the arena can hold.
  public static let maxIdentifierBytes = Int(UInt16.max)
  /// The size in bytes at which the arena is full: four-byte offsets in units of four address
  /// 16 GiB, and one message adds less than the rest.
  public static let maxArenaBytes = 15 << 30

  // Every access to the storage is over before the next one begins; to check that at run time cost
  // as much as the rest of a look-up.

  /// Bytes of all identifiers.
  @exclusivity(unchecked) private var arena = IdentifierArena()
  /// Where each handle's bytes are in the arena.
  @exclusivity(unchecked) private var offsets = HandleOffsets()
  /// Leads from the hash of an identifier to its handle.
  @exclusivity(unchecked) private var index = HandleIndex()
  /// What was read by ``prefetch(_:)``, kept so that the compiler does not leave it out.
  @exclusivity(unchecked) private var prefetched = 0
  /// How many handles go into a new index between two looks.
  private static let portion = 1 << 14
  @exclusivity(unchecked) private var hash: IdentifierHash

  /// Where it is counted when the table is made anew.
  private let work: Work?

  /// Creates an interner that knows no identifier.
  public convenience init() {
    self.init(hash: IdentifierHash())
  }

  package init(hash: IdentifierHash = IdentifierHash(), _ work: Work? = nil) {
    self.hash = hash
    self.work = work
  }

  /// How many handles exist or existed: each handle is below this.
  public var handleBound: Int { offsets.count }

  /// Whether the arena can take no further identifier.
  public var isFull: Bool { arena.byteCount > Interner.maxArenaBytes }

  /// How many identifiers are known.
  public var count: Int { offsets.inUse }

  /// The bytes that all identifiers take, with two for the length of each and padding, and those in
  /// the same blocks that were given back.
  public var byteCount: Int { arena.byteCount }

  /// Finds the handle of an identifier.
  ///
  /// - Parameter identifier: The canonical bytes.
  /// - Returns: The handle, or nil when the identifier was never interned.
  /// - Complexity: O(length), expected.
  public func find(_ identifier: UnsafeRawBufferPointer) -> Handle? {
    let handle = place(of: identifier, hash(identifier)).handle
    return handle < 0 ? nil : handle
  }

  /// Finds the handles of some identifiers; a few dozen at a time wait for memory together.
  ///
  /// - Parameter identifiers: The canonical bytes.
  /// - Returns: The handles in the same order, nil for each that was never interned.
  /// - Complexity: O(length), expected.
  public func find(_ identifiers: [UnsafeRawBufferPointer]) -> [Handle?] {
    var handles: [Handle?] = []
    handles.reserveCapacity(identifiers.count)
    withLikelyPlaces(of: identifiers) { likely in
      for (identifier, likely) in zip(identifiers, likely) {
        let handle = likely.place.handle
        let isRight = handle < 0 || isEntry(handle, identifier)
        handles.append(isRight ? (handle < 0 ? nil : handle) : find(identifier))
      }
    }
    return handles
  }

  /// Finds the handle of an identifier, or gives it one.
  ///
  /// - Parameters:
  ///   - identifier: The canonical bytes, at most ``maxIdentifierBytes``.
  ///   - expected: The handle that the identifier probably has; comparing with it first saves the
  ///     hash. Any number will do, also one that is no handle.
  /// - Returns: The handle.
  /// - Complexity: O(length), expected and amortised.
  public func intern(_ identifier: UnsafeRawBufferPointer, expecting expected: Handle = -1)
    -> Handle
  {
    if isIdentifier(identifier, of: expected) { return expected }
    return intern(identifier, hash(identifier))
  }

  @inline(__always)
  private func intern(_ identifier: UnsafeRawBufferPointer, _ hash: Int) -> Handle {
    let place = place(of: identifier, hash)
    return place.handle >= 0 ? place.handle : add(identifier, hash, at: place)
  }

  /// Finds the handles of some identifiers, or gives them some.
  ///
  /// A search in a large table waits for memory, up to three times. Here several wait together.
  ///
  /// - Parameters:
  ///   - identifiers: The canonical bytes.
  ///   - handles: Gets the handles in the same order.
  /// - Complexity: O(length), expected and amortised.
  package func intern(
    _ identifiers: [UnsafeRawBufferPointer],
    into handles: UnsafeMutableBufferPointer<Handle>
  ) {
    if identifiers.count == 1 { return handles[0] = intern(identifiers[0]) }
    withLikelyPlaces(of: identifiers) { likely in
      for (number, identifier) in identifiers.enumerated() {
        handles[number] = intern(identifier, likely[number])
      }
    }
  }

  @inline(__always)
  private func intern(_ identifier: UnsafeRawBufferPointer, _ likely: LikelyPlace) -> Handle {
    let handle = likely.place.handle
    if handle >= 0 {
      if isEntry(handle, identifier) { return handle }
    } else if index.isStillFree(likely.place) {
      return add(identifier, likely.hash, at: likely.place)
    }
    // Another one has nearly the same hash, or came with an identifier before this one.
    return intern(identifier, hash(identifier))
  }

  /// Whether a number is the handle of an identifier.
  @inline(__always)
  func isIdentifier(_ identifier: UnsafeRawBufferPointer, of number: Handle) -> Bool {
    isInUse(number) && isEntry(number, identifier)
  }

  /// Reads where the identifiers of some handles are, and then their lengths, so that both are in
  /// the processor's caches when they are asked for.
  ///
  /// None of the reads depends on the one before it, so many are under way at the same time.
  ///
  /// - Parameter numbers: The handles; numbers that are none are passed over.
  public func prefetch(_ numbers: ArraySlice<Handle>) {
    var sum = 0
    for number in numbers where isInUse(number) { sum &+= Int(offsets[Int(number)]) }
    for number in numbers where isInUse(number) { sum &+= entry(of: number).count }
    prefetched = sum
  }

  /// Makes room for identifiers that are about to come, so that the table need not grow in steps.
  ///
  /// - Parameter count: How many identifiers there will be, those that are known already included.
  /// - Complexity: O(count) when the table has to grow, O(1) otherwise.
  public func reserveCapacity(_ count: Int) {
    guard count > self.count else { return }
    if !hasRoom(for: count) { rebuildIndex(for: count, work) }
  }

  /// Calls a closure with the canonical bytes of a handle.
  ///
  /// - Parameters:
  ///   - handle: A handle that this interner gave out.
  ///   - body: Reads the bytes; it must not make identifiers known here, and the bytes are not
  ///     valid after it returns.
  /// - Returns: What the closure returns.
  @inlinable
  public func withBytes<Result>(
    of handle: Handle,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withExtendedLifetime(self) { body(entry(of: handle)) }
  }

  /// The canonical bytes of a handle, copied.
  ///
  /// - Parameter handle: A handle that this interner gave out.
  /// - Returns: The bytes.
  public func bytes(of handle: Handle) -> [UInt8] {
    withBytes(of: handle) { Array($0) }
  }

  /// About how much memory identifiers take; the model also works with handles that nobody gave out,
  /// which take none.
  func byteCount(of handles: [Handle]) -> Int {
    handles.reduce(0) { $0 + byteCount(of: $1) }
  }

  /// About how much memory an identifier takes, likewise.
  func byteCount(of handle: Handle) -> Int {
    isInUse(handle) ? Weight.identifier + entry(of: handle).count : 0
  }

  /// How many bytes the identifiers take of which something is true.
  func byteCount(where isIncluded: (Handle) -> Bool) -> Int {
    offsets.indices.reduce(0) { bytes, handle in
      let handle = Handle(handle)
      return isInUse(handle) && isIncluded(handle) ? bytes + entry(of: handle).count : bytes
    }
  }

  /// How many bytes the identifier of a handle has, none for one that nobody gave out.
  func length(of handle: Handle) -> Int { isInUse(handle) ? entry(of: handle).count : 0 }
}

// MARK: - Several at a time

extension Interner {
  /// Where an identifier is that has not been compared yet: at a handle with nearly the same hash, or
  /// in no slot.
  private struct LikelyPlace {
    let hash: Int
    var place: HandleIndex.Result
  }

  /// Searches for some identifiers as far as that goes without comparing them, and reads what it takes to
  /// compare them.
  ///
  /// It goes step by step through all of them, so that in each step many reads wait for memory together:
  /// a branch that depends on one of them would make all others wait for that one.
  private func withLikelyPlaces(
    of identifiers: [UnsafeRawBufferPointer],
    _ body: (UnsafeMutableBufferPointer<LikelyPlace>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: LikelyPlace.self, capacity: identifiers.count) { likely in
      var sum = 0
      for (number, identifier) in identifiers.enumerated() {
        likely[number] = LikelyPlace(hash: hash(identifier), place: .unknown)
      }
      for number in likely.indices { sum &+= Int(index.beginning(of: likely[number].hash)) }
      for number in likely.indices {
        likely[number].place = index.find(likely[number].hash) { _ in true }
      }
      for number in likely.indices where likely[number].place.handle >= 0 {
        sum &+= Int(offsets[Int(likely[number].place.handle)])
      }
      for number in likely.indices where likely[number].place.handle >= 0 {
        sum &+= entry(of: likely[number].place.handle).count
      }
      prefetched = sum
      body(likely)
    }
  }
}

// MARK: - The table

extension Interner {
  private func place(of identifier: UnsafeRawBufferPointer, _ hash: Int) -> HandleIndex.Result {
    index.find(hash) { isEntry($0, identifier) }
  }

  private func isInUse(_ handle: Handle) -> Bool {
    // As a number without a sign, one below zero is above all others.
    Int(UInt32(bitPattern: handle)) < offsets.count && offsets[Int(handle)] != HandleOffsets.free
  }

  @usableFromInline @inline(__always)
  func entry(of handle: Handle) -> UnsafeRawBufferPointer {
    arena[offsets[Int(handle)]]
  }

  @inline(__always)
  private func isEntry(_ handle: Handle, _ identifier: UnsafeRawBufferPointer) -> Bool {
    areEqual(entry(of: handle), identifier)
  }

  private func add(
    _ identifier: UnsafeRawBufferPointer,
    _ hash: Int,
    at place: HandleIndex.Result
  ) -> Handle {
    let handle = offsets.add(arena.append(identifier))
    if place.distance > HandleIndex.greatestDistance, !self.hash.isStandard {
      self.hash.becomeStandard()
      rebuildIndex(for: count)
    } else if hasRoom(for: count) || !growIndex() {
      index.insert(handle, hash, at: place)
    }
    return handle
  }

  /// Gives back every handle that nobody can name any more, with its bytes.
  ///
  /// Handles in use stay what they are. Those given back are given out again first, so the greatest
  /// handle, and with it every table by handle, stays as small as the most identifiers that there
  /// were at one time.
  ///
  /// - Parameter isLive: Says whether a snapshot or a kept revision still uses the handle.
  /// - Complexity: O(identifiers known), and a copy of a quarter of the bytes at most.
  public func release(unless isLive: (Handle) -> Bool) {
    let isUnchanged = offsets.indices.allSatisfy {
      offsets[$0] == HandleOffsets.free || isLive(Handle($0))
    }
    guard !isUnchanged else { return }
    var sweep = arena.sweep()
    offsets.takeBack { handle in !isLive(handle) }
    for handle in offsets.indices where offsets[handle] != HandleOffsets.free {
      arena.note(offsets[handle], in: &sweep)
    }
    arena.giveBackUnused(&sweep)
    for handle in offsets.indices where offsets[handle] != HandleOffsets.free {
      offsets.move(handle, to: arena.moved(offsets[handle], &sweep))
    }
    rebuildIndex(for: count)
  }

  /// How many slots of the table the longest search for an identifier that is known looks at in vain.
  ///
  /// - Complexity: O(identifiers known).
  package var longestSearch: Int {
    offsets.indices.filter { isInUse(Handle($0)) }.map { handle in
      let identifier = entry(of: Handle(handle))
      return place(of: identifier, hash(identifier)).distance
    }.max() ?? 0
  }

  /// Whether the index has room for a number of identifiers.
  @inline(__always)
  private func hasRoom(for count: Int) -> Bool {
    index.hasRoom(forHandlesBelow: offsets.count, count: count)
  }

  /// Makes the index larger, with the last identifier in it, and says whether it did: when the work
  /// is called off it does not, as long as there is room at all.
  @inline(never)
  private func growIndex() -> Bool {
    guard index.isNotFull(forHandlesBelow: offsets.count, count: count) else {
      return rebuildIndex(for: count)
    }
    return work?.isCalledOff != true && rebuildIndex(for: count, work)
  }

  /// Makes the index anew with room for so many identifiers.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - work: Told how far it is; when it is called off, the index stays as it is.
  /// - Returns: Whether it was made.
  @discardableResult
  private func rebuildIndex(for count: Int, _ work: Work? = nil) -> Bool {
    var rebuilt = index.emptied(forHandlesBelow: offsets.count, count: count)
    for handle in offsets.indices {
      if handle % Interner.portion == Interner.portion - 1,
        work?.mayGoOn(Interner.portion) == false
      {
        return false
      }
      guard offsets[handle] != HandleOffsets.free else { continue }
      let hash = hash(arena[offsets[handle]])
      rebuilt.insert(Handle(handle), hash, at: rebuilt.find(hash) { _ in false })
    }
    index = rebuilt
    return true
  }
}

/// Whether two byte strings are the same, compared eight bytes at a time.
@inline(__always)
func areEqual(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
  guard lhs.count == rhs.count else { return false }
  guard lhs.count >= 8 else { return lhs.elementsEqual(rhs) }
  func areEqualWords(at offset: Int) -> Bool {
    lhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      == rhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
  var offset = 0
  while offset + 8 <= lhs.count {
    guard areEqualWords(at: offset) else { return false }
    offset += 8
  }
  // The last eight, of which some may have been compared already.
  return areEqualWords(at: lhs.count - 8)
}
