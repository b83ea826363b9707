import DataSources
import Snapshots
import TestSupport
import Testing

@testable import Views

/// What a view counts of its work, so that others may look around meanwhile.
@Suite struct ArrangingTests {
  @Test func `rows count while they are put in order, also when their beginnings decide`() throws {
    let count: Handle = 50_000
    var snapshot = Snapshot(pool: IdentifierPool())
    try snapshot.appendSections([0])
    try snapshot.appendItems(Array(0..<count), toSection: 0)
    let rules = ViewRules()
    let key = { (row: Handle) in Int(row) * 7919 % Int(count) }
    rules.compare = { one, other, _ in key(one) - key(other) }
    rules.begin = { rows, _, beginnings in
      for (index, row) in rows.enumerated() {
        beginnings[index] = KeyBeginning(UInt64(key(row)), 0)
      }
    }
    let reading = RowReading(of: snapshot, contents: snapshot, isPublished: true)
    let arranger = RowArranger(rules, rows: snapshot, reading: reading, isWindowed: false)

    var steps = 0
    let checkpoint = ViewCheckpoint {
      steps += $0
      return true
    }
    let arranged = try arranger.arrange(checkpoint)
    #expect(arranged.rows == (0..<count).sorted { key($0) < key($1) })
    // Found, numbered and distributed, and then put in order.
    #expect(Double(steps) >= 3.3 * Double(count), "\(steps) steps")

    for last in [1, 60, 300] {
      var left = last
      let checkpoint = ViewCheckpoint { _ in
        left -= 1
        return left > 0
      }
      #expect(throws: ViewError.interrupted) { try arranger.arrange(checkpoint) }
    }
  }
}
