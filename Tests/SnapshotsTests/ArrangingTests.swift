import Snapshots
import TestSupport
import Testing

@Suite struct ArrangingTests {

  // MARK: Moving

  @Test func `items move to the end, the start or an index counted without them`() throws {
    try check("A[a,b,c,d] B[e]", .moveItems(["a", "e"], to: "A", at: nil), "A[b,c,d,a,e] B[]")
    try check("A[a,b,c,d] B[e]", .moveItems(["d", "b"], to: "A", at: 0), "A[d,b,a,c] B[e]")
    try check("A[a,b,c,d] B[e]", .moveItems(["a", "b"], to: "A", at: 1), "A[c,a,b,d] B[e]")
    try check("A[a,b,c,d] B[e]", .moveItems(["a"], to: "B", at: 1), "A[b,c,d] B[e,a]")
    try check("A[a,b] B[]", .moveItems([], to: "B", at: 0), "A[a,b] B[]")
  }

  @Test func `an index past the end of what is left is refused`() {
    checkRefused("A[a,b,c]", .moveItems(["a"], to: "A", at: 3), .indexOutOfRange)
    checkRefused("A[a,b,c]", .moveItems([], to: "A", at: 4), .indexOutOfRange)
    checkRefused("A[a,b,c]", .moveItems(["a"], to: "A", at: -1), .indexOutOfRange)
    checkRefused("A[a]", .moveItems(["a", "a"], to: "A", at: nil), .repeatedItems)
    checkRefused("A[a]", .moveItems(["a", "z"], to: "A", at: nil), .unknownItems)
    checkRefused("A[a]", .moveItems([], to: "Z", at: nil), .unknownSections)
  }

  @Test func `items keep their marks when they move`() throws {
    var trial = Trial("A[a,b] B[c]")
    try trial.snapshot.reloadItems([trial.names.item("a")])
    try trial.make(.moveItems(["a"], to: "B", at: 0))
    try trial.make(.swapItems("a", "b"))
    try trial.make(.replaceItems("B", ["a"]))
    #expect(trial.snapshot.reloadedItems.map(trial.names.itemName) == ["a"])
  }

  @Test func `swapped items change places, next to each other and across sections`() throws {
    try check("A[a,b,c]", .swapItems("a", "b"), "A[b,a,c]")
    try check("A[a,b,c]", .swapItems("c", "a"), "A[c,b,a]")
    try check("A[a] B[] C[b,c]", .swapItems("c", "a"), "A[c] B[] C[b,a]")
    try check("A[a,b]", .swapItems("a", "a"), "A[a,b]")
    checkRefused("A[a]", .swapItems("z", "z"), .unknownItems)
  }

  // MARK: Replacing and clearing

  @Test func `a replaced section pulls items in, and says which`() throws {
    var trial = Trial("A[a,b,c] B[d,e]")
    let pulled = try trial.make(.replaceItems("A", ["e", "c", "x", "a"]))
    #expect(trial.list == "A[e,c,x,a] B[d]")
    #expect(pulled == ["e"])
  }

  @Test func `what a replaced section loses has no marks any more`() throws {
    var trial = Trial("A[a,b]")
    try trial.snapshot.reloadItems([trial.names.item("a"), trial.names.item("b")])
    try trial.make(.replaceItems("A", ["b"]))
    try trial.make(.replaceItems("A", ["a", "b"]))
    #expect(trial.snapshot.reloadedItems.map(trial.names.itemName) == ["b"])
  }

  @Test(arguments: [10, 2_000])
  func `what stays in a replaced section is not touched`(count: Int) throws {
    let items = (0..<count).map { "i\($0)" }
    var trial = Trial(ModelSnapshot([ModelSnapshot.Section("A", items)]))
    try trial.make(.replaceItems("A", ["new"] + items[2...] + [items[0]]))
    let touched = Set(trial.snapshot.touchedItems.map(trial.names.itemName))
    #expect(touched == ["new", "i0", "i1"])
    #expect(trial.snapshot.checkInvariants() == [])
  }

  @Test func `cleared sections stay, all of them without a list and none with an empty one`() throws
  {
    try check("A[a] B[b,c] C[d]", .clearSections(["B", "B"]), "A[a] B[] C[d]")
    try check("A[a] B[b,c]", .clearSections([]), "A[a] B[b,c]")
    try check("A[a] B[b,c]", .clearSections(nil), "A[] B[]")
    checkRefused("A[a]", .clearSections(["A", "Z"]), .unknownSections)
  }

  // MARK: Orders

  @Test func `a section is turned around, or each in itself`() throws {
    try check("A[a,b,c] B[d,e]", .reverseItems("A"), "A[c,b,a] B[d,e]")
    try check("A[a,b,c] B[] C[d,e]", .reverseItems(nil), "A[c,b,a] B[] C[e,d]")
    checkRefused("A[a]", .reverseItems("Z"), .unknownSections)
  }

  @Test func `a sort touches only what is out of order`() throws {
    var trial = Trial("A[a,d,b,c] B[f,e]")
    try trial.make(.sortItems("A"))
    #expect(trial.list == "A[a,b,c,d] B[f,e]")
    #expect(trial.snapshot.touchedItems.map(trial.names.itemName) == ["d"])
  }

  @Test(
    arguments: [
      (0, [7, 4, 3, 10, 9, 2, 5, 8, 1, 6]),
      (7, [9, 2, 6, 10, 1, 5, 4, 3, 7, 8]),
      (-1, [4, 5, 3, 8, 6, 1, 9, 2, 10, 7]),
      (.max, [8, 2, 3, 6, 5, 7, 4, 9, 1, 10]),
    ] as [(Int64, [Int])]
  )
  func `a seed gives this shuffle and no other`(seed: Int64, shuffled: [Int]) throws {
    let items = (1...10).map(String.init)
    var trial = Trial(ModelSnapshot([ModelSnapshot.Section("A", items)]))
    try trial.make(.shuffleItems("A", seed: UInt64(bitPattern: seed)))
    #expect(trial.list.itemNames == shuffled.map(String.init))
  }

  @Test func `each section is shuffled as if it were the only one`() throws {
    try check("A[1,2,3] B[4,5,6]", .shuffleItems(nil, seed: 7), "A[2,3,1] B[5,6,4]")
    try check("A[1,2,3] B[4,5,6]", .shuffleItems("B", seed: 7), "A[1,2,3] B[5,6,4]")
  }

  // MARK: Repeats

  @Test func `repeats are told with their first places`() throws {
    let repeats = try Repeats(in: [5, 1, 2, 1, 3, 2, 1, 4, 4], maxEntries: 2, maxIndexes: 2)
    #expect(repeats.count == 3)
    #expect(repeats.entries.map(\.handle) == [1, 2])
    #expect(repeats.entries.map(\.indexes) == [[1, 3], [2, 5]])
    #expect(try Repeats(in: [2, 1], maxEntries: 9, maxIndexes: 9).count == 0)
  }

  @Test func `of repeats the first or the last survives`() throws {
    let handles: [Handle] = [1, 2, 1, 3, 2]
    #expect(
      try Repeats.survivors(of: handles, choosing: .first) == [true, true, false, true, false]
    )
    #expect(
      try Repeats.survivors(of: handles, choosing: .last) == [false, false, true, true, true]
    )
    #expect(try Repeats.survivors(of: [3, 1, 2], choosing: .first) == nil)
  }
}

// MARK: - Checks

/// A snapshot of names.
private struct Trial {
  let names = NamedPool()
  var snapshot: Snapshot

  init(_ list: ModelSnapshot) {
    let empty = Snapshot(pool: names.pool)
    snapshot = (try? names.build(replacing: empty, with: list))?.asBase() ?? empty
  }

  var list: ModelSnapshot { ModelSnapshot(names.sections(of: snapshot)) }

  @discardableResult
  mutating func make(_ edit: ModelEdit) throws -> [String] {
    try names.perform(edit, in: &snapshot).map(names.itemName)
  }
}

private func check(
  _ before: ModelSnapshot,
  _ edit: ModelEdit,
  _ after: ModelSnapshot,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var trial = Trial(before)
  try trial.make(edit)
  #expect(trial.list == after, sourceLocation: sourceLocation)
  #expect(trial.snapshot.checkInvariants() == [], sourceLocation: sourceLocation)
}

private func checkRefused(
  _ list: ModelSnapshot,
  _ edit: ModelEdit,
  _ kind: Refusal.Kind,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var trial = Trial(list)
  let refusal = trial.names.make(edit, in: &trial.snapshot).refusal
  #expect(refusal?.kind == kind, sourceLocation: sourceLocation)
  #expect(trial.list == list, sourceLocation: sourceLocation)
}
