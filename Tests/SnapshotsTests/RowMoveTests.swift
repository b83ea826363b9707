import Snapshots
import TestSupport
import Testing

/// Moving rows as a table does, against plain arrays.
@Suite struct RowMoveTests {

  private let pool = IdentifierPool()

  /// Items numbered through, in sections of some sizes.
  private func snapshot(_ sizes: [Int]) throws -> Snapshot {
    var snapshot = Snapshot(pool: pool)
    var next: Handle = 0
    for (index, size) in sizes.enumerated() {
      try snapshot.appendSections([Handle(index)])
      try snapshot.appendItems(
        (0..<size).map { _ in
          next += 1; return next
        },
        toSection: nil
      )
    }
    return snapshot.asBase()
  }

  private func lists(_ snapshot: Snapshot) -> [[Handle]] {
    (0..<snapshot.numberOfSections).map {
      snapshot.itemHandles(at: snapshot.positions(inSectionAt: $0))
    }
  }

  @Test func `every move of small lists is taking out and putting in`() throws {
    let before = try snapshot([3, 0, 2])
    let places = (-1...3).flatMap { section in
      (-1...4).map { IndexPath(section: section, item: $0) }
    }
    for from in places {
      for to in places {
        var moved = before
        let result = moved.moveItem(from: from, to: to)
        let expected = plainMove(lists(before), from, to)
        #expect(lists(moved) == expected?.lists ?? lists(before), "\(from) to \(to)")
        #expect(result == expected?.place, "\(from) to \(to)")
        #expect(moved.checkInvariants() == [])
        #expect(moved.isUntouched == (lists(moved) == lists(before)))
      }
    }
  }

  private func plainMove(
    _ lists: [[Handle]],
    _ from: IndexPath,
    _ to: IndexPath
  ) -> (lists: [[Handle]], place: IndexPath)? {
    guard lists.indices.contains(from.section), lists[from.section].indices.contains(from.item),
      lists.indices.contains(to.section), (0...lists[to.section].count).contains(to.item)
    else { return nil }
    var lists = lists
    let item = lists[from.section].remove(at: from.item)
    let index = min(to.item, lists[to.section].count)
    lists[to.section].insert(item, at: index)
    return (lists, IndexPath(section: to.section, item: index))
  }

  @Test func `a moved row keeps its mark and its content`() throws {
    var moved = try snapshot([2, 2])
    moved.setContent([1], ofItem: 1)
    try moved.reloadItems([1])
    #expect(
      moved.moveItem(from: IndexPath(section: 0, item: 0), to: IndexPath(section: 1, item: 2))
        != nil
    )
    #expect(moved.reloadedItems == [1])
    #expect(moved.content(ofItem: 1) == [1])
  }
}
