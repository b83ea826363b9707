import JSON
import Snapshots

/// Whether two contents are the same JSON value although their bytes differ.
///
/// Where the work is called off, they are taken for different.
func areEqualJSON(_ lhs: Content, _ rhs: Content, _ work: Work) -> Bool {
  // Contents come out of a parsed message, so both are JSON; the nesting was checked then.
  guard let left = try? JSONDocument(parsing: lhs, maxNestingDepth: .max),
    let right = try? JSONDocument(parsing: rhs, maxNestingDepth: .max)
  else { return false }
  return left.root.isEqual(to: right.root) { work.mayContinue?($0) ?? true }
}
