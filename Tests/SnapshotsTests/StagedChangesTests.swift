import Snapshots
import TestSupport
import Testing

/// What the stages of the format "staged" are; that they lead where they must and keep UIKit's
/// rules, every test of changes holds against an oracle, see `ChangesCheck` and `StageRules`.
@Suite struct StagedChangesTests {

  @Test(arguments: [
    ("A[a,b]", "A[a,b]", []),
    ("A[a,b] B[c]", "A[b,d] B[a]", ["delete 1 at 1.0, insert 1 at 0.1, 1 from 0.0 to 1.0"]),
    (
      "A[a] B[b] C[]", "D[] C[] A[c]",
      [
        "delete B at 1, insert D at 0, section 2 to 1, delete 1 at 0.0, insert 1 at 2.0"
      ]
    ),
    (
      "A[a,b] B[c] C[]", "D[] B[c,d]",
      ["delete A at 0, delete C at 2, insert D at 0, insert 1 at 1.1"]
    ),
    ("A[a,b]", "A[b] B[a]", ["insert B at 1", "1 from 0.0 to 1.0"]),
    ("A[a,b] B[c]", "B[c,a]", ["1 from 0.0 to 1.1", "delete A at 0"]),
    ("A[a,b]", "B[b,c]", ["insert B at 1", "insert 1 at 1.1, 1 from 0.1 to 1.0", "delete A at 0"]),
  ])
  func `structure is divided where one batch would break the rule`(
    before: String,
    after: String,
    stages: [String]
  ) throws {
    let (before, after) = (
      ModelSnapshot(stringLiteral: before), ModelSnapshot(stringLiteral: after)
    )
    #expect(try ChangesTrial(before, after).stages == stages)
  }

  @Test func `there are four stages at most`() throws {
    let trial = try ChangesTrial("A[a,b] B[c]", "C[a] B[c]") { snapshot, names in
      try snapshot.reloadItems([names.item("c")])
    }
    #expect(
      try trial.stages == [
        "insert C at 1", "1 from 0.0 to 1.0", "delete A at 0", "reload 1 at 1.0",
      ]
    )
  }

  @Test func `a reload of a section covers its items`() throws {
    let trial = try ChangesTrial("A[a] B[b,c]", "A[a] B[b,c]") { snapshot, names in
      try snapshot.reloadSections([names.section("B")])
      try snapshot.reloadItems([names.item("b")])
      try snapshot.reconfigureItems([names.item("a"), names.item("c")])
    }
    #expect(try trial.stages == ["reload B at 1, reconfigure 1 at 0.0"])
  }

  @Test func `a batch that is safe is the only stage`() throws {
    let trial = try ChangesTrial("A[a,b] B[c] C[]", "C[] A[b,a] D[]")
    #expect(try StagedChanges(trial.changes).stages.map(\.changes) == [trial.changes])
  }

  @Test func `places of a stage lead to places of the snapshot after`() throws {
    let trial = try ChangesTrial("A[a] B[b] C[c]", "B[b] D[a,e] C[c]")
    let stages = try StagedChanges(trial.changes).stages
    let insert = try #require(stages[1].changes.items.inserts.first)
    #expect(insert.at == IndexPath(section: 2, item: 1))
    #expect(stages[1].finalPath(of: insert.at) == IndexPath(section: 1, item: 1))
  }
}
