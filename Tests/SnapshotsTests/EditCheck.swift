import Snapshots
import TestSupport
import Testing

/// Makes edits one after the other and expects what they lead to, and which items moved although
/// they were to be added.
func check(
  _ start: ModelSnapshot,
  _ edits: ModelEdit...,
  gives expected: ModelSnapshot,
  moving expectedMoves: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let names = NamedPool()
  var snapshot = try names.build(replacing: Snapshot(pool: names.pool), with: start).asBase()
  var moves: [String] = []
  for edit in edits {
    moves += try names.perform(edit, in: &snapshot).map(names.itemName)
  }
  let problems = names.problems(of: snapshot, against: expected)
  #expect(problems == [], sourceLocation: sourceLocation)
  #expect(moves == expectedMoves, sourceLocation: sourceLocation)
}

/// Makes an edit and expects it to be refused, and nothing to change.
func check(
  _ start: ModelSnapshot,
  _ edit: ModelEdit,
  isRefusedWith kind: Refusal.Kind,
  _ culprits: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let names = NamedPool()
  var snapshot = try names.build(replacing: Snapshot(pool: names.pool), with: start).asBase()
  let refusal = names.make(edit, in: &snapshot).refusal
  #expect(refusal == Refusal(kind, culprits), sourceLocation: sourceLocation)
  let problems = names.problems(of: snapshot, against: start)
  #expect(problems == [], sourceLocation: sourceLocation)
}
