import Snapshots
import TestSupport
import Testing

@Suite struct ItemEditTests {

  // MARK: Appending

  @Test func `appending to nothing is refused`() throws {
    try check("", .appendItems(["1"], to: nil), isRefusedWith: .noSection)
  }

  @Test func `appending no item to nothing is refused`() throws {
    try check("", .appendItems([], to: nil), isRefusedWith: .noSection)
  }

  @Test func `items are appended to the last section unless another is named`() throws {
    try check("A B", .appendItems(["1", "2"], to: nil), gives: "A B[1,2]")
  }

  @Test func `items are appended to the section that is named`() throws {
    try check("A[] B[1]", .appendItems(["2", "3"], to: "A"), gives: "A[2,3] B[1]")
  }

  @Test func `appending to an unknown section is refused`() throws {
    try check("A[1]", .appendItems(["2"], to: "Z"), isRefusedWith: .unknownSections, "Z")
  }

  @Test func `appending an item twice is refused`() throws {
    try check("A", .appendItems(["1", "1"], to: nil), isRefusedWith: .repeatedItems, "1")
  }

  @Test func `appending an item that is there moves it to the end`() throws {
    try check("A[1,2,3]", .appendItems(["1"], to: "A"), gives: "A[2,3,1]", moving: ["1"])
  }

  @Test func `appending an item that is in another section moves it over`() throws {
    try check(
      "A[0] B[]",
      .appendItems(["0", "1", "2"], to: "B"),
      gives: "A[] B[0,1,2]",
      moving: ["0"]
    )
  }

  @Test func `a song that is added twice is one row, at the end`() throws {
    try check(
      "pop[s1,s2]",
      .appendItems(["s3"], to: "pop"),
      .appendItems(["s1"], to: "pop"),
      gives: "pop[s2,s3,s1]",
      moving: ["s1"]
    )
  }

  // MARK: Inserting

  @Test func `items are inserted before another`() throws {
    try check("A[1,3]", .insertItems(["2"], .before("3")), gives: "A[1,2,3]")
  }

  @Test func `items are inserted after another in the order given`() throws {
    try check("A[0,1]", .insertItems(["2", "3"], .after("0")), gives: "A[0,2,3,1]")
  }

  @Test func `inserting no item changes nothing`() throws {
    try check("A[0,1,2]", .insertItems([], .before("1")), gives: "A[0,1,2]")
  }

  @Test func `inserting beside an unknown item is refused`() throws {
    try check("A[1]", .insertItems(["2"], .after("9")), isRefusedWith: .unknownItems, "9")
  }

  @Test func `the anchor is checked even when no item is inserted`() throws {
    try check("A[1]", .insertItems([], .after("9")), isRefusedWith: .unknownItems, "9")
  }

  @Test func `inserting an item relative to itself is refused`() throws {
    try check(
      "A[1,2]",
      .insertItems(["3", "1"], .before("1")),
      isRefusedWith: .itemRelativeToItself,
      "1"
    )
  }

  @Test func `inserting an item twice is refused`() throws {
    try check("A[1]", .insertItems(["2", "2"], .after("1")), isRefusedWith: .repeatedItems, "2")
  }

  @Test func `inserting an item that is there moves it`() throws {
    try check(
      "A[1,2] B[3]",
      .insertItems(["1"], .before("3")),
      gives: "A[2] B[1,3]",
      moving: ["1"]
    )
  }

  @Test func `inserting items that stand before the anchor moves them`() throws {
    try check(
      "A[1,2,3,4]",
      .insertItems(["1", "9", "2"], .after("3")),
      gives: "A[3,1,9,2,4]",
      moving: ["1", "2"]
    )
  }

  // MARK: Deleting

  @Test func `deleting passes over unknown items`() throws {
    try check("A[0,1] B[2,3]", .deleteItems(["0", "2", "99"]), gives: "A[1] B[3]")
  }

  @Test func `an item that is deleted twice counts once`() throws {
    try check("A[0,1] B[2]", .deleteItems(["0", "0"]), gives: "A[1] B[2]")
  }

  @Test func `a section stays when its last item is deleted`() throws {
    try check("A[0]", .deleteItems(["0"]), gives: "A[]")
  }

  @Test func `deleting all items deletes the sections too`() throws {
    try check("A[1] B[2]", .deleteAllItems, gives: "")
  }

  // MARK: Moving

  @Test func `an item moves before one of another section`() throws {
    try check("A[0,1] B[2,3]", .moveItem("0", .before("2")), gives: "A[1] B[0,2,3]")
  }

  @Test func `an item moves after one of another section`() throws {
    try check("A[0,1] B[2,3]", .moveItem("3", .after("0")), gives: "A[0,3,1] B[2]")
  }

  @Test func `an item that is there already stays`() throws {
    try check("A[0,1] B[2,3]", .moveItem("1", .after("0")), gives: "A[0,1] B[2,3]")
  }

  @Test func `the last item of a section can move out of it`() throws {
    try check("A[0] B[1]", .moveItem("0", .before("1")), gives: "A[] B[0,1]")
  }

  @Test func `moving an item relative to itself is refused`() throws {
    try check(
      "A[1,2]",
      .moveItem("1", .before("1")),
      isRefusedWith: .itemRelativeToItself,
      "1"
    )
  }

  @Test func `moving an unknown item is refused`() throws {
    try check("A[1]", .moveItem("9", .before("1")), isRefusedWith: .unknownItems, "9")
  }

  @Test func `moving an item beside an unknown one is refused`() throws {
    try check("A[1]", .moveItem("1", .before("9")), isRefusedWith: .unknownItems, "9")
  }
}
