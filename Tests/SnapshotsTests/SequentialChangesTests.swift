import Snapshots
import TestSupport
import Testing

/// What the steps of the format "sequential" are; that they lead where they must, every test of
/// changes holds against an oracle, see `ChangesCheck`.
@Suite struct SequentialChangesTests {

  @Test(arguments: [
    ("A[a,b]", "A[a,b]", []),
    ("A[a,b,c,d]", "A[b]", ["delete 2 at 0.2", "delete 1 at 0.0"]),
    ("A[b]", "A[a,b,c,d]", ["insert 1 at 0.0", "insert 2 at 0.2"]),
    ("A[a,b] B[c]", "A[c] B[a,b]", ["1 from 1.0 to 0.2", "2 from 0.0 to 1.0"]),
    ("A[a] B[] C[] D[]", "A[a] D[]", ["delete 2 sections at 1"]),
    ("A[a]", "A[a] B[] C[b]", ["insert B C at 1", "insert 1 at 2.0"]),
    ("A[a] B[b] C[c]", "C[c] A[a] B[b]", ["section 2 to 0"]),
    ("A[a] B[b] C[c]", "B[b] C[c] A[a]", ["section 0 to 2"]),
    ("A[a,b]", "B[c]", ["insert B at 1", "delete 1 sections at 0", "insert 1 at 0.0"]),
  ])
  func `steps count in the list that the step before left`(
    before: String,
    after: String,
    steps: [String]
  ) throws {
    let (before, after) = (
      ModelSnapshot(stringLiteral: before), ModelSnapshot(stringLiteral: after)
    )
    #expect(try ChangesTrial(before, after).steps == steps)
  }

  @Test func `items leave a section before it is deleted`() throws {
    let trial = try ChangesTrial("A[a,b,c] B[d]", "B[a,d,c]")
    #expect(
      try trial.steps == ["1 from 0.0 to 1.0", "1 from 0.1 to 1.2", "delete 1 sections at 0"]
    )
  }

  @Test func `items come to a section after it was inserted`() throws {
    let trial = try ChangesTrial("A[a,b]", "B[b,c] A[a]")
    #expect(try trial.steps == ["insert B at 0", "1 from 1.1 to 0.0", "insert 1 at 0.1"])
  }

  @Test func `runs that a delete has joined move as one`() throws {
    let trial = try ChangesTrial("A[a,x,b,c,d,e]", "A[c,d,e,a,y,b]")
    #expect(trial.changes.items.moves.count == 2)
    #expect(try trial.steps == ["delete 1 at 0.1", "2 from 0.0 to 0.3", "insert 1 at 0.4"])
  }

  @Test func `what is shown anew comes at the end in the places of the new list`() throws {
    let trial = try ChangesTrial("A[a] B[b,c,d]", "B[c,d,b] A[a] C[]") { snapshot, names in
      try snapshot.reloadSections([names.section("A"), names.section("B"), names.section("C")])
      try snapshot.reloadItems([names.item("b")])
      try snapshot.reconfigureItems([names.item("d"), names.item("c")])
    }
    #expect(
      try trial.steps.suffix(3) == ["reload B A at 0", "reload 1 at 0.2", "reconfigure 2 at 0.0"]
    )
  }

  // MARK: Cost

  @Test func `reversing a long list costs a few looks into a tree for each item`() throws {
    let items = (0..<20_000).map { "i\($0)" }
    let trial = try ChangesTrial(
      ModelSnapshot([ModelSnapshot.Section("A", items)]),
      ModelSnapshot([ModelSnapshot.Section("A", items.reversed())])
    )
    let sequential = try SequentialChanges(trial.changes)
    #expect(sequential.steps.count == 19_999)
    // Eight sums or changes for each move, each of at most the 16 levels of 40,000 slots.
    #expect(sequential.visits <= 19_999 * 8 * 16)
  }

  @Test func `a move costs the same whatever the length of the list`() throws {
    let visits = try [10, 50_000].map { (count: Int) -> Int in
      let items = (0..<count).map { "i\($0)" }
      let trial = try ChangesTrial(
        ModelSnapshot([ModelSnapshot.Section("A", items)]),
        ModelSnapshot([ModelSnapshot.Section("A", Array(items.dropFirst()) + items.prefix(1))])
      )
      return try SequentialChanges(trial.changes).visits
    }
    #expect(visits[0] == visits[1])
    #expect(visits[0] > 0)
  }
}
