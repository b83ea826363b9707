import Snapshots
import TestSupport
import Testing

@Suite struct SnapshotBuilderTests {

  @Test func `a document is built over nothing`() throws {
    try check("", becomes: "A[1,2] B C[3]")
  }

  @Test func `the same document again touches nothing`() throws {
    let snapshot = try check("A[1,2] B C[3]", becomes: "A[1,2] B C[3]")
    #expect(snapshot.isUntouched)
  }

  @Test func `a document that only reorders sections brings their items along`() throws {
    try check("A[1,2] B[3]", becomes: "B[3] A[1,2]")
  }

  @Test func `what stands elsewhere than expected is found all the same`() throws {
    try check("A[1,2,3,4,5] B[6]", becomes: "A[1,9,2,5,4] C[3,8] B[6,7]")
    try check("A[1,2,3]", becomes: "A[3,1,2]")
    try check("A[1,2,3]", becomes: "B[1,2,3] A")
  }

  @Test func `a long document with few changes shares its blocks and is right`() throws {
    let items = (0..<3_000).map { "i\($0)" }
    var changed = items
    changed.remove(at: 1_500)
    changed.insert("new", at: 700)
    changed.swapAt(10, 2_000)
    try check(ModelSnapshot([.init("A", items)]), becomes: ModelSnapshot([.init("A", changed)]))
    try check(
      ModelSnapshot([.init("A", items), .init("B", ["x"]), .init("C")]),
      becomes: ModelSnapshot([.init("C"), .init("A", changed), .init("B", ["x"])])
    )
  }

  @Test func `repeated items are refused, each named once`() throws {
    let names = NamedPool()
    let (one, two) = (names.item("1"), names.item("2"))
    #expect(throws: SnapshotError.repeatedItems([two, one])) {
      try names.build(replacing: Snapshot(pool: names.pool), with: "A[1,2,2] B[1,2]")
    }
  }

  @Test func `an item that came as expected is known when it repeats`() throws {
    let names = NamedPool()
    let old = try names.build(replacing: Snapshot(pool: names.pool), with: "A[1,2]").asBase()
    for document: ModelSnapshot in ["A[1,2,3,1]", "A[1,3,1]", "A[1,2] B[1]", "A[1,2,1]"] {
      #expect(throws: SnapshotError.repeatedItems([names.item("1")])) {
        try names.build(replacing: old, with: document)
      }
    }
  }

  @Test func `repeated sections are refused, each named once`() throws {
    let names = NamedPool()
    let section = names.section("A")
    #expect(throws: SnapshotError.repeatedSections([section])) {
      try names.build(replacing: Snapshot(pool: names.pool), with: "A[1] B A A")
    }
  }

  @Test func `contents that are not given stay`() throws {
    var before: ModelSnapshot = "A[1,2]"
    before.itemContents = ["1": "x", "2": "y"]
    before.sectionContents = ["A": "z"]
    var after: ModelSnapshot = "A[2,1]"
    after.itemContents = ["1": "new"]
    let names = NamedPool()
    let old = try names.build(replacing: Snapshot(pool: names.pool), with: before).asBase()
    let new = try names.build(replacing: old, with: after)
    after.itemContents = ["1": "new", "2": "y"]
    after.sectionContents = ["A": "z"]
    #expect(names.problems(of: new, against: after) == [])
    #expect(names.problems(of: old, against: before) == [])
  }

  @Test func `items whose bytes last make the list that others make`() throws {
    var generator = SeededGenerator(seed: 19)
    let bytes = (0..<4_000).map { UInt32($0).bigEndian }
    for share in [0, 1, 20, 100] {
      let old = (0..<1_500).map { $0 }
      let new = old.map { item in
        Int.random(in: 0..<100, using: &generator) < share ? item + 2_000 : item
      }
      let mixed = share == 100 ? new.shuffled(using: &generator) : new
      let snapshot = try list(bytes, old, replacing: Snapshot(pool: IdentifierPool())) { _ in true }
      let both = try [true, false].map { lasts in
        try list(bytes, mixed, replacing: snapshot.asBase()) { lasts && $0 % 7 > 0 }
      }
      #expect(both[0].itemHandles == both[1].itemHandles)
      #expect(both[0].touchedItems == both[1].touchedItems)
    }
  }

  /// Builds a list of one section, whose items are numbers; of some the bytes last.
  private func list(
    _ bytes: [UInt32],
    _ items: [Int],
    replacing snapshot: Snapshot,
    lasting: (Int) -> Bool
  ) throws -> Snapshot {
    try bytes.withUnsafeBytes { bytes in
      var builder = SnapshotBuilder(replacing: snapshot)
      withCanonicalBytes(of: "A") { _ = builder.appendSection($0) }
      for item in items {
        let identifier = UnsafeRawBufferPointer(rebasing: bytes[item * 4..<item * 4 + 4])
        if lasting(item) {
          builder.appendLastingItem(identifier)
        } else {
          builder.appendItem(identifier)
        }
      }
      return try builder.build()
    }
  }

  @discardableResult
  private func check(
    _ before: ModelSnapshot,
    becomes after: ModelSnapshot,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Snapshot {
    let names = NamedPool()
    let old = try names.build(replacing: Snapshot(pool: names.pool), with: before).asBase()
    let new = try names.build(replacing: old, with: after)
    let changes = try new.changes(fromBase: old, ContentRules(.ignore))
    let problems =
      names.problems(of: new, against: after) + names.problems(of: old, against: before)
      + ChangesCheck(from: before, to: after).problems(of: changes, names)
    #expect(problems == [], sourceLocation: sourceLocation)
    return new
  }
}
