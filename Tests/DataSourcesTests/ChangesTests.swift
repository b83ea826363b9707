import Snapshots
import TestSupport
import Testing

/// The changes that follow from a whole list.
@Suite struct ChangesTests {

  // MARK: Nothing

  @Test func `an identical list changes nothing`() throws {
    try check("A[0]", applying: "A[0]")
  }

  @Test func `an empty list over an empty one changes nothing`() throws {
    try check("", applying: "")
  }

  // MARK: Sections

  @Test func `a new section starts empty, and its items are inserts`() throws {
    try check("A[1,2]", applying: "A[1,2] B[3]", gives: "+B@1", "+(1,0)x1")
  }

  @Test func `a section that is gone takes its items with it`() throws {
    try check("A[1] B[2]", applying: "A[1]", gives: "-B@1")
  }

  @Test func `deleted sections are named by their indexes before`() throws {
    try check("A B C D", applying: "A D", gives: "-B@1", "-C@2")
  }

  @Test func `inserted sections are named by their indexes after`() throws {
    try check("A", applying: "B A C", gives: "+B@0", "+C@2")
  }

  @Test func `a moved section carries its items`() throws {
    try check("A[1,2] B[3] C", applying: "B[3] C A[1,2]", gives: "A:0>2")
  }

  @Test func `a replaced list deletes and inserts sections only`() throws {
    try check(
      "A[1,2] B[3,4]",
      applying: "C[5,6] D[7,8]",
      gives: "-A@0",
      "-B@1",
      "+C@0",
      "+D@1",
      "+(0,0)x2",
      "+(1,0)x2"
    )
  }

  // MARK: Items

  @Test func `an item that comes to the front is one move`() throws {
    try check("A[1,2,3]", applying: "A[3,1,2]", gives: "(0,2)>(0,0)x1")
  }

  @Test func `a reversed list keeps one item`() throws {
    let named = try NamedSource("A[1,2,3,4,5]")
    let changes = try named.apply("A[5,4,3,2,1]")
    #expect(changes.count == 4)
    #expect(changes.allSatisfy { $0.hasSuffix("x1") && $0.contains(">") })
  }

  @Test func `a shuffled stretch is moves only`() throws {
    let changes = try NamedSource("A[a,b,c,d,e,f,g]").apply("A[a,b,e,d,f,c,g]")
    #expect(changes.count == 2)
    #expect(changes.allSatisfy { $0.contains(">") })
  }

  @Test func `an item that changes section is one move`() throws {
    try check("A[1,2,3] B[4,5]", applying: "A[1,3] B[4,2,5]", gives: "(0,1)>(1,1)x1")
  }

  @Test func `items that change section together are one run`() throws {
    try check("A[1,2,3] B[4]", applying: "A[1] B[4,2,3]", gives: "(0,1)>(1,1)x2")
  }

  @Test func `an item moves out of a section that is deleted`() throws {
    try check("A[1,2] B[3]", applying: "B[1,3]", gives: "-A@0", "(0,0)>(0,0)x1")
  }

  @Test func `an item moves into a section that is inserted`() throws {
    try check("A[1,2]", applying: "A[1] C[2]", gives: "+C@1", "(0,1)>(1,0)x1")
  }

  @Test func `a section that gets another name deletes, inserts and moves`() throws {
    try check("A[1]", applying: "B[1]", gives: "-A@0", "+B@0", "(0,0)>(0,0)x1")
  }

  @Test func `no delete names a section that is deleted`() throws {
    try check(
      "A[1,2] B[3,4] C[5,6]",
      applying: "C[5,7] D[8] B[3]",
      gives: "-A@0",
      "+D@1",
      "C:2>0",
      "-(1,1)x1",
      "-(2,1)x1",
      "+(0,1)x1",
      "+(1,0)x1"
    )
  }

  @Test func `deletes and inserts ascend`() throws {
    try check(
      "A[1,2,3,4,5]",
      applying: "A[2,4,6]",
      gives: "-(0,0)x1",
      "-(0,2)x1",
      "-(0,4)x1",
      "+(0,2)x1"
    )
  }

  @Test func `neighbours that go and come are runs`() throws {
    try check("A[1,2,3,4]", applying: "A[1,5,6,4]", gives: "-(0,1)x2", "+(0,1)x2")
  }

  @Test func `a run ends where its section ends`() throws {
    try check("A[1] B[2]", applying: "A B", gives: "-(0,0)x1", "-(1,0)x1")
  }

  @Test func `inserts and deletes in several sections add up`() throws {
    try check(
      "A[1,2,3,4] B[5,6]",
      applying: "A[1,3,7] B[2,5,6,8]",
      gives: "-(0,3)x1",
      "+(0,2)x1",
      "+(1,3)x1",
      "(0,1)>(1,0)x1"
    )
  }

  @Test func `a new identity is a delete and an insert`() throws {
    try check("disney[s1]", applying: "disney[s2]", gives: "-(0,0)x1", "+(0,0)x1")
  }

  @Test func `a favourite that is switched on is one move`() throws {
    try check("disney[s1] favorites", applying: "disney favorites[s1]", gives: "(0,0)>(1,0)x1")
  }

  @Test func `a swap is two moves, of neighbours one`() throws {
    #expect(try NamedSource("A[1,2,3,4,5]").apply("A[1,4,3,2,5]").count == 2)
    #expect(try NamedSource("A[1,2,3,4,5]").apply("A[1,3,2,4,5]").count == 1)
    #expect(try NamedSource("A[1,2,3,4,5]").apply("A[1,2,3,4,5]") == [])
  }

  @Test func `each step of an insertion sort is at most one move`() throws {
    let named = try NamedSource("A[5,3,1,4,2]")
    for end in 2...5 {
      let rows = named.state.sections[0].items
      let step = rows.prefix(end).sorted() + rows.dropFirst(end)
      #expect(try named.apply(ModelSnapshot([.init("A", step)])).count <= 1)
    }
    #expect(named.state == "A[1,2,3,4,5]")
  }

  // MARK: Marks

  @Test func `marks follow in places after`() throws {
    try check(
      "A[1,2,3]",
      applying: "A[1,2,3]",
      .reloadItems(["1"]),
      .reconfigureItems(["2"]),
      gives: "~(0,0)x1",
      "=(0,1)x1"
    )
    try check(
      "A[1,2,3,4]",
      applying: "A[5,1,2]",
      .reloadItems(["1"]),
      gives: "-(0,2)x2",
      "+(0,0)x1",
      "~(0,1)x1"
    )
  }

  @Test func `marks of neighbours are one run, whatever the order of marking`() throws {
    try check("A[1,2,3]", applying: "A[1,2,3]", .reloadItems(["2", "1"]), gives: "~(0,0)x2")
  }

  @Test func `a reloaded section is named by its index after`() throws {
    let changes = try NamedSource("A B").apply("B A", .reloadSections(["B"]))
    #expect(changes.count == 2)
    #expect(changes.last == "~B@0")
  }

  @Test func `a mark of a new section is dropped`() throws {
    try check("", applying: "A[1]", .reloadSections(["A"]), gives: "+A@0", "+(0,0)x1")
  }

  @Test func `a mark of a new item is dropped`() throws {
    try check("A[1]", applying: "A[1,2]", .reloadItems(["2"]), gives: "+(0,1)x1")
  }

  @Test func `a reload beats a reconfiguration`() throws {
    let marks: [ModelEdit] = [.reloadItems(["1"]), .reconfigureItems(["1"])]
    try check("A[1]", applying: "A[1]", marks[0], marks[1], gives: "~(0,0)x1")
    try check("A[1]", applying: "A[1]", marks[1], marks[0], gives: "~(0,0)x1")
  }

  // MARK: Long lists

  @Test func `half of a long list can be replaced`() throws {
    let names = (0..<2_000).map { "i\($0)" }
    let after = names.enumerated().map { $0.offset % 2 == 0 ? "n\($0.offset)" : $0.element }
    let named = try NamedSource(ModelSnapshot([.init("A", names)]))
    let changes = try named.apply(ModelSnapshot([.init("A", after)]))
    #expect(changes.count == 2_000)
    #expect(named.state.sections[0].items == after)
  }
}
