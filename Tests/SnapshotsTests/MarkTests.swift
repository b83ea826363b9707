import Snapshots
import TestSupport
import Testing

@Suite struct MarkTests {

  @Test func `a mark leaves the order as it is`() throws {
    var expected: ModelSnapshot = "A[1,2]"
    expected.reloadedItems = ["2"]
    try check("A[1,2]", .reloadItems(["2"]), gives: expected)
  }

  @Test func `reloading an unknown item is refused`() throws {
    try check("A[1]", .reloadItems(["1", "9"]), isRefusedWith: .unknownItems, "9")
  }

  @Test func `reconfiguring an unknown item is refused`() throws {
    try check("A[1]", .reconfigureItems(["1", "9"]), isRefusedWith: .unknownItems, "9")
  }

  @Test func `reloading an unknown section is refused`() throws {
    try check("A[1]", .reloadSections(["A", "Z"]), isRefusedWith: .unknownSections, "Z")
  }

  @Test func `the three kinds of marks are three lists in the order of marking`() throws {
    var expected: ModelSnapshot = "A[1,2,3] B"
    expected.reloadedItems = ["2", "1"]
    expected.reconfiguredItems = ["3"]
    expected.reloadedSections = ["B", "A"]
    try check(
      "A[1,2,3] B",
      .reloadItems(["2"]),
      .reloadItems(["1", "2", "1"]),
      .reconfigureItems(["3"]),
      .reloadSections(["B", "A", "B"]),
      gives: expected
    )
  }

  @Test func `a reload takes the place of a reconfiguration`() throws {
    var expected: ModelSnapshot = "A[1]"
    expected.reloadedItems = ["1"]
    try check("A[1]", .reconfigureItems(["1"]), .reloadItems(["1"]), gives: expected)
    try check("A[1]", .reloadItems(["1"]), .reconfigureItems(["1"]), gives: expected)
  }

  @Test func `a deleted item loses its mark for good`() throws {
    try check(
      "A[1,2]",
      .reloadItems(["1"]),
      .reconfigureItems(["2"]),
      .deleteItems(["1", "2"]),
      .appendItems(["1", "2"], to: nil),
      gives: "A[1,2]"
    )
  }

  @Test func `a deleted section loses its mark and those of its items`() throws {
    try check(
      "A[1] B",
      .reloadItems(["1"]),
      .reloadSections(["A"]),
      .deleteSections(["A"]),
      .appendSections(["A"]),
      .appendItems(["1"], to: "A"),
      gives: "B A[1]"
    )
  }

  @Test func `deleting all items drops all marks`() throws {
    try check(
      "A[1,2] B",
      .reloadItems(["1"]),
      .reconfigureItems(["2"]),
      .reloadSections(["A"]),
      .deleteAllItems,
      .appendSections(["A"]),
      .appendItems(["1", "2"], to: nil),
      gives: "A[1,2]"
    )
  }

  @Test func `a moved item keeps its mark`() throws {
    var expected: ModelSnapshot = "A[2] B[1]"
    expected.reloadedItems = ["1"]
    try check(
      "A[1,2] B",
      .reloadItems(["1"]),
      .appendItems(["1"], to: "B"),
      gives: expected,
      moving: ["1"]
    )
  }

  @Test func `a base has no marks, and its copies keep theirs`() throws {
    let names = NamedPool()
    var snapshot = try names.build(replacing: Snapshot(pool: names.pool), with: "A[1]")
    #expect(names.make(.reloadItems(["1"]), in: &snapshot).refusal == nil)
    let copy = snapshot
    #expect(snapshot.asBase().reloadedItems == [])
    #expect(copy.reloadedItems == [names.item("1")])
  }
}
