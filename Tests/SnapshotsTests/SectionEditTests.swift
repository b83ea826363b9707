import Snapshots
import TestSupport
import Testing

@Suite struct SectionEditTests {

  @Test func `an empty snapshot has no sections and no items`() throws {
    try check("", gives: "")
  }

  @Test func `appending no section changes nothing`() throws {
    try check("", .appendSections([]), gives: "")
  }

  @Test func `sections are appended in the order given`() throws {
    try check("A B", .appendSections(["E", "D", "C"]), gives: "A B E D C")
  }

  @Test func `appending a section that is there is refused`() throws {
    try check("A B", .appendSections(["A"]), isRefusedWith: .existingSections, "A")
  }

  @Test func `appending a section twice is refused`() throws {
    try check("A B", .appendSections(["C", "C"]), isRefusedWith: .repeatedSections, "C")
  }

  @Test func `sections are inserted before another in the order given`() throws {
    try check("A B", .insertSections(["X", "Y"], .before("B")), gives: "A X Y B")
  }

  @Test func `sections are inserted after another in the order given`() throws {
    try check("A B", .insertSections(["X", "Y"], .after("A")), gives: "A X Y B")
  }

  @Test func `inserting no section changes nothing`() throws {
    try check("A B C", .insertSections([], .before("C")), gives: "A B C")
  }

  @Test func `inserting beside an unknown section is refused`() throws {
    try check("A B", .insertSections(["X"], .before("Z")), isRefusedWith: .unknownSections, "Z")
  }

  @Test func `the anchor is checked even when no section is inserted`() throws {
    try check("A B", .insertSections([], .after("Z")), isRefusedWith: .unknownSections, "Z")
  }

  @Test func `inserting a section relative to itself is refused`() throws {
    try check(
      "A B",
      .insertSections(["X", "A"], .before("A")),
      isRefusedWith: .sectionRelativeToItself,
      "A"
    )
  }

  @Test func `inserting a section that is there is refused`() throws {
    try check(
      "A B",
      .insertSections(["X", "B"], .before("A")),
      isRefusedWith: .existingSections,
      "B"
    )
  }

  @Test func `a deleted section takes its items with it`() throws {
    try check("A[1,2] B[3]", .deleteSections(["A"]), gives: "B[3]")
  }

  @Test func `deleting an unknown section changes nothing`() throws {
    try check("A B", .deleteSections(["Z"]), gives: "A B")
  }

  @Test func `a section that is deleted twice counts once`() throws {
    try check("A[1,2] B[3]", .deleteSections(["A", "A"]), gives: "B[3]")
  }

  @Test func `sections that are apart are deleted together`() throws {
    try check("A[1] B[2] C[] D[3] E[4]", .deleteSections(["E", "A", "C"]), gives: "B[2] D[3]")
  }

  @Test func `a section moves to the front`() throws {
    try check("A B C", .moveSection("C", .before("A")), gives: "C A B")
  }

  @Test func `a section moves to the end`() throws {
    try check("A B C", .moveSection("A", .after("C")), gives: "B C A")
  }

  @Test func `a section that is there already stays`() throws {
    try check("A B C", .moveSection("B", .before("C")), gives: "A B C")
  }

  @Test func `a moved section takes its items along`() throws {
    try check("A[1] B[2]", .moveSection("A", .after("B")), gives: "B[2] A[1]")
  }

  @Test func `moving a section relative to itself is refused`() throws {
    try check(
      "A B C",
      .moveSection("A", .after("A")),
      isRefusedWith: .sectionRelativeToItself,
      "A"
    )
  }

  @Test func `moving a section beside an unknown one is refused`() throws {
    try check("A", .moveSection("A", .before("Z")), isRefusedWith: .unknownSections, "Z")
  }

  @Test func `moving an unknown section is refused`() throws {
    try check("A", .moveSection("Z", .before("A")), isRefusedWith: .unknownSections, "Z")
  }

  @Test func `a place relative to a section that was deleted is refused`() throws {
    let names = NamedPool()
    var snapshot = try names.build(replacing: Snapshot(pool: names.pool), with: "A B")
    #expect(names.make(.deleteSections(["A"]), in: &snapshot).refusal == nil)
    let refusal = names.make(.insertSections(["X"], .after("A")), in: &snapshot).refusal
    #expect(refusal == Refusal(.unknownSections, ["A"]))
    #expect(names.problems(of: snapshot, against: "B") == [])
  }

  @Test func `a section and an item may have the same identifier`() throws {
    try check("1[1,2] 2", .moveItem("1", .after("2")), gives: "1[2,1] 2")
  }
}
