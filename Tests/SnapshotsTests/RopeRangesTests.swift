import Snapshots
import Testing

private let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

/// Every range of a rope of several chunks, so that each edit meets each boundary of chunks.
@Suite struct RopeRangesTests {

  private let handles = (0..<Handle(30)).map { ($0 * 7) % 30 }

  @Test func `every run of every length can be inserted at every position`() {
    for length in [0, 1, 2, 3, 5, 8, 9, 20] {
      for position in 0...handles.count {
        let run = (0..<Handle(length)).map { 30 + $0 }
        var rope = ItemRope(handles, geometry: tiny)
        var model = handles
        rope.insert(contentsOf: run, at: position)
        model.insert(contentsOf: run, at: position)
        expect(rope, holds: model, of: 0..<60, "\(length) at \(position)")
      }
    }
  }

  @Test func `every range can be removed`() {
    for start in 0...handles.count {
      for end in start...handles.count {
        var rope = ItemRope(handles, geometry: tiny)
        var model = handles
        rope.removeSubrange(start..<end)
        model.removeSubrange(start..<end)
        expect(rope, holds: model, of: 0..<40, "\(start)..<\(end)")
      }
    }
  }

  @Test func `every set of ranges of a few lengths can be removed at once`() {
    for start in 0..<handles.count {
      for (length, gap) in [(1, 1), (1, 2), (2, 1), (3, 5), (9, 1), (1, 9), (0, 4)] {
        let ranges = stride(from: start, to: handles.count, by: length + gap).map {
          $0..<min($0 + length, handles.count)
        }
        var rope = ItemRope(handles, geometry: tiny)
        rope.removeSubranges(ranges)
        let gone = ranges.joined().map { $0 }
        let model = handles.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
        expect(rope, holds: model, of: 0..<40, "\(ranges)")
      }
    }
  }

  @Test func `every range can be moved to every position`() {
    for start in 0...handles.count {
      for end in start...handles.count {
        for position in 0...handles.count - (end - start) {
          var rope = ItemRope(handles, geometry: tiny)
          var model = handles
          rope.moveSubrange(start..<end, to: position)
          model.removeSubrange(start..<end)
          model.insert(contentsOf: handles[start..<end], at: position)
          guard rope.checkInvariants() == [], rope.handles(in: 0..<rope.count) == model else {
            expect(rope, holds: model, of: 0..<40, "\(start)..<\(end) to \(position)")
            return
          }
        }
      }
    }
  }

  @Test func `a long range can be moved again and again`() {
    var model = Array(0..<Handle(20_000))
    var rope = ItemRope(model)
    for turn in 0..<50 {
      rope.moveSubrange(0..<7_000, to: 7_000 + turn)
      model = Array(model[7_000..<14_000 + turn] + model[..<7_000] + model[(14_000 + turn)...])
    }
    expect(rope, holds: model, of: stride(from: 0, to: 20_100, by: 101))
  }
}
