import JSON
import Snapshots

/// Whether two contents are the same JSON value although their bytes differ.
///
/// Where the work is called off, they are taken for different, and so are all others from then on.
func areEqualJSON(_ lhs: Content, _ rhs: Content, _ work: Work) -> Bool {
  // Both are gone through at least once; nobody else counts what is no long text.
  guard work.mayGoOn((lhs.count + rhs.count) / 64) else { return false }
  // Contents come out of a parsed message, so both are JSON; the nesting was checked then.
  guard
    let left = try? JSONDocument(parsing: lhs, maxNestingDepth: .max, mayContinue: work.mayGoOn),
    let right = try? JSONDocument(parsing: rhs, maxNestingDepth: .max, mayContinue: work.mayGoOn)
  else { return false }
  return left.root.isEqual(to: right.root, mayContinue: work.mayGoOn)
}
