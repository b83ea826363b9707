import Snapshots
import Testing

/// What an edit copies, told by the addresses of the chunks.
@Suite struct RopeSharingTests {

  private let handles = Array(0..<Handle(10_000))

  @Test func `an edit of a rope that shares nothing happens in place`() {
    var rope = ItemRope(handles)
    // A chunk of a list that came whole gets room for more with its first edit.
    rope.insert(10_001, at: 5_000)
    let before = addresses(of: rope)
    rope.insert(10_000, at: 5_000)
    rope.remove(20)
    #expect(addresses(of: rope) == before)
  }

  @Test func `an edit of a copy leaves all chunks but one shared`() {
    let rope = ItemRope(handles)
    var copy = rope
    #expect(addresses(of: copy) == addresses(of: rope))
    copy.insert(10_000, at: 5_000)
    copy.remove(10_000)
    #expect(zip(addresses(of: rope), addresses(of: copy)).count { $0 != $1 } == 1)
  }

  @Test func `moving a long range leaves all but the cut chunks shared`() {
    let rope = ItemRope(handles)
    var copy = rope
    copy.moveSubrange(1_500..<6_000, to: 2_500)
    let unshared = Set(addresses(of: copy)).subtracting(addresses(of: rope))
    #expect((1...6).contains(unshared.count))
  }

  private func addresses(of rope: ItemRope) -> [UnsafePointer<Handle>?] {
    var addresses: [UnsafePointer<Handle>?] = []
    rope.forEachRun(in: 0..<rope.count) { addresses.append($0.baseAddress) }
    return addresses
  }
}
