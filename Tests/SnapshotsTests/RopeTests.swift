import Snapshots
import TestSupport
import Testing

private let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

@Suite struct RopeTests {

  @Test func `an empty rope has no handles`() {
    let rope = ItemRope()
    #expect(rope.isEmpty)
    #expect(rope.rank(of: 0) == nil)
    #expect(!rope.contains(5_000_000))
    #expect(rope.handles(in: 0..<0) == [])
    expect(rope, holds: [], of: 0..<10)
  }

  @Test func `a rope has the handles that it was made from, in their order`() {
    for count in 0...100 {
      let handles = (0..<Handle(count)).map { ($0 * 37) % 101 }
      expect(ItemRope(handles, geometry: tiny), holds: handles, of: 0..<200, "\(count) handles")
    }
  }

  @Test func `handles that are far apart are found`() {
    let handles: [Handle] = [900_000, 3, 70_000, 16_000_000]
    let rope = ItemRope(handles)
    #expect(handles.map { rope.rank(of: $0) } == [0, 1, 2, 3])
    #expect(!rope.contains(899_999))
    #expect(rope.checkInvariants() == [])
  }

  @Test func `appending fills one chunk after the other`() {
    var rope = ItemRope(geometry: tiny)
    for handle in 0..<Handle(200) {
      rope.insert(handle, at: Int(handle))
    }
    expect(rope, holds: Array(0..<200), of: 0..<220)
  }

  @Test func `inserting at the front again and again keeps the order`() {
    var rope = ItemRope(geometry: tiny)
    for handle in 0..<Handle(200) {
      rope.insert(handle, at: 0)
    }
    expect(rope, holds: (0..<200).reversed(), of: 0..<220)
  }

  @Test func `removing tells the position that the handle had`() {
    var rope = ItemRope([4, 2, 0, 9], geometry: tiny)
    #expect(rope.remove(0) == 2)
    #expect(rope.remove(4) == 0)
    expect(rope, holds: [2, 9], of: 0..<12)
  }

  @Test func `a rope that was emptied can be filled again`() {
    var rope = ItemRope(Array(0..<50), geometry: tiny)
    for handle in 0..<Handle(50) {
      rope.remove(handle)
    }
    expect(rope, holds: [], of: 0..<60)
    rope.insert(contentsOf: [7, 3], at: 0)
    expect(rope, holds: [7, 3], of: 0..<60)
    rope.removeSubrange(0..<2)
    rope.insert(9, at: 0)
    expect(rope, holds: [9], of: 0..<60)
  }

  @Test func `a handle that was removed can come back elsewhere`() {
    var rope = ItemRope(Array(0..<30), geometry: tiny)
    rope.remove(3)
    rope.insert(3, at: 29)
    #expect(rope.rank(of: 3) == 29)
    #expect(rope.checkInvariants() == [])
  }

  @Test func `a run is read in pieces that make up the range`() {
    let rope = ItemRope(Array(0..<60), geometry: tiny)
    for start in 0...60 {
      for end in start...60 {
        var read: [Handle] = []
        rope.forEachRun(in: start..<end) { run in
          #expect(!run.isEmpty)
          read += run
        }
        #expect(read == Array(Handle(start)..<Handle(end)))
      }
    }
  }

  @Test func `reading stops when the reader throws`() {
    struct Stop: Error {}
    let rope = ItemRope(Array(0..<60), geometry: tiny)
    var runs = 0
    #expect(throws: Stop.self) {
      try rope.forEachRun(in: 0..<60) { _ in
        runs += 1
        throw Stop()
      }
    }
    #expect(runs == 1)
  }
}
