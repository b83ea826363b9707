import JSON
import Snapshots

/// Whether two contents are the same JSON value although their bytes differ.
///
/// Where the work is called off, they are taken for different.
func areEqualJSON(_ lhs: Content, _ rhs: Content, _ work: Work) -> Bool {
  // Also asked when a message is written, after whatever was called off.
  let mayContinue = work.mayContinue
  // Both are gone through at least once; nobody else counts what is no long text.
  guard mayContinue?((lhs.count + rhs.count) / 64) != false else { return false }
  // Contents come out of a parsed message, so both are JSON; the nesting was checked then.
  guard
    let left = try? JSONDocument(parsing: lhs, maxNestingDepth: .max, mayContinue: mayContinue),
    let right = try? JSONDocument(parsing: rhs, maxNestingDepth: .max, mayContinue: mayContinue)
  else { return false }
  return left.root.isEqual(to: right.root, mayContinue: mayContinue)
}
