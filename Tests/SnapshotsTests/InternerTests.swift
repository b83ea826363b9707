import Snapshots
import TestSupport
import Testing

@Suite struct InternerTests {

  @Test func `an identifier has the same handle whenever it comes`() {
    let interner = Interner()
    #expect(intern("a", interner) == 0)
    #expect(intern("b", interner) == 1)
    #expect(intern("a", interner) == 0)
    #expect(interner.count == 2)
    #expect(interner.handleBound == 2)
  }

  @Test func `an identifier that was never interned is not found`() {
    let interner = Interner()
    #expect(find("a", interner) == nil)
    let handle = intern("a", interner)
    #expect(find("a", interner) == handle)
    #expect(find("", interner) == nil)
  }

  @Test func `a handle leads back to the bytes, of whatever length`() {
    let interner = Interner()
    for length in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 4_096, 65_535] {
      let identifier = String(repeating: "x", count: length)
      let handle = intern(identifier, interner)
      #expect(interner.bytes(of: handle) == Array(identifier.utf8))
      #expect(find(identifier, interner) == handle)
    }
    #expect(interner.count == 14)
  }

  @Test func `identifiers that differ in one byte are two`() {
    let interner = Interner()
    let identifier = Array(repeating: UInt8(65), count: 21)
    let handle = identifier.withUnsafeBytes { interner.intern($0) }
    for place in identifier.indices {
      var other = identifier
      other[place] = 66
      #expect(other.withUnsafeBytes { interner.intern($0) } != handle)
      #expect(other.withUnsafeBytes { interner.intern($0, expecting: handle) } != handle)
    }
    #expect(interner.count == 22)
  }

  @Test func `whatever is expected, the handle is right`() {
    let interner = Interner()
    let (a, b) = (intern("a", interner), intern("b", interner))
    for expected in [-1, a, b, 2, 1_000_000, .max, .min] {
      #expect(intern("b", interner, expecting: expected) == b)
    }
    #expect(intern("c", interner, expecting: b) == 2)
  }

  @Test func `many identifiers are told apart`() {
    let interner = Interner()
    for number in 0..<20_000 { #expect(intern("i\(number)", interner) == Handle(number)) }
    for number in 0..<20_000 { #expect(find("i\(number)", interner) == Handle(number)) }
    #expect(find("i20000", interner) == nil)
  }

  @Test(arguments: [false, true])
  func `whoever knows the keys cannot make searches long`(together: Bool) {
    let interner = Interner(hash: IdentifierHash(start: start, factor: factor))
    let identifiers = (0..<20_000).map(collidingIdentifier)
    let handles = stride(from: 0, to: identifiers.count, by: 32).flatMap { first in
      let some = Array(identifiers[first..<first + 32])
      return together
        ? internTogether(some, interner)
        : some.map { identifier in identifier.withUnsafeBytes { interner.intern($0) } }
    }
    #expect(handles == (0..<20_000).map { Handle($0) })
    #expect(interner.longestSearch < 1_024)
    for (handle, identifier) in zip(handles, identifiers) {
      #expect(identifier.withUnsafeBytes { interner.find($0) } == handle)
    }
  }

  @Test func `with known keys identifiers do collide, up to the bound`() {
    let interner = Interner(hash: IdentifierHash(start: start, factor: factor))
    for number in 0..<1_000 {
      collidingIdentifier(number).withUnsafeBytes { _ = interner.intern($0) }
    }
    #expect(interner.longestSearch == 999)
  }

  /// An identifier of 16 bytes that has the same hash as all others of this kind: its second half takes
  /// back what its first half did.
  private func collidingIdentifier(_ number: Int) -> [UInt8] {
    func mixed(_ word: UInt64) -> UInt64 {
      let product = word.multipliedFullWidth(by: factor)
      return product.high ^ product.low
    }
    let first = UInt64(number)
    let second = mixed(mixed(start ^ 16) ^ first)
    return [first, second].flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
  }

  private let start: UInt64 = 0x9e37_79b9_7f4a_7c15
  private let factor: UInt64 = 0xd6e8_feb8_6659_fd93

  @Test func `several at once have the handles that they would have one by one`() {
    let (together, apart) = (Interner(), Interner())
    var generator = SeededGenerator(seed: 19)
    for _ in 0..<500 {
      let names = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Array("i\(Int.random(in: 0..<5_000, using: &generator))".utf8)
      }
      let handles = names.map { name in name.withUnsafeBytes { apart.intern($0) } }
      #expect(internTogether(names, together) == handles)
    }
  }

  @Test func `handles that are given back are used again, and the others stay`() {
    let interner = Interner()
    let all = (0..<1_000).map { intern("i\($0)", interner) }
    interner.release { $0 % 3 == 0 }

    #expect(interner.count == 334)
    for (number, handle) in all.enumerated() {
      #expect(find("i\(number)", interner) == (handle % 3 == 0 ? handle : nil))
    }
    let new = (0..<700).map { intern("n\($0)", interner) }
    #expect(Set(new).count == 700)
    #expect(new.filter { $0 < 1_000 }.count == 666)
    #expect(interner.handleBound == 1_034)
    for (number, handle) in new.enumerated() {
      #expect(interner.bytes(of: handle) == Array("n\(number)".utf8))
    }
    #expect(interner.bytes(of: 999) == Array("i999".utf8))
  }

  @Test func `a table that grows looks around, and need not grow when that is called off`() {
    let work = Work()
    var (looks, mayContinue) = (0, true)
    work.mayContinue = { _ in
      looks += 1
      return mayContinue
    }
    let interner = Interner(work)
    for number in 0..<100_000 { _ = intern("i\(number)", interner) }
    #expect(looks >= 12)
    interner.reserveCapacity(200_000)
    #expect(looks >= 18)

    mayContinue = false
    looks = 0
    interner.reserveCapacity(400_000)
    #expect(looks == 1)
    for number in 100_000..<400_000 {
      #expect(intern("i\(number)", interner) == Handle(number))
    }
    #expect(looks == 1)
    for number in 0..<400_000 { #expect(find("i\(number)", interner) == Handle(number)) }
    #expect(find("i400000", interner) == nil)
  }

  /// What is kept of 20,000 identifiers.
  private static let keeping: [@Sendable (Handle) -> Bool] = [
    { $0 == 19_999 }, { $0 == 0 }, { _ in false }, { $0 % 5_000 == 4_095 }, { $0 >= 4_096 },
    { $0 < 4_096 }, { 4_096..<8_192 ~= $0 }, { $0 % 2 == 0 },
  ]

  @Test(arguments: keeping.indices, keeping.indices)
  func `handles that nobody has are given out again, once each`(first: Int, second: Int) {
    let interner = Interner()
    var handles: [String: Handle] = [:]
    for (round, isKept) in [Self.keeping[first], Self.keeping[second]].enumerated() {
      for number in 0..<20_000 - handles.count {
        let name = "round \(round) \(number)"
        handles[name] = intern(name, interner)
      }
      #expect(Set(handles.values) == Set(0..<20_000))
      interner.release(unless: isKept)
      for (name, handle) in handles where !isKept(handle) {
        #expect(find(name, interner) == nil)
        handles[name] = nil
      }
      #expect(interner.count == handles.count)
      for (name, handle) in handles {
        #expect(find(name, interner) == handle)
        #expect(interner.bytes(of: handle) == Array(name.utf8))
      }
      // No handle above a page of which one is in use.
      #expect(interner.handleBound <= (Int(handles.values.max() ?? -1) / 4_096 + 1) * 4_096)
    }
  }

  @Test func `everything can be given back, twice`() {
    let interner = Interner()
    for number in 0..<100 { _ = intern("i\(number)", interner) }
    interner.release { _ in false }
    interner.release { _ in false }
    #expect(interner.count == 0)
    #expect(find("i5", interner) == nil)
    let new = Set((0..<100).map { intern("i\($0)", interner) })
    #expect(new == Set(0..<100))
  }

  @Test func `what is left of blocks that are mostly unused moves, and all else stays`() {
    let interner = Interner()
    // A block has room for some 65 of them.
    let identifiers = (0..<6_500).map { "\($0)" + String(repeating: "x", count: 4_000) }
    for identifier in identifiers { _ = intern(identifier, interner) }
    let whole = interner.byteCount
    let places = (0..<6_500).map { place(of: Handle($0), interner) }
    // Of the first third nearly nothing is left, of the second nearly all, of the last one a half.
    let isLive = { (handle: Handle) in
      handle < 2_000 ? handle % 10 == 0 : handle < 4_000 ? handle % 10 != 0 : handle % 2 == 0
    }
    interner.release(unless: isLive)

    #expect(interner.byteCount < whole * 3 / 4)
    for (number, identifier) in identifiers.enumerated() {
      let handle = Handle(number)
      #expect(find(identifier, interner) == (isLive(handle) ? handle : nil))
      guard isLive(handle), (2_100..<6_400).contains(handle) else { continue }
      #expect(place(of: handle, interner) == places[number])
    }
    let former = interner.byteCount
    // The blocks that were given back are taken again: nothing else is left over of them.
    for identifier in identifiers.prefix(2_000) { _ = intern(identifier, interner) }
    #expect(interner.byteCount - former < 2_000 * 4_100 + 262_144)
    for identifier in identifiers.prefix(2_000) {
      let handle = find(identifier, interner)
      #expect(handle.map { interner.bytes(of: $0) } == Array(identifier.utf8))
    }
    interner.release { _ in false }
    #expect(interner.byteCount == 0)
  }

  @Test func `the lowest handle that was given back is given out first`() {
    let interner = Interner()
    func intern(_ number: Int) -> Handle {
      Array("\(number)".utf8).withUnsafeBytes { interner.intern($0) }
    }
    // More than a page of them, so that pages are given back too.
    for number in 0..<20_000 { _ = intern(number) }
    interner.release { $0 < 10 || $0 == 12_345 || $0 == 19_999 }
    #expect((10..<4_096).allSatisfy { intern(100_000 + $0) == $0 })
    #expect(intern(200_000) == 12_288)
    interner.release { [3, 19_999].contains($0) }
    #expect((0..<5).map { intern(300_000 + $0) } == [0, 1, 2, 4, 5])
  }

  @Test func `long identifiers are looked after before they are many`() {
    let pool = IdentifierPool()
    let identifiers = (0..<1_000).map { Array("\($0)".utf8) + Array(repeating: 120, count: 4_000) }
    for identifier in identifiers.prefix(100) {
      identifier.withUnsafeBytes { _ = pool.items.intern($0) }
    }
    #expect(!pool.isDueForRelease(lookingAt: 0))
    for identifier in identifiers { identifier.withUnsafeBytes { _ = pool.items.intern($0) } }
    #expect(pool.isDueForRelease(lookingAt: 0))
    // The hundred that are left could be as long as all others together.
    #expect(!pool.putsOffRelease(with: 900))
    #expect(pool.isDueForRelease(lookingAt: 0))
    var live = LiveHandles()
    live.insert(items: (0..<900).map { Handle($0) })
    pool.release(unless: live)
    #expect(pool.count == 1_000)
    #expect(!pool.isDueForRelease(lookingAt: 0))
    pool.noteForgotten(501)
    #expect(pool.isDueForRelease(lookingAt: 1_001))
    // What many steps name is gone through for each of them.
    #expect(!pool.isDueForRelease(lookingAt: 1_002))
    pool.noteForgotten(1)
    #expect(pool.isDueForRelease(lookingAt: 1_002))
    #expect(pool.putsOffRelease(with: 990))
    #expect(!pool.isDueForRelease(lookingAt: 0))
    pool.noteForgotten(501)
    live = LiveHandles()
    live.insert(items: [7])
    pool.release(unless: live)
    #expect(pool.count == 1)
    #expect(!pool.isDueForRelease(lookingAt: 0))
  }

  @Test(arguments: [0..<50, 0..<500, 500..<1_000])
  func `a quarter of the identifiers or of their bytes is worth while to give back`(
    gone: Range<Int>
  ) {
    let pool = IdentifierPool()
    for number in 0..<1_000 {
      let padding = Array(repeating: UInt8(120), count: number < 100 ? 4_000 : 0)
      (Array("\(number)".utf8) + padding).withUnsafeBytes { _ = pool.items.intern($0) }
    }
    var live = LiveHandles()
    live.insert(items: (0..<1_000).filter { !gone.contains($0) }.map { Handle($0) })
    pool.release(unless: live)
    #expect(pool.count == 1_000 - gone.count)
  }

  private func place(of handle: Handle, _ interner: Interner) -> UnsafeRawPointer? {
    interner.withBytes(of: handle) { $0.baseAddress }
  }

  @Test func `expecting a handle that was given back is harmless`() {
    let interner = Interner()
    let gone = intern("a", interner)
    let kept = intern("b", interner)
    interner.release { $0 == kept }

    #expect(intern("b", interner, expecting: gone) == kept)
    #expect(intern("c", interner, expecting: gone) == gone)
  }

  private func intern(
    _ identifier: String,
    _ interner: Interner,
    expecting expected: Handle = -1
  ) -> Handle {
    Array(identifier.utf8).withUnsafeBytes { interner.intern($0, expecting: expected) }
  }

  private func internTogether(_ names: [[UInt8]], _ interner: Interner) -> [Handle] {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: names.reduce(0) { $0 + $1.count },
      alignment: 1
    )
    defer { bytes.deallocate() }
    bytes.copyBytes(from: names.joined())
    var rest = UnsafeRawBufferPointer(bytes)[...]
    let identifiers = names.map { name in
      defer { rest = rest.dropFirst(name.count) }
      return UnsafeRawBufferPointer(rebasing: rest.prefix(name.count))
    }
    var handles = Array(repeating: Handle(-1), count: names.count)
    handles.withUnsafeMutableBufferPointer { interner.intern(identifiers, into: $0) }
    return handles
  }

  private func find(_ identifier: String, _ interner: Interner) -> Handle? {
    Array(identifier.utf8).withUnsafeBytes { interner.find($0) }
  }
}
