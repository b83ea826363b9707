import Snapshots
import TestSupport
import Testing

@Suite struct AlignmentTests {

  @Test func `equal lists have nothing to align`() throws {
    let list = FlatList(sections: [1, 2], starts: [0, 2, 3], items: [5, 6, 7])
    let alignment = try Alignment(from: list, to: list)
    #expect(alignment.touchedItems == [] && alignment.touchedSections == [])
  }

  @Test func `what is gone, new or out of order is named`() throws {
    let old = FlatList(sections: [1], starts: [0, 5], items: [0, 1, 2, 3, 4])
    let new = FlatList(sections: [1], starts: [0, 5], items: [0, 3, 1, 2, 9])
    let alignment = try Alignment(from: old, to: new)
    #expect(alignment.touchedItems.sorted() == [3, 4, 9])
    #expect(alignment.touchedSections == [])
  }

  @Test func `a section that moves leaves its items untouched`() throws {
    let old = FlatList(sections: [1, 2, 3], starts: [0, 2, 3, 4], items: [5, 6, 7, 8])
    let new = FlatList(sections: [2, 3, 1], starts: [0, 1, 2, 4], items: [7, 8, 5, 6])
    let alignment = try Alignment(from: old, to: new)
    #expect(alignment.touchedSections == [1])
    #expect(alignment.touchedItems == [])
  }

  @Test func `an item that changes section is named once`() throws {
    let old = FlatList(sections: [1, 2], starts: [0, 2, 3], items: [5, 6, 7])
    let new = FlatList(sections: [1, 2], starts: [0, 1, 3], items: [5, 6, 7])
    #expect(try Alignment(from: old, to: new).touchedItems == [6])
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `exactly what must go, come or move is named`(seed: UInt64) throws {
    var generator = EditGenerator(seed: seed, sections: 4, items: 40, longestRun: 1)
    let names = NamedPool()
    for _ in 0..<100 {
      let (before, after) = (generator.document(atMost: 40), generator.document(atMost: 40))
      let empty = Snapshot(pool: names.pool)
      let old = FlatList(try names.build(replacing: empty, with: before))
      let new = FlatList(try names.build(replacing: empty, with: after))
      let touched = try Alignment(from: old, to: new).touchedItems
      let changed = Set(old.items).symmetricDifference(new.items)
      let moved = Minimum(from: before.sections, to: after.sections).items
      #expect(Set(touched).count == touched.count, "seed \(seed)")
      #expect(changed.isSubset(of: touched), "seed \(seed)")
      #expect(touched.count == changed.count + moved, "seed \(seed): \(before) to \(after)")
    }
  }
}
